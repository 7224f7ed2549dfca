"""Dials: their values at the end of games won and of games lost."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tracker.charts.values import WIDTH, Chart, Table, Tick, number

STRIP = 46
TOP = 28
SIDE = 12  # half of the largest dot stays inside the picture
LARGEST = 9


@dataclass(frozen=True, slots=True)
class Dot:
    """A number on a dial; the more games ended with it, the larger."""

    x: int
    radius: int


@dataclass(frozen=True, slots=True)
class Strip:
    """The dots of games with one result."""

    name: str
    count: str
    won: bool
    y: int
    median: int  # its place
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class DialPicture:
    """Dots on a dial, for ``plays/left.html``."""

    strips: tuple[Strip, ...]
    ticks: tuple[Tick, ...]


def left(name: str, title: str, won: Sequence[int], lost: Sequence[int]) -> Chart:
    """Draw the values of a dial at the end of games won and of games lost."""
    top = max(-(-max(*won, *lost, 1) // 10) * 10, 10)
    most = max(*Counter(won).values(), *Counter(lost).values(), 1)
    named = [
        (pgettext("games, counted together", "won"), won, True),
        (pgettext("games, counted together", "lost"), lost, False),
    ]
    noted = [(result, values, is_won) for result, values, is_won in named if values]
    text = _(
        "Each dot is a number on the dial, larger if it came up more often: filled after games "
        "won, hollow after games lost. The bar is the median."
    )
    return Chart(
        id=name,
        title=title,
        text=text,
        height=TOP + STRIP * len(noted) + 6,
        template="plays/left.html",
        drawn=DialPicture(
            strips=tuple(
                _strip(result, values, is_won, TOP + STRIP * place, top, most)
                for place, (result, values, is_won) in enumerate(noted)
            ),
            ticks=tuple(Tick(_on(value, top), str(value)) for value in (0, top // 2, top)),
        ),
        table=Table(
            title,
            (_("Games"), _("Entered"), _("Median"), _("Middle half"), _("Lowest"), _("Highest")),
            tuple((result, *_cells(values)) for result, values, _won in noted),
        ),
    )


def _strip(name: str, values: Sequence[int], won: bool, y: int, top: int, most: int) -> Strip:
    """Return the dots of games with one result; ``most`` games ended with the same number."""
    return Strip(
        name=name,
        count=ngettext("%(count)s game", "%(count)s games", len(values)) % {"count": len(values)},
        won=won,
        y=y,
        median=_on(median(values), top),
        dots=tuple(
            Dot(_on(value, top), max(round(LARGEST * (times / most) ** 0.5), 2))
            for value, times in Counter(values).items()
        ),
    )


def _cells(values: Sequence[int]) -> tuple[str, ...]:
    several = values if len(values) > 1 else (*values, *values)  # quantiles need two values
    low, middle, high = quantiles(several, n=4, method="inclusive")
    half = _("%(low)s to %(high)s") % {"low": number(low), "high": number(high)}
    return str(len(values)), number(middle), half, str(min(values)), str(max(values))


def _on(value: float, top: int) -> int:
    return SIDE + round(value / top * (WIDTH - 2 * SIDE))
