"""Reads of what has happened to a game since somebody's page of it was rendered."""

from dataclasses import dataclass

from django.db.models import Q

from campaign.models import ChangeKind, Game, PeopleEvent
from campaign.models.games import PLANNED, PLAYED

SEATED = (
    *(PeopleEvent.SEAT_TAKEN, PeopleEvent.SEAT_LEFT, PeopleEvent.SEAT_FREED),
    *(PeopleEvent.GAME_REMOVED, PeopleEvent.GAME_TAKEN_OVER),
)


@dataclass(frozen=True, slots=True)
class GameNews:
    """What has changed of a game since a page of it was rendered."""

    setup: bool = False
    result: bool = False
    seats: bool = False


def latest_change(game: Game) -> int:
    """Return the id of the latest change of a game's record."""
    newest = game.record.changes.order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0


def news_of(game: Game, *, seen: int) -> GameNews:
    """Return what has changed of a game after the change ``seen``."""
    if latest_change(game) <= seen:
        return GameNews()
    since = Q(recorded__gt=seen) | Q(withdrawn__gt=seen)
    kinds = set(game.facts.filter(since, kind__in=(PLANNED, PLAYED)).values_list("kind", flat=True))
    moved = game.changes.filter(pk__gt=seen, kind=ChangeKind.PEOPLE, payload__people__in=SEATED)
    return GameNews(setup=PLANNED in kinds, result=PLAYED in kinds, seats=moved.exists())
