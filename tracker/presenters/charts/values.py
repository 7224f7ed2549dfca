"""The values that charts are drawn from, and what all of them measure and name alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import localize
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

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
    """Words at a place of the picture, or without one; ``anchor`` keeps them inside."""

    x: int | None
    text: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A picture and its numbers."""

    id: str
    title: str
    text: str
    height: int
    template: str  # of the picture; it reads ``drawn``
    drawn: Mapping[str, Any]  # empty where there is nothing to draw
    table: Table
    note: str | None = None  # beside the picture, instead of the whole description
    left_out: int = 0

    @property
    def caption(self) -> str:
        """Return what stands under the picture."""
        note = self.text if self.note is None else self.note
        if not self.left_out:
            return note
        more = ngettext(
            "%(count)s more is in the table.", "%(count)s more are in the table.", self.left_out
        )
        return f"{note} {more % {'count': self.left_out}}".strip()


def won_and_lost() -> tuple[str, str]:
    """Return the heads of two columns that count games."""
    return pgettext("number of games", "Won"), pgettext("number of games", "Lost")


def percents() -> Callable[[float], str]:
    """Return what puts a share into words, with one translation for many."""
    words = _("%(number)s%%")
    return lambda share: words % {"number": round(100 * share)}


def percent(share: float) -> str:
    """Return a share in words."""
    return percents()(share)


def number(value: float) -> str:
    """Return a number with at most one decimal, as the language writes it."""
    rounded = round(value, 1)
    return str(localize(int(rounded) if rounded == int(rounded) else rounded))


def clipped(name: str, most: int) -> str:
    """Return as much of a name as there is room for; most fit, and Django's truncation is slow."""
    return name if len(name) <= most else Truncator(name).chars(most)


def tall(games: int, most: int, tallest: int) -> int:
    """Return the height of a bar: whatever happened at all can be seen."""
    return max(round(games / most * tallest), 2) if games else 0


def anchor(x: int) -> str:
    """Keep a word inside the picture."""
    return "start" if x < WIDTH // 5 else "end" if x > WIDTH * 4 // 5 else "middle"
