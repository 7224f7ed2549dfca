"""The notation: a whole campaign as text, a line a fact, that reads back to the same story.

It holds what is recorded and nothing that follows from it, so that it can be kept, compared and
replayed. ``write`` and ``read`` know nothing of the rules: :mod:`replay` says if a story holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from campaign.rules.aeons_end.legacy.facts import Fact, FactKind, Game, MarketGrown, Seat, Story
from campaign.rules.aeons_end.legacy.notation_facts import read_fact, read_pile, write_fact
from campaign.rules.aeons_end.legacy.notation_text import Reader, line, option, quoted, word

VERSION = 1
HEADER = "aeons-end-legacy"


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a line cannot be read."""

    line: int  # the first is 1
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class NotationError(ValueError):
    """Raised for a text that is no story; carries every flaw of every line."""

    def __init__(self, flaws: Iterable[Flaw]) -> None:
        self.flaws = tuple(flaws)
        super().__init__("\n".join(str(flaw) for flaw in self.flaws))


def write(story: Story) -> str:
    """Return a story as text."""
    lines = [f"{HEADER} {VERSION}"]
    lines += [_mage_line(seat) for seat in story.seats]
    for game in story.games:
        lines += ["", f"game {game.number}"]
        lines += [f"  {written}" for fact in game.facts for written in write_fact(fact)]
    return "\n".join(lines) + "\n"


def read(text: str) -> Story:
    """Return the story of a text, or raise ``NotationError`` with everything that is wrong."""
    scribe = _Scribe()
    for number, raw in enumerate(text.split("\n"), start=1):
        stripped = raw.strip(" \t\r")
        if stripped and not stripped.startswith("#"):
            scribe.take(number, stripped)
    return scribe.story()


def _mage_line(seat: Seat) -> str:
    player = option("player", seat.player)
    side, colour = word(seat.side), word(seat.colour)
    return line(f"mage {seat.number} {colour} {side} {quoted(seat.name)}", player)


class _Scribe:
    """Put a story together, line by line."""

    def __init__(self) -> None:
        self.flaws: list[Flaw] = []
        self.headed = False
        self.seats: list[Seat] = []
        self.games: list[tuple[int, list[Fact]]] = []

    def take(self, number: int, text: str) -> None:
        """Take one line that is neither empty nor a comment."""
        reader = Reader(text)
        if not self.headed:
            self.headed = True
            self._header(reader)
        elif reader.whole:
            self._statement(reader)
        self.flaws += [Flaw(number, reason) for reason in reader.finish()]

    def story(self) -> Story:
        """Return the story, unless a line was wrong."""
        if not self.headed:
            self.flaws.append(Flaw(1, f"the first line is not {HEADER} {VERSION}"))
        if self.flaws:
            raise NotationError(self.flaws)
        games = tuple(Game(number, tuple(facts)) for number, facts in self.games)
        return Story(tuple(self.seats), games)

    def _header(self, reader: Reader) -> None:
        if reader.text("the system") != HEADER:
            reader.note(f"the first line is not {HEADER} {VERSION}")
        elif (version := reader.number("the version")) != VERSION:
            reader.note(f"version {version} is not {VERSION}, the one that can be read here")

    def _statement(self, reader: Reader) -> None:
        keyword = reader.text("a word")
        if keyword == "mage":
            self._mage(reader)
        elif keyword == "game":
            self.games.append((reader.number("the game's number"), []))
        elif keyword == "offered":
            self._offered(reader)
        elif keyword not in {str(kind) for kind in FactKind}:
            reader.drop(f"{keyword!r} begins no line")
        elif not self.games:
            reader.drop(f"{keyword} stands before the first game")
        else:
            self.games[-1][1].append(read_fact(FactKind(keyword), reader))

    def _mage(self, reader: Reader) -> None:
        if self.games:
            reader.note("mage stands after the first game")
        self.seats.append(
            Seat(
                number=reader.number("the seat"),
                colour=reader.text("the colour"),
                side=reader.text("the side"),
                name=reader.text("the name"),
                player=reader.named_text("player"),
            )
        )

    def _offered(self, reader: Reader) -> None:
        facts = self.games[-1][1] if self.games else []
        if not facts or not isinstance(facts[-1], MarketGrown):
            reader.drop("offered stands under no growth")
            return
        grown = facts[-1]
        offered = (*grown.growth.offered, read_pile(reader))
        facts[-1] = replace(grown, growth=replace(grown.growth, offered=offered))
