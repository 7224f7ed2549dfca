"""Each against each: the share of games that a row won against a column."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.selectors.statistics import Score
from tracker.presenters.charts.values import WIDTH, Chart, Table, clipped, percent, won_and_lost

MAX_NAMES = 12  # names that a picture has room for
NAMES = 126  # units for the names at the left
LETTERS = 15  # of a name
TOP = 26
LARGEST = 40
SHADES = 5


def matrix(
    name: str,
    title: str,
    first: str,
    names: Sequence[str],
    won: Counter[tuple[int, int]],
    *,
    text: str,
) -> Chart:
    """Draw the share won by each against each; ``won`` counts by the places of two names."""
    pairs = permutations(range(len(names)), 2)
    scores = ((row, other, Score(won[row, other], won[other, row])) for row, other in pairs)
    met = [(row, column, found) for row, column, found in scores if found.games]
    shown = range(min(len(names), MAX_NAMES))
    step = min((WIDTH - NAMES) // max(len(shown), 1), LARGEST)
    return Chart(
        id=name,
        title=title,
        text=text,
        height=TOP + step * len(shown) + 4,
        left_out=len(names) - len(shown),
        template="plays/matrix.html",
        drawn={
            # A name, and the places of its column and its row.
            "heads": [
                (
                    clipped(names[n], LETTERS),
                    NAMES + step * n + step // 2,
                    TOP + step * n + step // 2 + 3,
                )
                for n in shown
            ],
            "cells": [_cell(*each, step) for each in met if max(each[:2]) < MAX_NAMES],
            "size": step - 2,
            "grid": _grid(len(shown), step),
        },
        table=Table(
            title,
            (
                first,
                pgettext("a column: the opponent", "Against"),
                _("Games"),
                *won_and_lost(),
                _("Share won"),
            ),
            tuple(_row(names[row], names[column], found) for row, column, found in met),
        ),
    )


def _row(name: str, other: str, found: Score) -> tuple[str, ...]:
    counts = map(str, (found.games, found.won, found.lost))
    return (name, other, *counts, percent(found.share))


def _cell(row: int, column: int, found: Score, step: int) -> dict[str, Any]:
    """Return a cell: the share won in percent, and its place."""
    x, y, share = NAMES + step * column, TOP + step * row, round(100 * found.share)
    shade = min(share * SHADES // 100, SHADES - 1)  # the more won, the darker
    middle, base = x + step // 2 - 1, y + step // 2 + 3
    return {"x": x, "y": y, "middle": middle, "base": base, "share": share, "shade": shade}


def _grid(count: int, step: int) -> str:
    """Return the lines between the cells, as an SVG path."""
    length = step * count
    places = range(0, length + 1, step)
    down = "".join(f"M{NAMES - 1 + x} {TOP - 1}v{length}" for x in places)
    return down + "".join(f"M{NAMES - 1} {TOP - 1 + y}h{length}" for y in places)
