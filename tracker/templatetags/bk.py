"""What the includes need and the template language lacks: marks, geometry, small arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tracker import pages
from tracker.presenters.charts import Table
from tracker.words import colon as with_colon

register = template.Library()

SILENT = SafeString('aria-hidden="true"')


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


@register.simple_tag(takes_context=True)
def game_url(context: Context, page: str = "game", *args: object) -> str:
    """Return the address of a page of the ``game`` that the template shows."""
    return pages.game_url(context["game"], page, *args)


@register.filter
def colon(label: object) -> str:
    """Put a colon after a label, as the language writes it; without a label, the colon alone."""
    return with_colon(str(label))


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
