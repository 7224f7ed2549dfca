"""What the templates of Aeon's End need: kinds of cards, breaches, the path of the chapters."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from django import template
from django.utils.translation import gettext, gettext_lazy

from campaign.rules.aeons_end.mages import Breach
from tracker.systems.aeons_end import words

register = template.Library()

STEP = 52  # between two stations of the chapter path, in its own units
MARGIN = 30
HEIGHTS = (58, 38, 60, 42, 62, 40, 54)  # the path wanders, but always the same way
STATIONS = {
    "won": gettext_lazy("Chapter %(number)s: won"),
    "lost": gettext_lazy("Chapter %(number)s: lost"),
    "here": gettext_lazy("Chapter %(number)s: you are here"),
    "sealed": gettext_lazy("Chapter %(number)s: sealed"),
}


@register.filter
def kind_name(kind: str) -> str:
    """Say what kind a card is; a kind that players made up is its own word."""
    return words.card_kind(kind) or words.nemesis_kind(kind) or kind


@register.filter
def breach_label(breach: Breach) -> str:
    """Say how a breach lies, for those who do not see it drawn."""
    values = {"number": breach.number, "focus": breach.focus_cost, "open": breach.open_cost}
    if breach.state == "open":
        return gettext("Breach %(number)s, open") % values
    if breach.state == "absent":
        return gettext("No breach %(number)s") % values
    return gettext("Breach %(number)s, closed: %(focus)s to focus, %(open)s to open") % values


@register.filter
def chapter_path(chapters: Mapping[int, str]) -> dict[str, object]:
    """Lay the chapters out along a wandering path; it is walked up to where the campaign stands."""
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
    """Join stations with curves that leave and arrive level."""
    if len(points) < 2:
        return ""
    (x, y), bend = points[0], STEP // 2
    return f"M{x} {y}" + "".join(
        f"C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}" for (x1, y1), (x2, y2) in pairwise(points)
    )
