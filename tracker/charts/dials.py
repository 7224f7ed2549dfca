"""Numbers at the end of games: of a dial, by result; of points, by player."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tracker.charts.values import WIDTH, Chart, Table, Tick, clipped, number

STRIP = 46
TOP = 28
SIDE = 12  # half of the largest dot stays inside the picture
LARGEST = 9
MAX_STRIPS = 12
LETTERS = 28  # of a name


@dataclass(frozen=True, slots=True)
class Dot:
    """A number on a dial; the more games ended with it, the larger."""

    x: int
    radius: int


@dataclass(frozen=True, slots=True)
class Strip:
    """The dots of games with one result, or of one player."""

    name: str
    count: str
    won: bool  # its dots are full
    y: int
    median: int  # its place
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class DialPicture:
    """Dots in strips on one scale, for ``plays/left.html``."""

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
                _strip(result, values, is_won, TOP + STRIP * place, (0, top), most)
                for place, (result, values, is_won) in enumerate(noted)
            ),
            ticks=_ticks(0, top),
        ),
        table=Table(
            title,
            _columns(_("Games")),
            tuple((result, *_cells(values)) for result, values, _won in noted),
        ),
    )


def points(by_player: Mapping[str, Sequence[int]]) -> Chart:
    """Draw the points of each player in the games that were played for points."""
    shown = dict(list(by_player.items())[:MAX_STRIPS])
    low, top = _bounds(value for values in shown.values() for value in values)
    most = max((max(Counter(values).values()) for values in shown.values()), default=1)
    title = _("Points by player")
    return Chart(
        id="points",
        title=title,
        text=_(
            "Each dot is a game, larger if it ended with the same points more often. "
            "The bar is the median."
        ),
        height=TOP + STRIP * len(shown) + 6,
        template="plays/left.html",
        drawn=DialPicture(
            strips=tuple(
                _strip(name, values, True, TOP + STRIP * place, (low, top), most)
                for place, (name, values) in enumerate(shown.items())
            ),
            ticks=_ticks(low, top),
        )
        if shown
        else None,
        table=Table(
            title,
            _columns(_("Player")),
            tuple((name, *_cells(values)) for name, values in by_player.items()),
        ),
        left_out=len(by_player) - len(shown),
    )


def _bounds(values: Iterable[int]) -> tuple[int, int]:
    """Return the ends of a scale with 0 on it: of a step each, so that they are round numbers."""
    found = (0, *values)
    step = 10 ** max(len(str(max(map(abs, found)))) - 1, 1)
    return min(found) // step * step, max(-(-max(found) // step) * step, step)


def _ticks(low: int, top: int) -> tuple[Tick, ...]:
    scale = (low, top)
    return tuple(Tick(_on(value, scale), str(value)) for value in (low, (low + top) // 2, top))


def _columns(first: str) -> tuple[str, ...]:
    return (first, _("Entered"), _("Median"), _("Middle half"), _("Lowest"), _("Highest"))


def _strip(
    name: str, values: Sequence[int], won: bool, y: int, scale: tuple[int, int], most: int
) -> Strip:
    """Return dots on a scale; ``most`` games ended with the same number."""
    return Strip(
        name=clipped(name, LETTERS),
        count=ngettext("%(count)s game", "%(count)s games", len(values)) % {"count": len(values)},
        won=won,
        y=y,
        median=_on(median(values), scale),
        dots=tuple(
            Dot(_on(value, scale), max(round(LARGEST * (times / most) ** 0.5), 2))
            for value, times in Counter(values).items()
        ),
    )


def _cells(values: Sequence[int]) -> tuple[str, ...]:
    several = values if len(values) > 1 else (*values, *values)  # quantiles need two values
    low, middle, high = quantiles(several, n=4, method="inclusive")
    half = _("%(low)s to %(high)s") % {"low": number(low), "high": number(high)}
    return str(len(values)), number(middle), half, str(min(values)), str(max(values))


def _on(value: float, scale: tuple[int, int]) -> int:
    low, top = scale
    return SIDE + round((value - low) / (top - low) * (WIDTH - 2 * SIDE))
