"""Shares won: a dot on the line of where the share may lie."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.selectors.statistics import Score, Share
from tracker.presenters.charts.values import (
    EDGE,
    WIDTH,
    Chart,
    Table,
    Tick,
    anchor,
    percent,
    won_and_lost,
)

TOP = 24
ROW = 38  # of a name over its line
FOOT = 20  # what all games say, under the rows
MOST_ROWS = 10
FEWEST = 3  # games: a share of fewer is not drawn


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RatesChart(Chart):
    """Shares won, each with its interval."""

    template = "plays/rates.html"
    rates: tuple[Rate, ...]
    ticks: tuple[Tick, ...]
    base: int
    mark: Tick | None  # what all games say


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
) -> RatesChart:
    """Draw shares won with their intervals, a row each, against what all games say."""
    shown = [share for share in shares if share.score.decided >= FEWEST][:MOST_ROWS]
    rows = tuple(_rate(share, TOP + ROW * place) for place, share in enumerate(shown))
    few = sum(share.score.is_few for share in shown)
    note = ""
    if few:
        note = ngettext(
            "Hollow dot: fewer than five games (%(count)s).",
            "Hollow dots: fewer than five games (%(count)s).",
            few,
        ) % {"count": few}
    mark = _mark(overall) if overall and overall.games and len(shown) > 1 else None
    base = TOP + ROW * len(rows)
    return RatesChart(
        id=name,
        title=title,
        text=f"{how_to_read()} {note}".strip(),
        note=note,
        base=base,
        height=base + (FOOT if mark else 4),
        table=Table(
            caption,
            (first, _("Games"), *won_and_lost(), _("Share won"), _("Likely range")),
            tuple((share.name, *_cells(share.score)) for share in shares),
        ),
        rates=rows,
        ticks=(
            Tick(EDGE, percent(0), "start"),
            Tick(EDGE + (WIDTH - 2 * EDGE) // 2, percent(0.5)),
            Tick(WIDTH - EDGE, percent(1), "end"),
        ),
        mark=mark,
        left_out=len(shares) - len(shown),
    )


def _mark(overall: Score) -> Tick:
    x = _along(overall.share)
    return Tick(x, _("all games: %(share)s") % {"share": percent(overall.share)}, anchor(x))


def _cells(score: Score) -> tuple[str, ...]:
    low, high = map(percent, score.interval)
    interval = _("%(low)s to %(high)s") % {"low": low, "high": high}
    return (str(score.games), str(score.won), str(score.lost), percent(score.share), interval)


def _rate(share: Share, y: int) -> Rate:
    score = share.score
    low, high = map(_along, score.interval)
    return Rate(
        name=share.name,
        count=_("%(won)s of %(games)s") % {"won": score.won, "games": score.games},
        y=y,
        x=_along(score.share),
        low=low,
        width=max(high - low, 1),
        few=score.is_few,
    )


def _along(share: float) -> int:
    return EDGE + round(share * (WIDTH - 2 * EDGE))
