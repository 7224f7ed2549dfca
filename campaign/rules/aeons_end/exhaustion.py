"""Exhaustion: a mage's life reaches 0 (War Eternal p. 19; Legacy p. 19).

The mage takes three steps, once and in order; then the damage that is left hits Gravehold
doubled. A mage who is exhausted plays on under three rules. All mages exhausted is a loss, except
for one mage alone (War Eternal p. 20; Legacy p. 20).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from campaign.rules.core.constraints import Most

# Legacy's first chapters have the rules and no steps. Which of the stickers on p. 19 brings the
# steps, only the box knows: they hold as soon as one of these sections has come.
LEGACY_SECTIONS = frozenset("TUWX")


class ExhaustionStep(StrEnum):
    """What happens once, in this order, when a mage's life reaches 0.

    If that happens during an unleash, the unleash is finished first, and nothing else.
    """

    UNLEASH_TWICE = "unleash_twice"
    DESTROY_BREACH = "destroy_breach"
    DISCARD_CHARGES = "discard_charges"


class ExhaustedRule(StrEnum):
    """What holds for an exhausted mage from then on."""

    NO_HEALING = "no_healing"
    LOWEST_LIFE_SKIPS = "lowest_life_skips"
    DAMAGE_TO_GRAVEHOLD_DOUBLED = "damage_to_gravehold_doubled"


STEPS = tuple(ExhaustionStep)
Steps = Annotated[tuple[ExhaustionStep, ...], Most(len(STEPS))]


def legacy_steps(sections: Iterable[str]) -> tuple[ExhaustionStep, ...]:
    """Return the steps that a campaign with these sections of the rulebook takes."""
    return () if LEGACY_SECTIONS.isdisjoint(sections) else STEPS


def sheet_codes(steps: Iterable[ExhaustionStep]) -> tuple[str, ...]:
    """Return what a set-up sheet lists: the steps, then what holds."""
    return (*steps, *ExhaustedRule)


def steps_on(codes: Collection[str]) -> tuple[ExhaustionStep, ...]:
    """Return the steps that a set-up sheet lists."""
    return tuple(step for step in STEPS if step in codes)


@dataclass(frozen=True, slots=True)
class Blow:
    """What damage does to a mage; ``gravehold`` is what Gravehold takes instead, doubled."""

    life: int
    gravehold: int

    @property
    def exhausts(self) -> bool:
        """Say whether the mage has no life left."""
        return self.life == 0


def struck(life: int, damage: int) -> Blow:
    """Deal damage to a mage; what goes beyond their life, Gravehold takes twice over."""
    return Blow(max(life - damage, 0), 2 * max(damage - life, 0))


def can_lose(mages: int) -> bool:
    """Say whether so many mages can lose by exhaustion; one mage alone plays on."""
    return mages > 1


def is_loss(*, exhausted: int, mages: int) -> bool:
    """Say whether exhaustion alone has lost the game."""
    return can_lose(mages) and exhausted >= mages
