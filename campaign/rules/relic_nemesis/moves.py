"""Moves at the table: what happens to the boards of nemeses while a game is played.

What two phones do at once both counts, but for what rests on what was seen: it has a subject.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from campaign.rules.core.entries import Limit
from campaign.rules.core.live import Move
from campaign.rules.relic_nemesis.battle import Battle
from campaign.rules.relic_nemesis.duel import Duel
from campaign.rules.relic_nemesis.result import LEVEL_MOST

DIAL_MOST = 99
TURNED_MOST = 30  # by one move


class Dial(StrEnum):
    """What a nemesis' board shows."""

    LIFE = "life"
    INFAMY = "infamy"
    ATTRIBUTE = "attribute"


class Toll(StrEnum):
    """What a nemesis gives for the way to the middle tier (p. 14)."""

    INFAMY = "infamy"
    TROPHY = "trophy"
    MIGHT = "might"
    ARSENAL = "arsenal"


@dataclass(frozen=True, slots=True)
class Turned(Move):
    """A dial was turned up or down."""

    kind: ClassVar[str] = "dial"

    seat: int
    dial: Dial
    by: Annotated[int, Limit(-TURNED_MOST, TURNED_MOST)]


@dataclass(frozen=True, slots=True)
class LevelGained(Move):
    """A nemesis gained levels by something other than trophies."""

    kind: ClassVar[str] = "level"

    seat: int
    levels: Annotated[int, Limit(1, LEVEL_MOST)] = 1


@dataclass(frozen=True, slots=True)
class TrophyTaken(Move):
    """A nemesis took a trophy by something other than a battle that was entered."""

    kind: ClassVar[str] = "trophy"

    seat: int
    value: Annotated[int, Limit(1, DIAL_MOST)]


@dataclass(frozen=True, slots=True)
class TrophiesSpent(Move):
    """Trophies were discarded for levels: one for every six points, what is over is lost."""

    kind: ClassVar[str] = "spent"
    about: ClassVar[str] = "trophies-{.seat}"

    seat: int
    trophies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fought(Move):
    """A nemesis fought a character (``against``) or agents."""

    kind: ClassVar[str] = "battle"
    about: ClassVar[str] = "battle"

    seat: int
    battle: Battle
    against: int | None = None


@dataclass(frozen=True, slots=True)
class Duelled(Move):
    """A character challenged an apostate."""

    kind: ClassVar[str] = "duel"
    about: ClassVar[str] = "duel"

    challenger: int
    defender: int
    duel: Duel


@dataclass(frozen=True, slots=True)
class Defeated(Move):
    """A nemesis is defeated, with all that follows."""

    kind: ClassVar[str] = "defeat"
    about: ClassVar[str] = "defeat-{.seat}"

    seat: int


@dataclass(frozen=True, slots=True)
class TierChanged(Move):
    """A nemesis paid its way from an outer corner to the middle tier."""

    kind: ClassVar[str] = "tier"
    about: ClassVar[str] = "tier-{.seat}"

    seat: int
    toll: Toll
    trophy: int | None = None  # the value of the one discarded


@dataclass(frozen=True, slots=True)
class TurnEnded(Move):
    """Somebody's turn ended."""

    kind: ClassVar[str] = "turn"
    about: ClassVar[str] = "turn"

    seat: int


MOVES: tuple[type[Move], ...] = (
    Turned,
    LevelGained,
    TrophyTaken,
    TrophiesSpent,
    Fought,
    Duelled,
    Defeated,
    TierChanged,
    TurnEnded,
)
