"""Moves of a live game, mostly on the boards of nemeses.

Moves that depend on what the sender saw have a subject; of the others two at once both count.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from campaign.rules.core.entries import Limit
from campaign.rules.core.live import Move, SeatMove
from campaign.rules.relic_nemesis.battle import Battle
from campaign.rules.relic_nemesis.levels import LEVEL_MOST
from campaign.rules.relic_nemesis.middle_tier import Toll
from campaign.rules.relic_nemesis.nemesis_turn import Phase
from campaign.rules.relic_nemesis.skill_duel import Duel

DIAL_MOST = 99
TURNED_MOST = 30  # in one move


class Dial(StrEnum):
    """A dial on the board of a nemesis."""

    LIFE = "life"
    INFAMY = "infamy"
    ATTRIBUTE = "attribute"


@dataclass(frozen=True, slots=True)
class Turned(SeatMove, kind="dial"):
    """A dial was turned up or down."""

    dial: Dial
    by: Annotated[int, Limit(-TURNED_MOST, TURNED_MOST)]


@dataclass(frozen=True, slots=True)
class LevelGained(SeatMove, kind="level"):
    """A nemesis gained levels other than by trophies."""

    levels: Annotated[int, Limit(1, LEVEL_MOST)] = 1


@dataclass(frozen=True, slots=True)
class TrophyTaken(SeatMove, kind="trophy"):
    """A nemesis took a trophy other than in a recorded battle."""

    value: Annotated[int, Limit(1, DIAL_MOST)]


@dataclass(frozen=True, slots=True)
class TrophiesSpent(SeatMove, kind="spent", about="trophies-{.seat}"):
    """Trophies were discarded for levels: one per six points, and the remainder is lost."""

    trophies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fought(SeatMove, kind="battle", about="battle"):
    """A nemesis fought a character (``against``) or agents."""

    battle: Battle
    against: int | None = None


@dataclass(frozen=True, slots=True)
class Duelled(Move, kind="duel", about="duel"):
    """A character challenged an apostate."""

    challenger: int
    defender: int
    duel: Duel


@dataclass(frozen=True, slots=True)
class Defeated(SeatMove, kind="defeat", about="defeat-{.seat}"):
    """A nemesis was defeated."""


@dataclass(frozen=True, slots=True)
class TierChanged(SeatMove, kind="tier", about="tier-{.seat}"):
    """A nemesis paid to move from an outer corner to the middle tier."""

    toll: Toll
    trophy: int | None = None  # the value of the one discarded


@dataclass(frozen=True, slots=True)
class PhaseEnded(SeatMove, kind="phase", about="turn"):
    """A phase of the turn of a nemesis ended."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class TurnEnded(SeatMove, kind="turn", about="turn"):
    """The turn of a seat ended."""


MOVES: tuple[type[Move], ...] = (
    Turned,
    LevelGained,
    TrophyTaken,
    TrophiesSpent,
    Fought,
    Duelled,
    Defeated,
    TierChanged,
    PhaseEnded,
    TurnEnded,
)
