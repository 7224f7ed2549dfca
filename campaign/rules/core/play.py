"""A finished game as the ledger of plays counts it, whatever the system."""

from dataclasses import dataclass
from datetime import date

BOX = "box"  # the kind of tag that names a box which was on the table


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """Who sat where with what; ``name`` is set only where players typed it."""

    seat: int
    key: str
    name: str = ""
    player: str = ""
    colour: str = ""
    side: str = ""
    result: str = ""  # "win" | "loss" | "draw", where seats can differ
    place: int | None = None
    score: int | None = None


@dataclass(frozen=True, slots=True)
class Tag:
    """Something that statistics count: a pile, a card, a dial and what it showed."""

    kind: str
    key: str
    name: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class PlaySummary:
    """One finished game."""

    result: str  # "win" | "loss" | "draw"; "" where only the seats tell
    ending: str = ""
    played_on: date | None = None
    minutes: int | None = None
    against: str = ""
    against_name: str = ""  # only where players typed it
    difficulty: str = ""
    game_name: str = ""  # of a game that players described themselves; else its system's
    seats: tuple[SeatSummary, ...] = ()
    tags: tuple[Tag, ...] = ()
