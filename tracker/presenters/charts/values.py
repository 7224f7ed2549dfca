"""The values that charts are drawn from, and what all of them measure and name alike."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

WIDTH = 360
EDGE = 8


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of a chart."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A word at a place of the axis; ``anchor`` keeps it inside the picture."""

    x: int
    text: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Rate:
    """A share won, as a dot on the line of where it may lie."""

    name: str
    count: str
    y: int
    x: int
    low: int
    width: int
    few: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar, or the two bars of a period: won above the line, lost below it."""

    x: int
    width: int
    y: int
    height: int
    below: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """So many games at one number."""

    x: int
    y: int
    r: int


@dataclass(frozen=True, slots=True)
class Strip:
    """How a dial stood after games of one result."""

    name: str
    y: int
    dots: tuple[Dot, ...]
    median: int | None
    won: bool
    count: str = ""


@dataclass(frozen=True, slots=True)
class Stay:
    """A pile's time in the market; ``ended`` where it was banished."""

    x: int
    width: int
    ended: bool


@dataclass(frozen=True, slots=True)
class Lane:
    """A pile's way through the games of a campaign."""

    name: str
    card: str  # its kind and cost
    y: int
    stays: tuple[Stay, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A game of the market's picture; ``won`` is None for the one still to come."""

    x: int
    won: bool | None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture and its numbers; the kind names the template that draws it."""

    kind: str
    id: str
    title: str
    text: str
    height: int
    table: Table
    note: str = ""  # beside the picture; the whole description is in it
    rates: tuple[Rate, ...] = ()
    bars: tuple[Bar, ...] = ()
    strips: tuple[Strip, ...] = ()
    columns: tuple[Column, ...] = ()
    lanes: tuple[Lane, ...] = ()
    ticks: tuple[Tick, ...] = ()
    base: int = 0
    mark: int | None = None
    mark_label: str = ""
    mark_anchor: str = "middle"
    radius: int = 0  # of a game's dot; 0 where there is no room for dots
    left_out: int = 0


def won_and_lost() -> tuple[str, str]:
    """Return the heads of two columns that count games."""
    return pgettext("number of games", "Won"), pgettext("number of games", "Lost")


def percent(share: float) -> str:
    """Return a share in words."""
    return _("%(number)s%%") % {"number": round(100 * share)}


def number(value: float) -> str:
    """Return a number with at most one decimal, as the language writes it."""
    rounded = round(value, 1)
    return str(localize(int(rounded) if rounded == int(rounded) else rounded))


def tall(games: int, most: int, tallest: int) -> int:
    """Return the height of a bar: whatever happened at all can be seen."""
    return max(round(games / most * tallest), 2) if games else 0


def anchor(x: int) -> str:
    """Keep a word inside the picture."""
    return "start" if x < WIDTH // 5 else "end" if x > WIDTH * 4 // 5 else "middle"
