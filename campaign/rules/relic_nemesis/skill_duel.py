"""Skill duels: a character challenges an apostate on the same space (pp. 4-5).

The challenger rolls first; the defender prepares knowing the value to reach (p. 5, the example).
"""

from dataclasses import dataclass

from campaign.rules.core.entries import entry_problems
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.dice import Fighter, Winner, shown_problems
from campaign.rules.relic_nemesis.skill_test import passes, skill_chances

TARGET = 2  # of the challenger's test
LIFE = 2  # lost in a duel of strength
INFLUENCE = 3  # instead of a Power card


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel with its dice; only Apostate assets that are not relics are counted."""

    attribute: Attribute
    challenger: Fighter
    defender: Fighter
    challenger_assets: int = 0
    defender_assets: int = 1
    defender_is_apostate: bool = True
    inner_tier: bool = False


@dataclass(frozen=True, slots=True)
class Stakes:
    """How a duel ended: what the loser loses, and what the winner may take."""

    winner: Winner
    # Of the challenger, which the defender has to reach, and of the defender; None: not rolled.
    values: tuple[int, int | None]
    life: int = 0  # lost by the loser
    asset: bool = False  # one that is not a relic
    influence: int = 0  # or a Power card instead
    apostate_asset: bool = False  # another one, if it is an Apostate asset


def duel_problems(duel: Duel) -> tuple[Problem, ...]:
    """Return everything that is wrong with a duel."""
    problems = []
    if not duel.defender_is_apostate:
        problems.append(Problem("duel.no_apostate", path="defender_is_apostate"))
    if duel.inner_tier:
        problems.append(Problem("duel.inner_tier", path="inner_tier"))
    sides = {"challenger": duel.challenger, "defender": duel.defender}
    wrong = {path: entry_problems(side, path) for path, side in sides.items()}
    problems += [problem for each in wrong.values() for problem in each]
    for path, side in sides.items():
        thrown = path == "challenger" or side.shown or not challenge_failed(duel)
        if thrown and not wrong[path]:
            problems += shown_problems(side, path)
    return tuple(problems)


def challenge_failed(duel: Duel) -> bool:
    """Say whether the challenger fails the first test, which ends the duel."""
    return not passes(duel.challenger, TARGET)


def settle_duel(duel: Duel) -> Stakes:
    """Return how a duel ends. The dice must have been thrown."""
    target = duel.challenger.value
    if challenge_failed(duel):
        return Stakes(Winner.NOBODY, (target, None))
    defended = passes(duel.defender, target)
    loser_assets = duel.challenger_assets if defended else duel.defender_assets
    return Stakes(
        Winner.DEFENDER if defended else Winner.ATTACKER,
        (target, duel.defender.value),
        life=LIFE if duel.attribute is Attribute.STRENGTH else 0,
        asset=duel.attribute is Attribute.CUNNING,
        influence=INFLUENCE if duel.attribute is Attribute.WILLPOWER else 0,
        apostate_asset=loser_assets > 0,
    )


def duel_odds(challenger: Fighter, defender: Fighter) -> dict[Winner, float]:
    """Return the chance of each winner, given the dice that they show."""
    challenge, defence = skill_chances(challenger), skill_chances(defender)
    fails = challenge.natural_failure
    wins = defended = 0.0
    for target, chance in challenge.values.items():
        if target < TARGET:
            fails += chance
            continue
        reached = sum(other for value, other in defence.values.items() if value >= target)
        defended += chance * reached
        wins += chance * (1 - reached)
    return {Winner.ATTACKER: wins, Winner.NOBODY: fails, Winner.DEFENDER: defended}
