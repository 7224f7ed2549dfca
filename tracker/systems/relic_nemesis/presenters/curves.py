"""Infamy round by round, as lines: of one evening, or of many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.relic_nemesis.result import GOAL
from tracker.presenters.charts.values import EDGE, WIDTH, Chart, Table, Tick, number
from tracker.words import series

TOP, DEEP = 14, 100
LABEL = 18  # under the lines


@dataclass(frozen=True, slots=True)
class Curve:
    """A nemesis, and its infamy at the end of each round."""

    name: str
    infamy: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line of the picture; ``style`` tells lines apart without colour."""

    points: str
    style: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvesChart(Chart):
    """Lines from nothing to the goal."""

    template: ClassVar[str] = "relic_nemesis/curves.html"

    lines: tuple[Drawn, ...]
    ticks: tuple[Tick, ...]
    top: int = TOP
    base: int = TOP + DEEP


def curves_chart(title: str, curves: Sequence[Curve]) -> CurvesChart:
    """Return the picture; every line begins at nothing."""
    rounds = max((len(curve.infamy) for curve in curves), default=0)

    def x(place: int) -> int:
        return EDGE + round((WIDTH - 2 * EDGE) * place / max(rounds, 1))

    def line(infamy: tuple[float, ...]) -> str:
        values = (0, *infamy)
        return " ".join(
            f"{x(place)},{TOP + DEEP - round(DEEP * value / GOAL)}"
            for place, value in enumerate(values)
        )

    styles = [_("solid"), _("dashed"), _("dotted"), _("dash-dotted")]
    legend = series(f"{curve.name} ({styles[n % len(styles)]})" for n, curve in enumerate(curves))
    said = _("From 0 to %(goal)s infamy: %(names)s.") % {"goal": GOAL, "names": legend}
    rows = tuple(
        (str(place + 1), *(_shown(curve, place) for curve in curves)) for place in range(rounds)
    )
    last = Tick(WIDTH - EDGE, _("Round %(number)s") % {"number": rounds}, "end")
    return CurvesChart(
        id="infamy",
        title=title,
        text=said,
        note=said,
        height=TOP + DEEP + LABEL,
        table=Table(
            title,
            (pgettext("of a game", "Round"), *(curve.name for curve in curves)),
            rows,
        ),
        lines=tuple(Drawn(line(c.infamy), n % len(styles)) for n, c in enumerate(curves)),
        ticks=(Tick(EDGE, "0", "start"), last),
    )


def _shown(curve: Curve, place: int) -> str:
    return number(curve.infamy[place]) if place < len(curve.infamy) else "–"
