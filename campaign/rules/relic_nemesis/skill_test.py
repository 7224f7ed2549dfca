"""Skill tests (p. 4, as in the base game): a natural 1 fails, whatever is added to it.

With several dice a test fails by nature only if all of them show 1. A card in place of a die counts
as that die (p. 13), so a card of 1 fails too.
"""

from dataclasses import dataclass

from campaign.rules.relic_nemesis.dice import FACES, Fighter, value_chances

FAILING_FACE = 1


@dataclass(frozen=True, slots=True)
class SkillChances:
    """The chance of a natural failure, and of each value otherwise."""

    natural_failure: float
    values: dict[int, float]


def shows_only_ones(side: Fighter) -> bool:
    """Say whether every die so far shows 1; where none exploded, all were thrown at once."""
    faces = side.shown if side.card is None else (side.card, *side.shown)
    return all(face == FAILING_FACE for face in faces)


def passes(side: Fighter, target: int) -> bool:
    """Say whether a test against a target is passed. The dice must have been thrown."""
    return side.value >= target and not shows_only_ones(side)


def skill_chances(side: Fighter) -> SkillChances:
    """Return the chances of a test, given the dice that it shows."""
    values = value_chances(side)
    if not shows_only_ones(side):
        return SkillChances(0.0, values)
    missing = side.still_to_throw
    # Nothing but ones adds up to so little.
    lowest = side.value + missing * FAILING_FACE
    others = {value: chance for value, chance in values.items() if value != lowest}
    return SkillChances((1 / FACES) ** missing, others)
