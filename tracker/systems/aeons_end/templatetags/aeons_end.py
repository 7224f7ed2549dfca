"""Template filters of Aeon's End: kinds of cards, breaches, the path of the chapters."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from django import template
from django.utils.translation import gettext, gettext_lazy

from campaign.rules.aeons_end.breaches import Breach
from tracker.systems.aeons_end import words

register = template.Library()

STEP = 52  # between two stations of the chapter path, in SVG units
MARGIN = 30
HEIGHTS = (58, 38, 60, 42, 62, 40, 54)  # of the stations, in turn
STATIONS = {
    "won": gettext_lazy("Chapter %(number)s: won"),
    "lost": gettext_lazy("Chapter %(number)s: lost"),
    "here": gettext_lazy("Chapter %(number)s: you are here"),
    "sealed": gettext_lazy("Chapter %(number)s: sealed"),
}


@register.filter
def kind_name(kind: str) -> str:
    """Return the name of a card's kind; an unknown kind is returned unchanged."""
    return words.card_kind(kind) or words.nemesis_kind(kind) or kind


@register.filter
def breach_label(breach: Breach) -> str:
    """Return the text alternative of a drawn breach."""
    values = {"number": breach.number, "focus": breach.focus_cost, "open": breach.open_cost}
    if breach.state == "open":
        return gettext("Breach %(number)s, open") % values
    if breach.state == "absent":
        return gettext("No breach %(number)s") % values
    return gettext("Breach %(number)s, closed: %(focus)s to focus, %(open)s to open") % values


@register.filter
def chapter_path(chapters: Mapping[int, str]) -> dict[str, object]:
    """Return the drawing of the chapters as a winding path, done up to the current one."""
    points = [(MARGIN + at * STEP, HEIGHTS[at % len(HEIGHTS)]) for at in range(len(chapters))]
    walked = max((at for at, state in enumerate(chapters.values()) if state != "sealed"), default=0)
    return {
        "width": 2 * MARGIN + max(len(points) - 1, 0) * STEP,
        "done": _curve(points[: walked + 1]),
        "ahead": _curve(points[walked:]),
        "stations": [
            {
                "number": number,
                "state": state,
                "x": x,
                "y": y,
                "label": str(STATIONS[state]) % {"number": number},
            }
            for (number, state), (x, y) in zip(chapters.items(), points, strict=True)
        ],
    }


def _curve(points: Sequence[tuple[int, int]]) -> str:
    """Return an SVG path through points, horizontal at each of them."""
    if len(points) < 2:
        return ""
    (x, y), bend = points[0], STEP // 2
    return f"M{x} {y}" + "".join(
        f"C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}" for (x1, y1), (x2, y2) in pairwise(points)
    )
