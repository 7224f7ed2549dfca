"""The play log as the page and the spreadsheet show it."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from django.urls import reverse

from campaign.models import Play
from campaign.packs import game_name, name_of
from campaign.rules.core.play import BOX
from tracker.systems.registry import FACES, play_face

# The start of a cell, with any separator, before a character that would make it a formula.
FORMULA = re.compile(r"(^|[;,|\t\r\n])(?=[ \"]*[=+\-@\t\r\n＝＋－＠])")


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat of a play: the character, and the player if it was noted."""

    character: str
    player: str
    won: bool

    @property
    def person(self) -> str:
        """Return the player, or else the character."""
        return self.player or self.character


class PlayView:
    """A play with its names, in ``language`` or in that of its box.

    A page of one play, and every file, has the names on that game's box. The log is read beside its
    filters and statistics, so all three use the reader's language, and one opponent has one name.
    Names that players typed stay as they are.
    """

    def __init__(self, play: Play, language: str = "") -> None:
        language, face = language or play.language, play_face(play.system)

        def named(kind: str, key: str, typed: str = "") -> str:
            return typed or (name_of(kind, key, language, system=play.system) if key else "")

        self.play = play
        self.game = game_name(play.system, language)
        self.difficulty = named("difficulty", play.difficulty)
        # A chapter, or else a difficulty.
        self.level = (face.level(play) if face else "") or self.difficulty
        self.against = named("against", play.against, play.against_name)
        self.seats = tuple(
            SeatView(named("character", s.key, s.name), s.player, s.result == "win")
            for s in play.seats.all()
        )
        self.ending = face.ending(play) if face else play.ending
        self.boxes = tuple(named(BOX, tag.key) for tag in play.shown_tags if tag.kind == BOX)

    @property
    def box_names(self) -> tuple[str, ...]:
        """Return the boxes, unless the game's name says them already."""
        is_named = len(self.boxes) == 1 and self.game.endswith(self.boxes)
        return () if is_named else self.boxes

    @property
    def named_seats(self) -> tuple[SeatView, ...]:
        """Return the seats with a known player or character."""
        return tuple(seat for seat in self.seats if seat.person)

    @property
    def url(self) -> str:
        """Return the address of the game."""
        return play_url(self.play.code, self.play.number)

    @property
    def winners(self) -> str:
        """Return who won, in a game that not all win or lose together."""
        names = [seat.person for seat in self.seats if seat.won]
        return "" if self.play.result else "; ".join(names)


def play_url(code: str, number: int | None) -> str:
    """Return the URL of a game; only a campaign's game has a number."""
    return reverse("game", args=[code, number]) if number else reverse("one_off", args=[code])


class _Echo:
    """A file-like object that returns each line, so that the whole file need not be in memory."""

    def write(self, line: str) -> str:
        return line


def csv_lines(plays: Iterable[Play]) -> Iterator[str]:
    """Yield the log as lines of CSV, with the same words in every language and ISO dates."""
    writer = csv.writer(_Echo())
    columns = _columns()
    yield "\ufeff"  # without it a well-known spreadsheet takes UTF-8 for something older
    yield writer.writerow(columns)
    for view in map(PlayView, plays):
        yield writer.writerow([harmless(cell(view)) for cell in columns.values()])


def harmless(cell: object) -> object:
    """Escape a cell that a spreadsheet would run as a formula, whatever its separator is."""
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell


Column = Callable[[PlayView], object]  # the cell of a play
_BEFORE: dict[str, Column] = {
    "date": lambda view: view.play.played_on,
    "game": lambda view: view.game,
    "campaign": lambda view: view.play.group,
    "number": lambda view: view.play.number,
    "chapter": lambda view: next(iter(view.play.numbers("chapter").values()), None),
    "difficulty": lambda view: view.difficulty,
    "nemesis": lambda view: view.against,
    "mages": lambda view: "; ".join(seat.character for seat in view.seats),
    "players": lambda view: "; ".join(seat.player for seat in view.seats if seat.player),
    "result": lambda view: view.play.result,
    "ending": lambda view: view.play.ending,
}
_AFTER: dict[str, Column] = {
    "minutes": lambda view: view.play.minutes,
    "system": lambda view: view.play.system,
    "winners": lambda view: view.winners,
}


def _columns() -> dict[str, Column]:
    """Return the columns by name.

    Columns that only the first system has stay in the middle; those of later systems come after.
    """
    faces = filter(None, map(play_face, FACES))
    first, *later = ({name: partial(_own, name) for name in face.columns} for face in faces)
    found = _BEFORE | first | _AFTER
    for columns in later:
        found |= columns  # a column that is there already keeps its place
    return found | {"boxes": lambda view: "; ".join(view.boxes)}


def _own(column: str, view: PlayView) -> object:
    face = play_face(view.play.system)
    return face.cells(view.play).get(column) if face else None
