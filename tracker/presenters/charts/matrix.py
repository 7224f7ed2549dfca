"""Each against each: the share of games that a row won against a column."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.selectors.statistics import Score
from tracker.presenters.charts.values import WIDTH, Chart, Table, percent, won_and_lost

MOST = 12  # names that a picture has room for
NAMES = 126  # units for the names at the left
TOP = 26
LARGEST = 40
SHADES = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """A row against a column that it met: the share won in hundredths, and where it stands."""

    x: int
    y: int
    middle: int
    base: int
    share: int
    shade: int  # the more won, the darker


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixChart(Chart):
    """Rows against columns."""

    template = "plays/matrix.html"
    heads: tuple[tuple[str, int, int], ...]  # a name, where its column stands, and its row
    cells: tuple[Cell, ...]
    size: int
    grid: str  # the lines between all cells, as a path


def matrix(
    name: str,
    title: str,
    first: str,
    names: Sequence[str],
    won: Counter[tuple[int, int]],
    *,
    text: str,
) -> MatrixChart:
    """Draw the share won by each against each; ``won`` counts by the places of two names."""
    pairs = permutations(range(len(names)), 2)
    scores = ((row, other, Score(won[row, other], won[other, row])) for row, other in pairs)
    met = [(row, column, found) for row, column, found in scores if found.games]
    shown = range(min(len(names), MOST))
    step = min((WIDTH - NAMES) // max(len(shown), 1), LARGEST)
    return MatrixChart(
        id=name,
        title=title,
        text=text,
        height=TOP + step * len(shown) + 4,
        left_out=len(names) - len(shown),
        heads=tuple(
            (names[n], NAMES + step * n + step // 2, TOP + step * n + step // 2 + 3) for n in shown
        ),
        cells=tuple(_cell(*each, step) for each in met if max(each[:2]) < MOST),
        size=step - 2,
        grid=_grid(len(shown), step),
        table=Table(
            title,
            (
                first,
                pgettext("a column: the opponent", "Against"),
                _("Games"),
                *won_and_lost(),
                _("Share won"),
            ),
            tuple(_row(names[row], names[column], found) for row, column, found in met),
        ),
    )


def _row(name: str, other: str, found: Score) -> tuple[str, ...]:
    counts = map(str, (found.games, found.won, found.lost))
    return (name, other, *counts, percent(found.share))


def _cell(row: int, column: int, found: Score, step: int) -> Cell:
    x, y, share = NAMES + step * column, TOP + step * row, round(100 * found.share)
    shade = min(share * SHADES // 100, SHADES - 1)
    return Cell(x, y, x + step // 2 - 1, y + step // 2 + 3, share, shade)


def _grid(count: int, step: int) -> str:
    whole = step * count
    places = range(0, whole + 1, step)
    down = "".join(f"M{NAMES - 1 + x} {TOP - 1}v{whole}" for x in places)
    return down + "".join(f"M{NAMES - 1} {TOP - 1 + y}h{whole}" for y in places)
