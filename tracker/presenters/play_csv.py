"""The play log as CSV: its columns, and the cells that every game has.

The cells of columns that only one game has come from its ``PlayFace``.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils import translation

from campaign.models import Play
from tracker.faces.registry import play_face
from tracker.presenters.plays import PlayView
from tracker.words import former

# The start of a cell, with any separator, before a character that would make it a formula.
FORMULA = re.compile(r"(^|[;,|\t\r\n])(?=[ \"]*[=+\-@\t\r\n＝＋－＠])")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file."""

    name: str
    cell: str = ""  # what it shows, if the name does not say so


# Spreadsheets rely on names and order: a new column goes to the end.
COLUMNS = (
    Column("date"),
    Column("game"),
    Column("campaign"),
    Column("number"),
    Column("chapter"),
    Column("difficulty"),
    Column("nemesis", cell="opponent"),  # the first game's word for it, which has stayed
    Column("mages", cell="characters"),  # as above
    Column("players"),
    Column("result"),
    Column("ending"),
    Column("gravehold_life"),
    Column("nemesis_life"),
    Column("minutes"),
    Column("system"),
    Column("winners"),
    Column("rounds"),
    Column("infamy"),
    Column("boxes"),
    Column("chimera_life"),
    Column("scores"),
    Column("places"),
)


class _Echo:
    """A file-like object that returns each line, so that the whole file need not be in memory."""

    def write(self, line: str) -> str:
        return line


def csv_lines(plays: Iterable[Play]) -> Iterator[str]:
    """Yield the log as lines of CSV, with the same words in every language and ISO dates."""
    writer = csv.writer(_Echo())
    yield "\ufeff"  # without it a well-known spreadsheet takes UTF-8 for something older
    yield writer.writerow(column.name for column in COLUMNS)
    for view in map(PlayView.of, plays):
        cells = (_cell(view, column.cell or column.name) for column in COLUMNS)
        yield writer.writerow(harmless(_said_in_english(cell)) for cell in cells)


def _said_in_english(cell: object) -> object:
    """Put a former player into words: the same in every language, as all of the file."""
    if not isinstance(cell, str):
        return cell
    with translation.override("en"):
        return former.said(cell)


def harmless(cell: object) -> object:
    """Escape a cell that a spreadsheet would run as a formula, whatever its separator is."""
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell


CELLS: Mapping[str, Callable[[PlayView], object]] = {
    "date": lambda view: view.play.played_on,
    "game": lambda view: view.game,
    "campaign": lambda view: view.play.group,
    "number": lambda view: view.play.number,
    "chapter": lambda view: next(iter(view.play.numbers("chapter").values()), None),
    "difficulty": lambda view: view.difficulty,
    "opponent": lambda view: view.against,
    "characters": lambda view: "; ".join(seat.character for seat in view.seats),
    "players": lambda view: "; ".join(seat.player for seat in view.seats if seat.player),
    "result": lambda view: view.play.result,
    "ending": lambda view: view.play.ending,
    "minutes": lambda view: view.play.minutes,
    "system": lambda view: view.play.system,
    "winners": lambda view: view.winners,
    "boxes": lambda view: "; ".join(view.boxes),
    "scores": lambda view: _said((seat.person, seat.score) for seat in view.seats),
    "places": lambda view: _said((seat.person, seat.place) for seat in view.seats),
}


def _said(numbers: Iterable[tuple[str, int | None]]) -> str:
    """Return who has which number: "Ann 61; Bo 48"."""
    return "; ".join(f"{person} {number}" for person, number in numbers if number is not None)


def _cell(view: PlayView, name: str) -> object:
    """Return a cell of any game, or one of its own game; None if that game does not have it."""
    if name in CELLS:
        return CELLS[name](view)
    face = play_face(view.play.system)
    return face.cells(view.play).get(name) if face else None
