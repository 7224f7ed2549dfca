"""How a game ended, as a value."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from campaign.rules.aeons_end.bounds import Dial, SeatNumber
from campaign.rules.core.entries import At
from campaign.rules.core.serialize import Check

_FOUR = Check(lambda lives: len(lives) <= 4, "a list of 4 at most")


class Result(StrEnum):
    """Who won."""

    WIN = "win"
    LOSS = "loss"


class Ending(StrEnum):
    """What ended the game."""

    NEMESIS_DEFEATED = "nemesis_defeated"
    DECK_EXHAUSTED = "deck_exhausted"  # its deck empty, no minion and no power in play
    MAGES_EXHAUSTED = "mages_exhausted"
    GRAVEHOLD_FALLEN = "gravehold_fallen"
    NEMESIS_CONDITION = "nemesis_condition"

    @property
    def result(self) -> Result:
        """Return the result that this ending means."""
        wins = (Ending.NEMESIS_DEFEATED, Ending.DECK_EXHAUSTED)
        return Result.WIN if self in wins else Result.LOSS


@dataclass(frozen=True, slots=True)
class Tally:
    """Who won, and what the dials and mats showed at the end; None is "not entered"."""

    result: Result
    ending: Ending | None = None
    gravehold_life: Dial | None = None
    nemesis_life: Dial | None = None
    lives: Annotated[tuple[Dial | None, ...], _FOUR, At("lives", first=1)] = ()  # by seat
    exhausted: frozenset[SeatNumber] = frozenset()
