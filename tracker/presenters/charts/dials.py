"""Numbers on a dial: how it stood at the end, after games won and after games lost."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.selectors.statistics import Dial, Spread
from tracker.presenters.charts.values import WIDTH, Chart, Table, Tick, number

STRIP = 46
TOP = 28
SIDE = 12  # half of the largest dot stays inside the picture
LARGEST = 9


@dataclass(frozen=True, slots=True)
class Dot:
    """So many games at one number."""

    x: int
    r: int


@dataclass(frozen=True, slots=True)
class Strip:
    """How a dial stood after games of one result."""

    name: str
    y: int
    dots: tuple[Dot, ...]
    median: int
    won: bool
    count: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DialChart(Chart):
    """How a dial stood at the end."""

    template = "plays/left.html"
    strips: tuple[Strip, ...]
    ticks: tuple[Tick, ...]


def left(name: str, title: str, told: Dial) -> DialChart:
    """Draw how a dial stood at the end, after games won and after games lost."""
    highest = max([spread.highest for spread in (told.won, told.lost) if spread.total], default=1)
    top = max(-(-highest // 10) * 10, 10)
    most = max((n for s in (told.won, told.lost) for _value, n in s.counts), default=1)
    named = [
        (pgettext("games, counted together", "won"), told.won, True),
        (pgettext("games, counted together", "lost"), told.lost, False),
    ]
    shown = [each for each in named if each[1].total]
    strips = tuple(
        _strip(result, spread, won, TOP + STRIP * place, top, most)
        for place, (result, spread, won) in enumerate(shown)
    )
    text = _(
        "Each dot is a number on the dial, larger if it came up more often: filled after games "
        "won, hollow after games lost. The bar is the median."
    )
    return DialChart(
        id=name,
        title=title,
        text=text,
        note=text,
        height=TOP + STRIP * len(strips) + 6,
        strips=strips,
        ticks=tuple(Tick(_on(value, top), str(value)) for value in (0, top // 2, top)),
        table=Table(
            title,
            (_("Games"), _("Entered"), _("Median"), _("Middle half"), _("Lowest"), _("Highest")),
            tuple((result, *_spread_cells(spread)) for result, spread, _won in shown),
        ),
    )


def _strip(name: str, spread: Spread, won: bool, y: int, top: int, most: int) -> Strip:
    dots = tuple(
        Dot(_on(value, top), max(round(LARGEST * (times / most) ** 0.5), 2))
        for value, times in spread.counts
    )
    count = ngettext("%(count)s game", "%(count)s games", spread.total) % {"count": spread.total}
    return Strip(name, y, dots, _on(spread.median, top), won, count)


def _spread_cells(spread: Spread) -> tuple[str, ...]:
    half = _("%(low)s to %(high)s") % {
        "low": number(spread.at(0.25)),
        "high": number(spread.at(0.75)),
    }
    return (
        str(spread.total),
        number(spread.median),
        half,
        str(spread.lowest),
        str(spread.highest),
    )


def _on(value: float, top: int) -> int:
    return SIDE + round(value / top * (WIDTH - 2 * SIDE))
