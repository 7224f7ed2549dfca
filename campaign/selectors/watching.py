"""What open streams ask again and again: who left, who signed out, which games have ended.

Plain rows, several times a second for every live game: model objects are made of few.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from campaign.models import Change, ChangeKind, Fact, Game, LiveTable, Person
from campaign.models.games import PLAYED
from campaign.models.live import PLAY

LATE = 1000  # changes that may be committed before one with a lower id

Login = tuple[int, int]  # a person's id, and their ``session_epoch``
Changed = tuple[int | None, int | None]  # the ids of a campaign, or of a one-off game


def newest_change() -> int:
    """Return the id of the newest change of all."""
    found = Change.objects.order_by("-pk").values_list("pk", flat=True).first()
    return found or 0


def people_changed(newest: int) -> tuple[int, dict[int, Changed]]:
    """Return the newest change, and the records whose people changed since an earlier one.

    It looks back ``LATE`` further: a transaction that began earlier may have been committed later.
    """
    since = Change.objects.filter(kind=ChangeKind.PEOPLE, pk__gt=newest - LATE)
    rows = since.values_list("pk", "campaign", "game")
    return newest_change(), {pk: (campaign, game) for pk, campaign, game in rows}


def valid_sessions(keys: Collection[str]) -> set[str]:
    """Return those sessions that have not ended."""
    valid = Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now())
    return set(valid.values_list("pk", flat=True))


def valid_logins(logins: Collection[Login]) -> set[Login]:
    """Return those logins whose person may sign in and has not signed out everywhere."""
    people = Person.objects.filter(pk__in={pk for pk, _epoch in logins}, is_active=True)
    return set(people.values_list("pk", "session_epoch"))


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game that somebody watches, as far as it stands."""

    pk: int
    campaign: int | None  # whose members may watch
    table: int | None
    has_result: bool


def watched_games(games: Iterable[int]) -> tuple[WatchedGame, ...]:
    """Return those games that were not withdrawn."""
    played = Exists(Fact.objects.not_withdrawn().filter(game=OuterRef("pk"), kind=PLAYED))
    campaign = Coalesce("campaign_id", "shared_with_id")
    current = Game.objects.not_withdrawn().filter(pk__in=games)
    rows = current.values_list("pk", campaign, "live_tables__pk", played)
    return tuple(WatchedGame(*row) for row in rows)


def standing_games(games: Iterable[int]) -> dict[int, Game]:
    """Return those games that were not withdrawn, with their campaigns."""
    current = Game.objects.not_withdrawn().filter(pk__in=games)
    return current.select_related("campaign").in_bulk()


def latest_moves(tables: Iterable[int]) -> dict[int, int]:
    """Return the number of the latest move at each table."""
    rows = LiveTable.objects.filter(pk__in=tables).values_list("pk", "sequence")
    return dict(rows)


def page_stamp(stamp: str, moves: int) -> str:
    """Return what differs whenever a page before a game may show something else.

    ``stamp`` is that of the game, ``moves`` are those made in its phases.
    """
    return f"{stamp}.{moves}"


def page_stamps(games: Iterable[int]) -> dict[int, str]:
    """Return the stamp of the pages before each game; none of a game that was deleted."""
    moves = Sum("live_tables__sequence", filter=~Q(live_tables__phase=PLAY), default=0)
    rows = Game.objects.filter(pk__in=games).annotate(made=moves).values_list("pk", "stamp", "made")
    return {pk: page_stamp(stamp, made) for pk, stamp, made in rows}


def watched_table(table: int) -> LiveTable:
    """Return a table with its game and campaign."""
    return LiveTable.objects.select_related("game__campaign").get(pk=table)
