"""Shares of games won: a dot on the line of its confidence interval."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.selectors.statistics import Score, Share
from tracker.charts.values import (
    EDGE,
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
FEWEST = 3  # games: a share of fewer is not drawn


@dataclass(frozen=True, slots=True)
class Rate:
    """A share won: a dot on the line of its interval."""

    name: str
    count: str  # "3 of 5"
    y: int
    x: int  # of the dot
    low: int  # where the line begins
    width: int
    few: bool  # games: the dot is hollow


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
    few = sum(share.score.is_few for share in drawn_shares)
    note = ""
    if few:
        note = ngettext(
            "Hollow dot: fewer than five games (%(count)s).",
            "Hollow dots: fewer than five games (%(count)s).",
            few,
        ) % {"count": few}
    mark = _mark(overall) if overall and overall.games and len(drawn_shares) > 1 else None
    base = TOP + ROW * len(drawn_shares)
    drawn = RatePicture(
        rates=tuple(_rate(share, TOP + ROW * place) for place, share in enumerate(drawn_shares)),
        ticks=(
            Tick(EDGE, percent(0), "start"),
            Tick(WIDTH // 2, percent(0.5)),
            Tick(WIDTH - EDGE, percent(1), "end"),
        ),
        base=base,
        mark=mark,
    )
    return Chart(
        id=name,
        title=title,
        text=f"{how_to_read()} {note}".strip(),
        note=note,
        template="plays/rates.html",
        drawn=drawn if drawn_shares else None,
        height=base + (FOOT if mark else 4),
        table=Table(
            caption,
            (first, _("Games"), *won_and_lost(), _("Share won"), _("Likely range")),
            tuple(_rows(shares)),
        ),
        left_out=len(shares) - len(drawn_shares),
    )


def _mark(overall: Score) -> Tick:
    x = _along(overall.share)
    return Tick(x, _("all games: %(share)s") % {"share": percent(overall.share)}, anchor(x))


def _rows(shares: Sequence[Share]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table."""
    in_percent, interval = percents(), _("%(low)s to %(high)s")
    for share in shares:
        score = share.score
        won, low, high = map(in_percent, (score.share, *score.interval))
        counts = map(str, (score.games, score.won, score.lost))
        yield share.name, *counts, won, interval % {"low": low, "high": high}


def _rate(share: Share, y: int) -> Rate:
    score = share.score
    low, high = map(_along, score.interval)
    return Rate(
        name=clipped(share.name, LETTERS),
        count=_("%(won)s of %(games)s") % {"won": score.won, "games": score.games},
        y=y,
        x=_along(score.share),
        low=low,
        width=max(high - low, 1),
        few=score.is_few,
    )


def _along(share: float) -> int:
    return EDGE + round(share * (WIDTH - 2 * EDGE))
