"""Numbers round by round, as lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tracker.charts.values import EDGE, WIDTH, Chart, Table, Tick, number
from tracker.words import series

TOP, DEEP = 14, 100
LABEL = 18  # under the lines


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its points as SVG, and its dash style, which does not rely on colour."""

    points: str
    style: int


@dataclass(frozen=True, slots=True)
class LinePicture:
    """Lines between two rules, for ``plays/lines.html``."""

    lines: tuple[Line, ...]
    ticks: tuple[Tick, ...]
    top: int  # the places of the rules
    base: int


def lines_chart(
    id: str,  # noqa: A002 # a chart has one
    title: str,
    lines: Sequence[tuple[str, Sequence[float]]],
    most: int,
    *,
    says: str = "",
    first: int = 0,
    of_games: bool = False,
) -> Chart:
    """Draw a line for each of some numbers: its value at the start and after each round.

    ``says`` replaces the general description; the table begins with the round ``first``.
    ``of_games``: the values are those after each game of a campaign.
    """
    rounds = max((len(values) for _name, values in lines), default=1) - 1

    def points(values: Sequence[float]) -> str:
        wide = (WIDTH - 2 * EDGE) / max(rounds, 1)
        return " ".join(
            f"{EDGE + round(wide * place)},{TOP + DEEP - round(DEEP * value / max(most, 1))}"
            for place, value in enumerate(values)
        )

    styles = [_("solid"), _("dashed"), _("dotted"), _("dash-dotted")]
    names = series(f"{name} ({styles[n % len(styles)]})" for n, (name, _line) in enumerate(lines))
    said = (says or _("From 0 to %(most)s: %(names)s.")) % {"most": most, "names": names}
    rows = tuple(
        (str(place), *(number(line[place]) if place < len(line) else "–" for _name, line in lines))
        for place in range(first, rounds + 1)
    )
    step = (
        pgettext("column of the results table", "Game")
        if of_games
        else pgettext("of a game", "Round")
    )
    latest = _("Game %(number)s") if of_games else _("Round %(number)s")
    last = Tick(WIDTH - EDGE, latest % {"number": rounds}, "end")
    return Chart(
        id=id,
        title=title,
        text=said,
        height=TOP + DEEP + LABEL,
        table=Table(title, (step, *(name for name, _ in lines)), rows),
        template="plays/lines.html",
        drawn=LinePicture(
            lines=tuple(
                Line(points(values), n % len(styles)) for n, (_name, values) in enumerate(lines)
            ),
            ticks=(Tick(EDGE, "0", "start"), last),
            top=TOP,
            base=TOP + DEEP,
        ),
    )
