"""Moves of a live game, mostly on the boards of nemeses.

Moves that depend on what the sender saw have a conflict key; of the others two at once both count.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from campaign.rules.core.constraints import Limit, Most
from campaign.rules.core.entries import BySeat
from campaign.rules.core.live import Move, SeatMove
from campaign.rules.relic_nemesis.battle import Battle
from campaign.rules.relic_nemesis.board import MAX_TROPHIES
from campaign.rules.relic_nemesis.levels import MAX_LEVEL
from campaign.rules.relic_nemesis.middle_tier import Toll
from campaign.rules.relic_nemesis.nemesis_turn import Found, NemesisPhase
from campaign.rules.relic_nemesis.skill_duel import Duel

MAX_DIAL = 99
CHARACTER_LIFE = 12  # that the dial of a character shows at most; more is recorded, but not offered
MAX_TURNED = 30  # in one move


class Dial(StrEnum):
    """A dial on the board of a nemesis."""

    LIFE = "life"
    INFAMY = "infamy"
    ATTRIBUTE = "attribute"


@dataclass(frozen=True, slots=True)
class StartValues:
    """What a seat begins with, as its sheet says; None: not told, or known already."""

    seat: int
    life: Annotated[int, Limit(1, MAX_DIAL)] | None = None
    attribute: Annotated[int, Limit(0, MAX_DIAL)] | None = None  # of a nemesis

    @property
    def told(self) -> tuple[Dial, ...]:
        """Return the dials whose start is told."""
        values = {Dial.LIFE: self.life, Dial.ATTRIBUTE: self.attribute}
        return tuple(dial for dial, value in values.items() if value is not None)


@dataclass(frozen=True, slots=True)
class StartEntered(Move, kind="start"):
    """What several seats begin with was entered at once; each value can be entered once."""

    seats: BySeat[StartValues]


@dataclass(frozen=True, slots=True)
class Turned(SeatMove, kind="dial"):
    """A dial was turned up or down."""

    dial: Dial
    by: Annotated[int, Limit(-MAX_TURNED, MAX_TURNED)]


@dataclass(frozen=True, slots=True)
class LevelGained(SeatMove, kind="level"):
    """A nemesis gained levels other than by trophies."""

    levels: Annotated[int, Limit(1, MAX_LEVEL)] = 1


@dataclass(frozen=True, slots=True)
class TrophyTaken(SeatMove, kind="trophy"):
    """A nemesis took a trophy other than in a recorded battle."""

    value: Annotated[int, Limit(1, MAX_DIAL)]


@dataclass(frozen=True, slots=True)
class TrophiesSpent(SeatMove, kind="spent", conflict_key="trophies-{.seat}"):
    """Trophies were discarded for levels: one per six points, and the remainder is lost."""

    trophies: Annotated[tuple[int, ...], Most(MAX_TROPHIES)]


@dataclass(frozen=True, slots=True)
class Fought(SeatMove, kind="battle", conflict_key="battle"):
    """A nemesis fought a character (``against``) or agents."""

    battle: Battle
    against: int | None = None


@dataclass(frozen=True, slots=True)
class Duelled(Move, kind="duel", conflict_key="duel"):
    """A character challenged an apostate."""

    challenger: int
    defender: int
    duel: Duel


@dataclass(frozen=True, slots=True)
class Defeated(SeatMove, kind="defeat", conflict_key="defeat-{.seat}"):
    """A nemesis was defeated."""


@dataclass(frozen=True, slots=True)
class TierChanged(SeatMove, kind="tier", conflict_key="tier-{.seat}"):
    """A nemesis paid to move from an outer corner to the middle tier."""

    toll: Toll
    trophy: int | None = None  # the value of the one discarded


@dataclass(frozen=True, slots=True)
class PhaseEnded(SeatMove, kind="phase", conflict_key="turn"):
    """A phase of the turn of a nemesis ended."""

    phase: NemesisPhase


@dataclass(frozen=True, slots=True)
class Explored(SeatMove, kind="explored", conflict_key="turn"):
    """A nemesis explored its space: its engagement is with what it found (p. 9)."""

    found: Found


@dataclass(frozen=True, slots=True)
class TurnEnded(SeatMove, kind="turn", conflict_key="turn"):
    """The turn of a seat ended."""


MOVES: tuple[type[Move], ...] = (
    StartEntered,
    Turned,
    LevelGained,
    TrophyTaken,
    TrophiesSpent,
    Fought,
    Duelled,
    Defeated,
    TierChanged,
    PhaseEnded,
    Explored,
    TurnEnded,
)
