"""Moves of a live duel.

Moves that depend on what the sender saw have a subject; of the others two at once both count.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.result import LIFE_MOST
from campaign.rules.ashes.table import Phase
from campaign.rules.core.entries import Limit
from campaign.rules.core.live import Move, SeatMove

CHANGE_MOST: Final = 30  # in one move

Change = Annotated[int, Limit(-CHANGE_MOST, CHANGE_MOST)]


@dataclass(frozen=True, slots=True)
class Wounded(SeatMove, kind="life"):
    """Wounds were put on a Phoenixborn, or removed."""

    by: Change


@dataclass(frozen=True, slots=True)
class PileChanged(SeatMove, kind="pile"):
    """Cards were drawn from a draw pile, or returned to it."""

    by: Change


@dataclass(frozen=True, slots=True)
class DiceChanged(SeatMove, kind="dial"):
    """Dice of a type went to the active pool, or, if negative, to the exhausted one."""

    die: DiceType
    by: Change


@dataclass(frozen=True, slots=True)
class LifeRead(SeatMove, kind="life_read"):
    """A life that the catalogue does not have was read off the card."""

    value: Annotated[int, Limit(1, LIFE_MOST)]


@dataclass(frozen=True, slots=True)
class FirstChosen(SeatMove, kind="first", about="turn"):
    """A player takes the first player token."""


@dataclass(frozen=True, slots=True)
class TurnEnded(SeatMove, kind="turn", about="turn"):
    """A turn ended; ``passed``: the main action was to pass."""

    passed: bool = False


@dataclass(frozen=True, slots=True)
class PhaseEnded(Move, kind="phase", about="turn"):
    """Everybody has finished preparation or recovery."""

    phase: Phase


MOVES: tuple[type[Move], ...] = (
    Wounded,
    PileChanged,
    DiceChanged,
    LifeRead,
    FirstChosen,
    TurnEnded,
    PhaseEnded,
)
