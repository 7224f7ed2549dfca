"""The values of charts, and the measures and words that all of them share."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.formats import localize
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

WIDTH = 360
EDGE = 8
MANY = 10  # games: of fewer, each is counted, and no share is told
NO_SHARE = "–"  # in a table


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table, with the name of its column."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; its first cell is its heading."""

    head: Cell
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of a chart."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def labelled_rows(self) -> Iterator[Row]:
        """Yield the rows, each cell with the name of its column."""
        for row in self.rows:
            head, *cells = (
                Cell(label, text) for label, text in zip(self.columns, row, strict=True)
            )
            yield Row(head, tuple(cells))


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
    drawn: object | None  # of the type that the template names; None if there is nothing to draw
    table: Table
    note: str | None = None  # beside the picture, instead of ``text``
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
    """Return the headings of two columns."""
    return pgettext("number of games", "Won"), pgettext("number of games", "Lost")


def percents() -> Callable[[float], str]:
    """Return a function that formats shares as percentages; the format is translated once."""
    words = _("%(number)s%%")
    return lambda share: words % {"number": round(100 * share)}


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return percents()(share)


def number(value: float) -> str:
    """Return a number with at most one decimal, as the language writes it."""
    rounded = round(value, 1)
    return str(localize(int(rounded) if rounded == int(rounded) else rounded))


def clipped(name: str, most: int) -> str:
    """Return a name, truncated if it is too long; only then is Django's slow Truncator asked."""
    return name if len(name) <= most else Truncator(name).chars(most)


def tall(games: int, most: int, tallest: int) -> int:
    """Return the height of a bar, which is visible unless it counts nothing."""
    return max(round(games / most * tallest), 2) if games else 0


def anchor(x: int) -> str:
    """Return the text anchor that keeps a label inside the picture."""
    return "start" if x < WIDTH // 5 else "end" if x > WIDTH * 4 // 5 else "middle"
