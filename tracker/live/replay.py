"""The replay of a finished live game: its dials over the moves, as an animated SVG for a chat.

It has no style and no script, for the site allows neither in a file. What it costs is bounded by
its steps and lines, however long the game was.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from django.template.loader import render_to_string
from django.utils.text import Truncator

from campaign.models import Game, LiveTable
from campaign.rules.core.live import Position
from campaign.selectors import live as selectors
from tracker.faces.live import ReplayLine
from tracker.live.fragments import live_face
from tracker.web.records import game_face

STEPS = 60  # positions that are shown at most
LINES = 6
NAME = 22  # letters
STEP_SECONDS = 0.6
LEAST_SECONDS = 5.0
LEFT, RIGHT, TOP, BOTTOM = 40, 600, 86, 286  # of the lines, in a picture of 640 × 400
COLOURS = ("#c0adf2", "#f3a094", "#93d2a0", "#e8c665", "#8dbcf0", "#f3a06b")
DASHES = ("", "9 5", "2 5", "12 4 2 4", "5 3", "1 4")  # no line is known by its colour alone


@dataclass(frozen=True, slots=True)
class Shown:
    """A number of a dial, from one moment to another, as shares of the whole time."""

    text: int
    key_times: str
    values: str
    is_last: bool


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A dial: its line, the point that runs along it, and its numbers one after the other."""

    name: str
    colour: str
    dash: str
    points: str
    xs: str
    ys: str
    end_x: float
    end_y: float
    most: int
    last: int
    lengths: str  # of the dial's arc, as dash patterns
    numbers: tuple[Shown, ...]
    x: float  # of its dial


@dataclass(frozen=True, slots=True)
class Drawing:
    """The values of ``live/replay.html``."""

    title: str
    ending: str
    seconds: float
    lines: tuple[DrawnLine, ...]


def replay_svg(game: Game, table: LiveTable) -> str:
    """Return the replay of a game that was played live."""
    position = selectors.position_of(table)
    tables = _sampled(position)
    face = live_face(game)
    ending = face.ending(game, position)
    lines = face.replay(game, tables)[:LINES]
    seconds = max(LEAST_SECONDS, STEP_SECONDS * len(tables))
    drawing = Drawing(
        title=game_face(game).heading(game).page,
        ending=ending.title if ending else "",
        seconds=seconds,
        lines=tuple(_drawn(line, place, len(lines)) for place, line in enumerate(lines)),
    )
    return render_to_string("live/replay.html", {"drawing": drawing})


def _sampled(position: Position[Any]) -> list[Any]:
    """Return the tables of a game from its opening to its end, at most ``STEPS`` of them."""
    tables = [each.table for each in position.history()]
    last = len(tables) - 1
    if last < STEPS:
        return tables if last else tables * 2  # a line has two ends
    return [tables[round(step * last / (STEPS - 1))] for step in range(STEPS)]


def _drawn(line: ReplayLine, place: int, lines: int) -> DrawnLine:
    values, last = line.values, len(line.values) - 1
    most = max(line.most, *values, 1)
    xs = [round(LEFT + (RIGHT - LEFT) * step / last, 1) for step in range(last + 1)]
    ys = [round(BOTTOM - (BOTTOM - TOP) * value / most, 1) for value in values]
    return DrawnLine(
        name=Truncator(line.name).chars(NAME),
        colour=COLOURS[place],
        dash=DASHES[place],
        points=" ".join(f"{x},{y}" for x, y in zip(xs, ys, strict=True)),
        xs=";".join(map(str, xs)),
        ys=";".join(map(str, ys)),
        end_x=xs[-1],
        end_y=ys[-1],
        most=most,
        last=values[-1],
        lengths=";".join(f"{value} {most}" for value in values),
        numbers=tuple(_numbers(values)),
        x=round(640 * (place + 0.5) / lines, 1),
    )


def _numbers(values: Sequence[int]) -> list[Shown]:
    """Return each number that a dial shows, with when it comes and goes."""
    last = len(values) - 1
    runs = [(value, len(list(run))) for value, run in groupby(values)]
    starts = [0]
    for _value, length in runs:
        starts.append(starts[-1] + length)
    shown = []
    for (value, _length), (start, end) in zip(runs, pairwise(starts), strict=True):
        begins, ends = round(start / last, 4), round(min(end / last, 1), 4)
        is_last = end > last
        times = ["0", *([str(begins)] if begins else []), *([] if is_last else [str(ends)])]
        visible = [*(["0"] if begins else []), "1", *([] if is_last else ["0"])]
        shown.append(Shown(value, ";".join(times), ";".join(visible), is_last))
    return shown
