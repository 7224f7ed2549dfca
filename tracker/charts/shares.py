"""Games won: each as a square while they are few, then the share as a dot on its interval."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.selectors.statistics import Score, Share
from tracker.charts.values import (
    EDGE,
    MANY,
    NO_SHARE,
    WIDTH,
    Chart,
    Table,
    Tick,
    anchor,
    clipped,
    percent,
    percents,
    won_and_lost,
)

TOP = 24
ROW = 38  # of a name over its line
FOOT = 20  # the label of the share of all games, under the rows
MAX_ROWS = 10
LETTERS = 34  # of a name
FEWEST = 2  # games: one alone is not drawn
SQUARE = 22  # from one game to the next


@dataclass(frozen=True, slots=True)
class Square:
    """A game: full if it was won."""

    x: int
    won: bool


@dataclass(frozen=True, slots=True)
class Rate:
    """Games won: squares, or a dot on the line of its interval."""

    name: str
    count: str  # "3 of 5"
    y: int
    x: int  # of the dot
    low: int  # where the line begins
    width: int
    squares: tuple[Square, ...]  # of few games, in place of the dot


@dataclass(frozen=True, slots=True)
class RatePicture:
    """Rows of dots on their lines, for ``plays/rates.html``."""

    rates: tuple[Rate, ...]
    ticks: tuple[Tick, ...]
    base: int  # where the rows end
    mark: Tick | None  # the share of all games


def how_to_read() -> str:
    """Return what a dot and its line mean."""
    return _(
        "A dot is the share of games won; the line through it is the likely range: the fewer "
        "games, the longer."
    )


def rates(
    name: str,
    title: str,
    first: str,
    shares: Sequence[Share],
    *,
    caption: str,
    overall: Score | None = None,
) -> Chart:
    """Draw shares won with their intervals, a row each, beside the share of all games."""
    drawn_shares = [share for share in shares if share.score.decided >= FEWEST][:MAX_ROWS]
    has_dots = any(share.score.decided >= MANY for share in drawn_shares)
    has_squares = any(share.score.decided < MANY for share in drawn_shares)
    note = _("Each square is a game; those won are full.") if has_squares else ""
    shows_all = overall and overall.games and len(drawn_shares) > 1 and has_dots
    mark = _mark(overall) if overall and shows_all else None
    base = TOP + ROW * len(drawn_shares)
    drawn = RatePicture(
        rates=tuple(_rate(share, TOP + ROW * place) for place, share in enumerate(drawn_shares)),
        ticks=_ticks() if has_dots else (),
        base=base,
        mark=mark,
    )
    return Chart(
        id=name,
        title=title,
        text=f"{how_to_read() if has_dots else ''} {note}".strip(),
        note=note,
        template="plays/rates.html",
        drawn=drawn if drawn_shares else None,
        height=base + (FOOT if mark else 4),
        table=_table(caption, first, shares),
        left_out=len(shares) - len(drawn_shares),
    )


def _ticks() -> tuple[Tick, ...]:
    return (
        Tick(EDGE, percent(0), "start"),
        Tick(WIDTH // 2, percent(0.5)),
        Tick(WIDTH - EDGE, percent(1), "end"),
    )


def _mark(overall: Score) -> Tick:
    x = _along(overall.share)
    return Tick(x, _("all games: %(share)s") % {"share": percent(overall.share)}, anchor(x))


def _table(caption: str, first: str, shares: Sequence[Share]) -> Table:
    """Return the numbers; shares only where there are many games, as in the picture."""
    columns = [first, _("Games"), *won_and_lost()]
    rows = [
        [each.name, *map(str, (each.score.games, each.score.won, each.score.lost))]
        for each in shares
    ]
    if any(share.score.decided >= MANY for share in shares):
        columns += [_("Share won"), _("Likely range")]
        rows = [[*row, *told] for row, told in zip(rows, _told(shares), strict=True)]
    return Table(caption, tuple(columns), tuple(map(tuple, rows)))


def _told(shares: Sequence[Share]) -> Iterator[tuple[str, str]]:
    """Yield each share and its likely range, or neither of few games."""
    in_percent, interval = percents(), _("%(low)s to %(high)s")
    for share in shares:
        if share.score.decided < MANY:
            yield NO_SHARE, NO_SHARE
            continue
        won, low, high = map(in_percent, (share.score.share, *share.score.interval))
        yield won, interval % {"low": low, "high": high}


def _rate(share: Share, y: int) -> Rate:
    score = share.score
    low, high = map(_along, score.interval)
    few = score.decided if score.decided < MANY else 0
    return Rate(
        name=clipped(share.name, LETTERS),
        count=_("%(won)s of %(games)s") % {"won": score.won, "games": score.games},
        y=y,
        x=_along(score.share),
        low=low,
        width=max(high - low, 1),
        squares=tuple(Square(EDGE + SQUARE * game, game < score.won) for game in range(few)),
    )


def _along(share: float) -> int:
    return EDGE + round(share * (WIDTH - 2 * EDGE))
