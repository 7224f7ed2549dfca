"""What the templates of Aeon's End need: kinds of cards, breaches, the path of the chapters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Station:
    """A chapter's place on the path."""

    number: int
    state: str
    x: int
    y: int
    label: str


@dataclass(frozen=True, slots=True)
class ChapterPath:
    """The path as drawn: the way gone, the way ahead, the stations."""

    width: int
    done: str
    ahead: str
    stations: tuple[Station, ...]


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
def chapter_path(chapters: Mapping[int, str]) -> ChapterPath:
    """Lay the chapters out along a wandering path; it is walked up to where the campaign stands."""
    stations = tuple(
        Station(
            number=number,
            state=state,
            x=MARGIN + index * STEP,
            y=HEIGHTS[index % len(HEIGHTS)],
            label=str(STATIONS[state]) % {"number": number},
        )
        for index, (number, state) in enumerate(chapters.items())
    )
    walked = max((i for i, at in enumerate(stations) if at.state != "sealed"), default=0)
    return ChapterPath(
        width=2 * MARGIN + max(len(stations) - 1, 0) * STEP,
        done=_curve(stations[: walked + 1]),
        ahead=_curve(stations[walked:]),
        stations=stations,
    )


def _curve(stations: Sequence[Station]) -> str:
    """Join stations with curves that leave and arrive level."""
    if len(stations) < 2:
        return ""
    start = f"M{stations[0].x} {stations[0].y}"
    bend = STEP // 2
    return start + "".join(
        f"C{a.x + bend} {a.y} {b.x - bend} {b.y} {b.x} {b.y}" for a, b in pairwise(stations)
    )
