"""How a game is won or lost (War Eternal p. 20; Legacy p. 20).

Won: the nemesis has no life left, or its deck is empty and none of its cards is in play. Lost:
every mage is exhausted, Gravehold has no life left, or as the nemesis' mat says. As soon as one
holds the game is over, and nothing more is resolved.
"""

from dataclasses import dataclass
from enum import StrEnum

from campaign.rules.aeons_end import exhaustion


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


class DeckOutTiming(StrEnum):
    """When an empty nemesis deck with nothing in play wins."""

    AT_ONCE = "at_once"  # Legacy p. 20; War Eternal p. 20 in Polish
    END_OF_TURN = "end_of_turn"  # War Eternal p. 20 in French


@dataclass(frozen=True, slots=True)
class Shown:
    """What a table shows that can end the game; None is "not known", or "has no dial"."""

    mages: int
    exhausted: int
    gravehold_life: int
    nemesis_life: int | None
    nemesis_deck: int | None  # cards left
    nemesis_in_play: int
    turn_over: bool


def endings(shown: Shown, deck_out: DeckOutTiming = DeckOutTiming.AT_ONCE) -> tuple[Ending, ...]:
    """Return every ending that applies; none while the game goes on.

    What the nemesis' own mat says, players see for themselves.
    """
    none_left = shown.nemesis_deck == 0 and not shown.nemesis_in_play
    in_time = deck_out is DeckOutTiming.AT_ONCE or shown.turn_over
    lost = exhaustion.is_loss(exhausted=shown.exhausted, mages=shown.mages)
    conditions = (
        (Ending.NEMESIS_DEFEATED, shown.nemesis_life == 0),
        (Ending.DECK_EXHAUSTED, none_left and in_time),
        (Ending.GRAVEHOLD_FALLEN, shown.gravehold_life == 0),
        (Ending.MAGES_EXHAUSTED, lost),
    )
    return tuple(ending for ending, holds in conditions if holds)
