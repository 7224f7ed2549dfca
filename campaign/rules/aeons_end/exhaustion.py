"""Exhausted mages: the steps, what holds afterwards, and where damage goes."""

from dataclasses import dataclass
from enum import StrEnum


class ExhaustionStep(StrEnum):
    """What happens once, when a mage's life reaches 0."""

    UNLEASH_TWICE = "unleash_twice"
    DESTROY_BREACH = "destroy_breach"
    DISCARD_CHARGES = "discard_charges"


class ExhaustedRule(StrEnum):
    """What holds for an exhausted mage from then on."""

    NO_HEALING = "no_healing"
    LOWEST_LIFE_SKIPS = "lowest_life_skips"
    DAMAGE_TO_GRAVEHOLD_DOUBLED = "damage_to_gravehold_doubled"


LEGACY_STEPS: tuple[ExhaustionStep, ...] = ()  # the first chapters have none
WAR_ETERNAL_STEPS = tuple(ExhaustionStep)  # in this order
# Whatever fills them, the steps of exhaustion stand there (rulebook p. 19).
LEGACY_SECTIONS = frozenset("TUWX")
EXHAUSTED_RULES = tuple(ExhaustedRule)


@dataclass(frozen=True, slots=True)
class Blow:
    """What damage to a mage does: the life left, and the damage that reaches Gravehold."""

    life: int
    gravehold: int

    @property
    def exhausted(self) -> bool:
        """Say whether the mage is exhausted after it."""
        return self.life == 0


def damage_to_mage(life: int, amount: int) -> Blow:
    """Deal damage to a mage; what goes beyond their life hits Gravehold doubled."""
    over = max(amount - life, 0)
    return Blow(life=max(life - amount, 0), gravehold=2 * over)


def damage_to_gravehold(life: int, amount: int) -> int:
    """Return Gravehold's life after damage."""
    return max(life - amount, 0)
