"""The play log as the page and the spreadsheet show it."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse

from campaign.models import Play
from campaign.packs import game_name, name_of
from campaign.rules.core.play import BOX
from tracker.systems.registry import play_columns, play_face

# Where a cell begins, for a reader of any separator, with what would make it a formula.
FORMULA = re.compile(r"(^|[;,|\t\r\n])(?=[ \"]*[=+\-@\t\r\n＝＋－＠])")


@dataclass(frozen=True, slots=True)
class SeatView:
    """What somebody played, and who that was where it was noted."""

    character: str
    player: str
    won: bool

    @property
    def person(self) -> str:
        """Return who sat there, by the name that is known."""
        return self.player or self.character


@dataclass(frozen=True, slots=True)
class PlayView:
    """A play with its names in one language."""

    play: Play
    game: str
    level: str  # how far or how hard: a chapter, a difficulty
    difficulty: str
    against: str
    seats: tuple[SeatView, ...]
    ending: str
    boxes: tuple[str, ...]  # on the table

    @property
    def box_names(self) -> tuple[str, ...]:
        """Return the boxes as far as the game's name does not say them."""
        is_named = len(self.boxes) == 1 and self.game.endswith(self.boxes)
        return () if is_named else self.boxes

    @property
    def named_seats(self) -> tuple[SeatView, ...]:
        """Return who or what is known of those who played."""
        return tuple(seat for seat in self.seats if seat.person)

    @property
    def url(self) -> str:
        """Return the address of the game."""
        return play_url(self.play.code, self.play.number)

    @property
    def winners(self) -> str:
        """Return who won, of a game that some win and others lose."""
        names = [seat.person for seat in self.seats if seat.won]
        return "" if self.play.result else "; ".join(names)


def play_url(code: str, number: int | None) -> str:
    """Return the address of a game; it has a number in its campaign, or none by itself."""
    return reverse("game", args=[code, number]) if number else reverse("one_off", args=[code])


def play_view(play: Play, language: str = "") -> PlayView:
    """Return a play as a list shows it, in the reader's language or in that of its box.

    A play by itself, and every file, names things as that game's box does. A list over many boxes
    is read beside its filter and its statistics, so all three say the reader's ``language``, and
    one opponent has one name on the page. What players typed stays as it is.
    """
    spoken = language or play.language
    face = play_face(play.system)
    difficulty = play.difficulty

    def named(kind: str, key: str, typed: str) -> str:
        return typed or (name_of(kind, key, spoken, system=play.system) if key else "")

    return PlayView(
        play=play,
        game=game_name(play.system, spoken),
        level=face.level(play, spoken) if face else named("difficulty", difficulty, ""),
        difficulty=named("difficulty", difficulty, ""),
        against=named("against", play.against, play.against_name),
        seats=tuple(
            SeatView(named("character", s.key, s.name), s.player, s.result == "win")
            for s in play.seats.all()
        ),
        ending=face.ending(play) if face else play.ending,
        boxes=tuple(named(BOX, tag.key, "") for tag in play.shown_tags if tag.kind == BOX),
    )


class _Echo:
    """Hand a written line back, so that a file need not be held whole."""

    def write(self, line: str) -> str:
        return line


def csv_lines(plays: Iterable[Play]) -> Iterator[str]:
    """Yield the log as lines of CSV: the same words in every language, dates as ISO has them."""
    writer = csv.writer(_Echo())
    own = play_columns()
    yield "\ufeff"  # without it a well-known spreadsheet takes UTF-8 for something older
    yield writer.writerow((*_BEFORE, *own[0], *_AFTER, *own[1], "boxes"))
    for play in plays:
        yield writer.writerow([harmless(cell) for cell in _cells(play, own)])


def harmless(cell: object) -> object:
    """Return a cell that no spreadsheet works out, whichever separator it reads the file with."""
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell


_BEFORE = (
    "date",
    "game",
    "campaign",
    "number",
    "chapter",
    "difficulty",
    "nemesis",
    "mages",
    "players",
    "result",
    "ending",
)
_AFTER = ("minutes", "system", "winners")


def _cells(play: Play, own: tuple[Iterable[str], Iterable[str]]) -> tuple[object, ...]:
    view, face = play_view(play), play_face(play.system)
    cells = face.cells(play) if face else {}
    return (
        play.played_on.isoformat() if play.played_on else "",
        view.game,
        play.group,
        play.number or "",
        *(play.numbers("chapter").values() or ("",)),
        view.difficulty,
        view.against,
        "; ".join(seat.character for seat in view.seats),
        "; ".join(seat.player for seat in view.seats if seat.player),
        play.result,
        play.ending,
        *(cells.get(column) for column in own[0]),
        play.minutes,
        play.system,
        view.winners,
        *(cells.get(column) for column in own[1]),
        "; ".join(view.boxes),
    )
