"""The first evening: what is opened and laid out, seal after seal (Legacy pp. 3, 5–6, 8, 10).

The rulebook shows only the beginning of the sheet for the first game. The order of what follows is
the box's: any step can be done before another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from campaign.rules.core.constraints import Most


class EveningStep(StrEnum):
    """A step of the first evening, in the usual order."""

    BOOK = "book"
    MARKET = "market"
    MATS = "mats"
    LIVES = "lives"
    STARTERS = "starters"
    ENVELOPE = "envelope"
    NEMESIS = "nemesis"
    STORY = "story"

    @property
    def opens(self) -> str:
        """Return the seal that is opened in it; "" if there is none."""
        return _OPENS.get(self, "")


STEPS = tuple(EveningStep)
_OPENS = {
    EveningStep.MARKET: "deck-ia",
    EveningStep.STARTERS: "deck-ib",
    EveningStep.ENVELOPE: "envelope-1",
    EveningStep.NEMESIS: "deck-ic",
    EveningStep.STORY: "deck-l",
}


@dataclass(frozen=True, slots=True)
class FirstEvening:
    """The opening of a campaign whose box was sealed: how far its group has come.

    A campaign without one was begun with an open box, and so was one whose group ``skipped`` it:
    the seals of the first evening are open there.
    """

    done: Annotated[tuple[EveningStep, ...], Most(len(STEPS))] = ()
    skipped: bool = False

    @property
    def next(self) -> EveningStep | None:
        """Return the first step that is not done; None if the guide is over."""
        if self.skipped:
            return None
        return next((step for step in STEPS if step not in self.done), None)

    @property
    def opened(self) -> frozenset[str]:
        """Return the seals that are open."""
        done = STEPS if self.skipped else self.done
        return frozenset(step.opens for step in done if step.opens)

    def marked(self, step: EveningStep, *, done: bool) -> FirstEvening:
        """Return it with a step done, or not done after all."""
        steps = {*self.done, step} if done else {*self.done} - {step}
        return replace(self, done=ordered(steps))


BOX_WAS_OPEN = FirstEvening(skipped=True)


def ordered(steps: set[EveningStep]) -> tuple[EveningStep, ...]:
    """Return steps in the usual order."""
    return tuple(step for step in STEPS if step in steps)
