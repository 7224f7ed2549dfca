"""A game's page: recorded facts and who recorded them, changes, photos, ticked steps."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from campaign.models import Fact, Game, Person
from campaign.models.games import PLAYED
from campaign.records import fact_of
from campaign.selectors.history import HistoryEvent
from campaign.services.games import SETUP
from tracker.people.access import Access
from tracker.pictures.pixels import THUMB_MOST
from tracker.web.records import game_url, pages_of
from tracker.words import who


def recorded_facts(game: Game) -> list[Fact]:
    """Return the facts of a game that were not withdrawn, the plan first, with their changes."""
    rows = Fact.objects.not_withdrawn().filter(game=game).select_related("recorded__person")
    found = list(rows.order_by("place"))
    for row in found:
        row.game = game
        row.recorded.campaign = game.campaign  # saves a query where nobody signed
    return found


def written(game: Game, facts: Iterable[Fact]) -> Iterator[dict[str, Any]]:
    """Yield what was recorded in a campaign's game, the plan first, grouped by person and day."""
    words = pages_of(game.record).words
    days = groupby(facts, key=lambda row: (who(row.recorded), row.recorded.at.date()))
    for (name, _day), group in days:
        found = list(group)
        said = [words.facts([fact_of(row)]) for row in found]
        yield {"who": name, "at": found[0].recorded.at, "entries": said}


def recorded_by(game: Game) -> str:
    """Return the current name of who recorded the result of a one-off game."""
    results = game.facts.not_withdrawn().filter(kind=PLAYED)
    return str(Person.objects.filter(change__recorded_facts__in=results).first() or "")


def changes(game: Game, happened: Iterable[HistoryEvent]) -> list[dict[str, Any]]:
    """Return the changes of a one-off game in words."""
    events = list(happened)
    texts = pages_of(game.record).change_texts(events)
    return [
        {"who": who(event.change), "at": event.change.at, "text": text}
        for event, text in zip(events, texts, strict=True)
    ]


def photo_views(game: Game) -> list[dict[str, Any]]:
    """Return the photos of a game, the first one first."""
    pages = pages_of(game.record)
    alt = pages.photo_alt(game)
    views = []
    for photo in game.photos.all():
        scale = min(1, THUMB_MOST / max(photo.width, photo.height))
        view = {
            "name": photo.name,
            "url": pages.photo_url(photo),
            "thumbnail_url": pages.photo_url(photo, thumb=True),
            "caption": photo.caption,
            "alt": photo.caption or alt,
            "width": max(1, round(photo.width * scale)),
            "height": max(1, round(photo.height * scale)),
        }
        views.append(view)
    return views


@dataclass(frozen=True, slots=True)
class Step:
    """A step to tick off; ``kind`` says what is drawn below it."""

    id: str
    text: str
    detail: str = ""
    changed: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The steps of one part of the box, of one player or of everybody."""

    title: str
    steps: tuple[Step, ...]


def ticks_of(
    access: Access, game: Game, sheet: str = SETUP, next_url: str = ""
) -> dict[str, Any] | None:
    """Return what is ticked on a sheet; ``next_url`` is where to go when everything is.

    None for visitors without a role, whose ticks stay in their browser.
    """
    if access.role is None and not access.may_record:
        return None
    return {
        "url": game_url(game, "ticks"),
        "sheet": sheet,
        "done": frozenset(game.ticks.get(sheet, ())),
        "may": access.may_record,
        "next_url": next_url,
    }
