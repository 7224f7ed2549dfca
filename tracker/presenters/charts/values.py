"""The values of charts, and the measures and words that all of them share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
    """A label at a place of the picture, or without one; ``anchor`` keeps it inside."""

    x: int | None
    text: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A picture, and the same numbers in a table."""

    id: str
    title: str
    text: str
    height: int
    template: str  # of the picture; it reads ``drawn``
    drawn: Mapping[str, Any]  # empty if there is nothing to draw
    table: Table
    note: str | None = None  # beside the picture, instead of ``text``
    left_out: int = 0


def won_and_lost() -> tuple[str, str]:
    """Return the headings of two columns."""
    return pgettext("number of games", "Won"), pgettext("number of games", "Lost")


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return _("%(number)s%%") % {"number": round(100 * share)}


def number(value: float) -> str:
    """Return a number with at most one decimal, as the language writes it."""
    rounded = round(value, 1)
    return str(localize(int(rounded) if rounded == int(rounded) else rounded))


def tall(games: int, most: int, tallest: int) -> int:
    """Return the height of a bar, which is visible unless it counts nothing."""
    return max(round(games / most * tallest), 2) if games else 0


def anchor(x: int) -> str:
    """Return the text anchor that keeps a label inside the picture."""
    return "start" if x < WIDTH // 5 else "end" if x > WIDTH * 4 // 5 else "middle"
