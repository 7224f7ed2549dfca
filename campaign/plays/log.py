"""The log itself: counted, walked through, and turned page by page.

A page is found by the game it follows, not by how many games come before it: the last page of a
hundred thousand games costs what the first one does.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db.models import F, Q, QuerySet

from campaign.models import Person
from campaign.plays.games import Row, Source, sources
from campaign.plays.telling import plays_of
from campaign.plays.values import Play, Wanted

PAGE = 25
BATCH = 1000  # games whose mages are fetched at once when all are wanted
_LATEST_FIRST = F("p_played_on").desc(nulls_last=True), "p_kind", "-p_id"


@dataclass(frozen=True, slots=True)
class Place:
    """Beside which game a page stands: behind it, or, ``rising``, before it.

    ``day`` is None among the undated games, which come last.
    """

    day: datetime.date | None
    kind: str
    id: int
    rising: bool = False


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some games, the latest first, and where the pages beside them begin."""

    plays: tuple[Play, ...]
    newer: Place | None
    older: Place | None


OLDEST = Place(None, "~", 0, rising=True)  # before nothing, behind every kind of game


class PlayLog:
    """Somebody's games, the latest first."""

    def __init__(self, person: Person, wanted: Wanted | None = None) -> None:
        self._sources = sources(person, wanted or Wanted())

    def count(self) -> int:
        """Return how many games there are."""
        first, *rest = (source.games.values_list("pk") for source in self._sources)
        return first.union(*rest, all=True).count()

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, places: slice) -> tuple[Play, ...]:
        return plays_of(Row(*row) for row in self._rows()[places])

    def __iter__(self) -> Iterator[Play]:
        """Yield every game; a thousand are in memory at a time."""
        rows = (Row(*row) for row in self._rows().iterator(chunk_size=BATCH))
        while batch := list(islice(rows, BATCH)):
            yield from plays_of(batch)

    def page(self, place: Place | None = None, *, size: int = PAGE, language: str = "") -> LogPage:
        """Return the page at a place, or the first one; see :func:`plays_of` for its language."""
        if place is not None and place.rising:
            rows = self._rising(place, size + 1)
            if len(rows) > size or place == OLDEST:
                return _page(rows, size, language, rising=True, beside=place != OLDEST)
            # So near to the latest game that the page would not be full: it is the first one.
            place = None
        rows = self._falling(place, size + 1)
        return _page(rows, size, language, rising=False, beside=place is not None)

    def _rows(self) -> QuerySet[Any]:
        first, *rest = (source.rows() for source in self._sources)
        return first.union(*rest, all=True).order_by(*_LATEST_FIRST)

    def _falling(self, place: Place | None, most: int) -> list[Row]:
        rows: list[Row] = []
        if place is None or place.day is not None:
            rows = self._dated(place, most)
            place = None
        return rows + (self._undated(place, most - len(rows)) if len(rows) < most else [])

    def _rising(self, place: Place, most: int) -> list[Row]:
        rows: list[Row] = []
        if place.day is None:
            rows = self._undated(place, most)
            place = Place(datetime.date.min, "~", 0, rising=True)
        return rows + (self._dated(place, most - len(rows)) if len(rows) < most else [])

    def _dated(self, place: Place | None, most: int) -> list[Row]:
        """Return rows of dated games: each source's from its index, then put together."""
        rising = place is not None and place.rising
        order = ("played_on", "pk") if rising else ("-played_on", "-pk")
        rows: list[Row] = []
        for source in self._sources:
            games = source.games.filter(_beside(source, place), played_on__isnull=False)
            rows += (Row(*row) for row in source.rows(games.order_by(*order)[:most]))
        return sorted(rows, key=_order, reverse=rising)[:most]

    def _undated(self, place: Place | None, most: int) -> list[Row]:
        rising = place is not None and place.rising
        order = ("-p_kind", "p_id") if rising else ("p_kind", "-p_id")
        first, *rest = (
            source.rows(source.games.filter(_beside(source, place), played_on=None))
            for source in self._sources
        )
        return [Row(*row) for row in first.union(*rest, all=True).order_by(*order)[:most]]


def _beside(source: Source, place: Place | None) -> Q:
    """Return the condition that a source's games lie on the far side of a place."""
    if place is None:
        return Q()
    past = source.kind < place.kind if place.rising else source.kind > place.kind
    further = Q(**{"pk__gt" if place.rising else "pk__lt": place.id})
    of_day = Q() if past else further if source.kind == place.kind else Q(pk__in=[])
    if place.day is None:
        return of_day
    sign = "gt" if place.rising else "lt"
    # The first condition says nothing new; it tells the index where to begin.
    return Q(**{f"played_on__{sign}e": place.day}) & (
        Q(**{f"played_on__{sign}": place.day}) | (Q(played_on=place.day) & of_day)
    )


def _order(row: Row) -> tuple[int, str, int]:
    """Return what puts dated rows in order, the latest first."""
    day = row.played_on or datetime.date.min
    return -day.toordinal(), row.kind, -row.id


def _page(rows: list[Row], size: int, language: str, *, rising: bool, beside: bool) -> LogPage:
    """Return a page; one row more than it holds says that there is another behind it."""
    more = len(rows) > size
    rows = rows[:size]
    if rising:
        rows.reverse()
    newer, older = (more, beside) if rising else (beside, more)
    return LogPage(
        plays=plays_of(rows, language=language),
        newer=_place(rows[0], rising=True) if rows and newer else None,
        older=_place(rows[-1]) if rows and older else None,
    )


def _place(row: Row, *, rising: bool = False) -> Place:
    return Place(row.played_on, row.kind, row.id, rising)
