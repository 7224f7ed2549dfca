"""Dials: their values at the end of games won and of games lost."""

from collections import Counter
from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tracker.presenters.charts.values import WIDTH, Chart, Table, Tick, number

STRIP = 46
TOP = 28
SIDE = 12  # half of the largest dot stays inside the picture
LARGEST = 9


def left(name: str, title: str, won: Sequence[int], lost: Sequence[int]) -> Chart:
    """Draw the values of a dial at the end of games won and of games lost."""
    top = max(-(-max(*won, *lost, 1) // 10) * 10, 10)
    most = max(*Counter(won).values(), *Counter(lost).values(), 1)
    named = [
        (pgettext("games, counted together", "won"), won, True),
        (pgettext("games, counted together", "lost"), lost, False),
    ]
    shown = [each for each in named if each[1]]
    text = _(
        "Each dot is a number on the dial, larger if it came up more often: filled after games "
        "won, hollow after games lost. The bar is the median."
    )
    return Chart(
        id=name,
        title=title,
        text=text,
        height=TOP + STRIP * len(shown) + 6,
        template="plays/left.html",
        drawn={
            "strips": [
                _strip(result, values, is_won, TOP + STRIP * place, top, most)
                for place, (result, values, is_won) in enumerate(shown)
            ],
            "ticks": [Tick(_on(value, top), str(value)) for value in (0, top // 2, top)],
        },
        table=Table(
            title,
            (_("Games"), _("Entered"), _("Median"), _("Middle half"), _("Lowest"), _("Highest")),
            tuple((result, *_cells(values)) for result, values, _won in shown),
        ),
    )


def _strip(
    name: str, values: Sequence[int], won: bool, y: int, top: int, most: int
) -> dict[str, Any]:
    """Return the dots of games with one result."""
    count = ngettext("%(count)s game", "%(count)s games", len(values)) % {"count": len(values)}
    return {
        "name": name,
        "count": count,
        "won": won,
        "y": y,
        "median": _on(median(values), top),
        # The place and the size of each number, by how many games ended with it.
        "dots": [
            (_on(value, top), max(round(LARGEST * (times / most) ** 0.5), 2))
            for value, times in Counter(values).items()
        ],
    }


def _cells(values: Sequence[int]) -> tuple[str, ...]:
    several = values if len(values) > 1 else (*values, *values)  # quantiles need two values
    low, middle, high = quantiles(several, n=4, method="inclusive")
    half = _("%(low)s to %(high)s") % {"low": number(low), "high": number(high)}
    return str(len(values)), number(middle), half, str(min(values)), str(max(values))


def _on(value: float, top: int) -> int:
    return SIDE + round(value / top * (WIDTH - 2 * SIDE))
