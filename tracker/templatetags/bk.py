"""What the includes need and the template language lacks: marks, geometry, small arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Protocol

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from tracker.presenters.charts import Table
from tracker.systems.aeons_end import words

register = template.Library()

SILENT = SafeString('aria-hidden="true"')

STEP = 52  # between two stations of the chapter path, in its own units
MARGIN = 30
HEIGHTS = (58, 38, 60, 42, 62, 40, 54)  # the path wanders, but always the same way


STATIONS = {
    "won": gettext_lazy("Chapter %(number)s: won"),
    "lost": gettext_lazy("Chapter %(number)s: lost"),
    "here": gettext_lazy("Chapter %(number)s: you are here"),
    "sealed": gettext_lazy("Chapter %(number)s: sealed"),
}


class Breach(Protocol):
    """What the drawing of a breach asks of it."""

    @property
    def number(self) -> str: ...
    @property
    def state(self) -> str: ...  # "open" | "closed" | "absent"
    @property
    def focus_cost(self) -> int | None: ...
    @property
    def open_cost(self) -> int | None: ...


class Chapter(Protocol):
    """What the chapter path asks of a chapter."""

    @property
    def number(self) -> int: ...
    @property
    def state(self) -> str: ...  # "won" | "lost" | "here" | "sealed"


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


@register.simple_tag
def icon(name: str, label: str = "", large: bool = False) -> SafeString:
    """Draw a symbol; with a label it speaks, without one it is silent."""
    return format_html(
        '<svg class="icon{}" {}><use href="{}#{}"/></svg>',
        " icon--large" if large else "",
        format_html('role="img" aria-label="{}"', label) if label else SILENT,
        _sprite(),
        name,
    )


@cache  # it never changes, and is costly to find: a page draws dozens of symbols
def _sprite() -> str:
    return static("img/symbols.svg")


@register.filter
def kind_name(kind: str) -> str:
    """Say what kind a card is; a kind that players made up is its own word."""
    return words.card_kind(kind) or words.nemesis_kind(kind) or kind


@register.filter
def colon(label: object) -> str:
    """Put a colon after a label, as the language writes it; without a label, the colon alone."""
    return words.colon(str(label))


@register.filter
def breach_label(breach: Breach) -> str:
    """Say how a breach lies, for those who do not see it drawn."""
    values = {
        "number": breach.number,
        "focus": breach.focus_cost,
        "open": breach.open_cost,
    }
    if breach.state == "open":
        return gettext("Breach %(number)s, open") % values
    if breach.state == "absent":
        return gettext("No breach %(number)s yet") % values
    return gettext("Breach %(number)s, closed: %(focus)s to focus, %(open)s to open") % values


@register.filter
def initials(name: str) -> str:
    """Shorten a mage's name to one or two letters."""
    words = name.replace("-", " ").split()
    if len(words) > 1:
        return (words[0][0] + words[1][0]).upper()
    return words[0][:2].capitalize() if words else "?"


@register.filter
def longest_word(text: str) -> int:
    """Return how many letters the longest word has."""
    return max(map(len, text.split()), default=0)


@register.filter
def times(number: int | None) -> range:
    """Count from one to a number, for drawing that many of something."""
    return range(1, (number or 0) + 1)


@register.simple_tag
def ledger(table: Table) -> SafeString:
    """Write a table that becomes cards on a phone: each cell carries the name of its column."""
    heads = ((name,) for name in table.columns)
    rows = ((_cells(table.columns, row),) for row in table.rows)
    return format_html(
        '<table class="ledger" role="table"><caption>{}</caption>'
        '<thead role="rowgroup"><tr role="row">{}</tr></thead>'
        '<tbody role="rowgroup">{}</tbody></table>',
        table.caption,
        format_html_join("", '<th role="columnheader" scope="col">{}</th>', heads),
        format_html_join("", '<tr role="row">{}</tr>', rows),
    )


def _cells(columns: Sequence[str], row: Sequence[str]) -> SafeString:
    """Write a row; its first cell names it."""
    first, *rest = zip(columns, row, strict=True)
    head = format_html('<th role="rowheader" scope="row" data-label="{}">{}</th>', *first)
    cell = '<td role="cell" data-label="{}"><span>{}</span></td>'
    return head + format_html_join("", cell, rest)


@register.filter
def chapter_path(chapters: Sequence[Chapter]) -> ChapterPath:
    """Lay the chapters out along a wandering path; it is walked up to where the campaign stands."""
    stations = tuple(
        Station(
            number=chapter.number,
            state=chapter.state,
            x=MARGIN + index * STEP,
            y=HEIGHTS[index % len(HEIGHTS)],
            label=str(STATIONS[chapter.state]) % {"number": chapter.number},
        )
        for index, chapter in enumerate(chapters)
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
