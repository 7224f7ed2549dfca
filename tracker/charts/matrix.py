"""Each against each: the games that a row won against a column."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.selectors.statistics import Score
from tracker.charts.values import (
    MANY,
    NO_SHARE,
    WIDTH,
    Chart,
    Table,
    clipped,
    percent,
    won_and_lost,
)

MAX_NAMES = 12  # names that a picture has room for
MAX_COMPARED = 40  # names in the table: more than any game has
NAMES = 126  # units for the names at the left
LETTERS = 15  # of a name
TOP = 26
LARGEST = 40
SHADES = 5


@dataclass(frozen=True, slots=True)
class Head:
    """A name, and the places of its column and its row."""

    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Cell:
    """What the row won, in a shaded square: of few games each is counted, of many the share."""

    x: int
    y: int
    middle: int  # the place of the text
    base: int
    told: str
    shade: int  # the more won, the darker


@dataclass(frozen=True, slots=True)
class MatrixPicture:
    """Squares in rows and columns, for ``plays/matrix.html``."""

    heads: tuple[Head, ...]
    cells: tuple[Cell, ...]
    size: int  # of a square
    grid: str  # an SVG path


def matrix(
    name: str,
    title: str,
    first: str,
    names: Sequence[str],
    won: Counter[tuple[int, int]],
    *,
    text: str,
) -> Chart:
    """Draw what each won against each; ``won`` counts by the places of two names.

    The table has all pairs that met, of very many names only those of the most played.
    """
    names, won = _most_played(names, won)
    pairs = sorted({pair for one, other in won for pair in ((one, other), (other, one))})
    scores = ((row, other, Score(won[row, other], won[other, row])) for row, other in pairs)
    met = [(row, column, score) for row, column, score in scores if row != column and score.games]
    places = range(min(len(names), MAX_NAMES))
    step = min((WIDTH - NAMES) // max(len(places), 1), LARGEST)
    return Chart(
        id=name,
        title=title,
        text=text,
        height=TOP + step * len(places) + 4,
        left_out=len(names) - len(places),
        template="plays/matrix.html",
        drawn=MatrixPicture(
            heads=tuple(_head(names[place], place, step) for place in places),
            cells=tuple(
                _cell(row, column, score, step)
                for row, column, score in met
                if row < MAX_NAMES and column < MAX_NAMES
            ),
            size=step - 2,
            grid=_grid(len(places), step),
        ),
        table=_table(title, first, names, met),
    )


def _most_played(
    names: Sequence[str], won: Mapping[tuple[int, int], int]
) -> tuple[Sequence[str], Counter[tuple[int, int]]]:
    """Return the names that were played most, in their order, and who of them won how often."""
    played: Counter[int] = Counter()
    for (one, other), games in won.items():
        played.update({one: games})
        played.update({other: games})
    kept = sorted(sorted(range(len(names)), key=lambda place: -played[place])[:MAX_COMPARED])
    new = {place: number for number, place in enumerate(kept)}
    return [names[place] for place in kept], Counter(
        {
            (new[one], new[other]): games
            for (one, other), games in won.items()
            if one in new and other in new
        }
    )


def _table(
    title: str, first: str, names: Sequence[str], met: Sequence[tuple[int, int, Score]]
) -> Table:
    """Return the numbers; shares only where there are many games, as in the picture."""
    columns = [first, pgettext("a column: the opponent", "Against"), _("Games"), *won_and_lost()]
    has_shares = any(score.decided >= MANY for _row, _column, score in met)
    if has_shares:
        columns.append(_("Share won"))
    rows = []
    for row, column, score in met:
        cells = [names[row], names[column], *map(str, (score.games, score.won, score.lost))]
        if has_shares:
            cells.append(percent(score.share) if score.decided >= MANY else NO_SHARE)
        rows.append(tuple(cells))
    return Table(title, tuple(columns), tuple(rows))


def _head(name: str, place: int, step: int) -> Head:
    middle = step * place + step // 2
    return Head(clipped(name, LETTERS), x=NAMES + middle, y=TOP + middle + 3)


def _cell(row: int, column: int, score: Score, step: int) -> Cell:
    x, y, share = NAMES + step * column, TOP + step * row, round(100 * score.share)
    many = score.decided >= MANY
    return Cell(
        x=x,
        y=y,
        middle=x + step // 2 - 1,
        base=y + step // 2 + 3,
        told=str(share) if many else f"{score.won}–{score.lost}",
        shade=min(share * SHADES // 100, SHADES - 1),
    )


def _grid(count: int, step: int) -> str:
    """Return the lines between the cells, as an SVG path."""
    length = step * count
    places = range(0, length + 1, step)
    down = "".join(f"M{NAMES - 1 + x} {TOP - 1}v{length}" for x in places)
    return down + "".join(f"M{NAMES - 1} {TOP - 1 + y}h{length}" for y in places)
