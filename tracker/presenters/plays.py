"""The play log as the page and the spreadsheet show it."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from django.core.paginator import Page
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Play
from campaign.packs import game_name, name_of
from campaign.rules.core.play import BOX
from tracker.systems.registry import log_columns, play_face
from tracker.words import listed

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

    @property
    def name(self) -> str:
        """Return the character, or else the player."""
        return self.character or self.player

    @property
    def played_by(self) -> str:
        """Return the player, unless the name says it already."""
        return self.player if self.character else ""


@dataclass(frozen=True, slots=True)
class PlayView:
    """A play with its names.

    A page of one play, and every file, has the names on that game's box. The log is read beside its
    filters and statistics, so all three use the reader's language, and one opponent has one name.
    Names that players typed stay as they are.
    """

    play: Play
    game: str
    difficulty: str
    level: str  # a chapter, or else a difficulty
    against: str
    seats: tuple[SeatView, ...]
    ending: str
    boxes: tuple[str, ...]

    @classmethod
    def of(cls, play: Play, language: str = "") -> Self:
        """Return a play with its names in ``language``, or else in that of its box."""
        language, face = language or play.language, play_face(play.system)

        def named(kind: str, key: str, typed: str = "") -> str:
            return typed or (name_of(kind, key, language, system=play.system) if key else "")

        difficulty = named("difficulty", play.difficulty)
        return cls(
            play=play,
            game=game_name(play.system, language),
            difficulty=difficulty,
            level=(face.level(play) if face else "") or difficulty,
            against=named("against", play.against, play.against_name),
            seats=tuple(
                SeatView(named("character", seat.key, seat.name), seat.player, seat.result == "win")
                for seat in play.seats.all()
            ),
            ending=face.ending(play) if face else play.ending,
            boxes=tuple(named(BOX, tag.key) for tag in play.shown_tags if tag.kind == BOX),
        )

    @property
    def box_names(self) -> tuple[str, ...]:
        """Return the boxes, unless the game's name says them already."""
        is_named = len(self.boxes) == 1 and self.game.endswith(self.boxes)
        return () if is_named else self.boxes

    @property
    def says_game(self) -> bool:
        """Say whether its group, its game or its boxes say more than its title."""
        return bool(self.play.group or self.title != self.game or self.box_names)

    @property
    def title(self) -> str:
        """Return against whom it was played, or else who played against each other."""
        names = [seat.name for seat in self.named_seats]
        versus = "\u00a0– ".join(names) if len(names) > 1 else ""
        return self.against or versus or self.game

    @property
    def seats_beside(self) -> tuple[SeatView, ...]:
        """Return the seats that the title does not name, or that have a player to name."""
        seats = self.named_seats
        is_told = not self.against and len(seats) > 1
        return tuple(seat for seat in seats if seat.played_by) if is_told else seats

    @property
    def won_by(self) -> str:
        """Return who won, in words, in a game that not all win or lose together."""
        names = [seat.person for seat in self.seats if seat.won and seat.person]
        if self.play.result or not names:
            return ""
        if len(names) > 1:
            return _("%(names)s won together") % {"names": listed(names)}
        return _("%(name)s won") % {"name": names[0]}

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


@dataclass(frozen=True, slots=True)
class LogLinks:
    """The addresses around the log, with its filters; "" for a page that there is not."""

    statistics: str
    csv: str
    bgstats: str
    newer: str
    latest: str
    older: str
    oldest: str


def log_links(page: Page[Play], query: str) -> LogLinks:
    """Return the addresses around a page of the log; ``query`` has its filters."""

    def filtered(name: str) -> str:
        return f"{reverse(name)}?{query}" if query else reverse(name)

    def numbered(number: int) -> str:
        return f"?{query}&page={number}" if query else f"?page={number}"

    last, newer, older = page.paginator.num_pages, page.number - 1, page.number + 1
    return LogLinks(
        statistics=filtered("statistics"),
        csv=filtered("log_csv"),
        bgstats=filtered("log_bgstats"),
        # The first page has no number, or it would have two addresses.
        newer="" if newer < 1 else f"?{query}" if newer == 1 else numbered(newer),
        latest="" if newer < 1 else f"{reverse('log')}?{query}",
        older=numbered(older) if older <= last else "",
        oldest=numbered(last) if older <= last else "",
    )


class _Echo:
    """A file-like object that returns each line, so that the whole file need not be in memory."""

    def write(self, line: str) -> str:
        return line


def csv_lines(plays: Iterable[Play]) -> Iterator[str]:
    """Yield the log as lines of CSV, with the same words in every language and ISO dates."""
    writer = csv.writer(_Echo())
    yield "\ufeff"  # without it a well-known spreadsheet takes UTF-8 for something older
    columns = _columns()
    yield writer.writerow(column.name for column in columns)
    for view in map(PlayView.of, plays):
        yield writer.writerow(harmless(column.cell(view)) for column in columns)


def harmless(cell: object) -> object:
    """Escape a cell that a spreadsheet would run as a formula, whatever its separator is."""
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the CSV file: its heading, and the cell of a play."""

    name: str
    cell: Callable[[PlayView], object]


def _own(name: str) -> Column:
    """Return a column that only one system has; it is empty for plays of the others."""

    def cell(view: PlayView) -> object:
        face = play_face(view.play.system)
        return face.cells(view.play).get(name) if face else None

    return Column(name, cell)


def _columns() -> tuple[Column, ...]:
    own = log_columns()
    return (
        Column("date", lambda view: view.play.played_on),
        Column("game", lambda view: view.game),
        Column("campaign", lambda view: view.play.group),
        Column("number", lambda view: view.play.number),
        Column("chapter", lambda view: next(iter(view.play.numbers("chapter").values()), None)),
        Column("difficulty", lambda view: view.difficulty),
        Column(own.opponent, lambda view: view.against),
        Column(own.characters, lambda view: "; ".join(seat.character for seat in view.seats)),
        Column(
            "players", lambda view: "; ".join(seat.player for seat in view.seats if seat.player)
        ),
        Column("result", lambda view: view.play.result),
        Column("ending", lambda view: view.play.ending),
        *map(_own, own.after_ending),
        Column("minutes", lambda view: view.play.minutes),
        Column("system", lambda view: view.play.system),
        Column("winners", lambda view: view.winners),
        *map(_own, own.after_winners),
        Column("boxes", lambda view: "; ".join(view.boxes)),
    )
