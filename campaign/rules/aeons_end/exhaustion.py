"""Exhausted mages: the steps, and what holds afterwards."""

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
