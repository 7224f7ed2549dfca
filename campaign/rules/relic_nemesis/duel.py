"""Skill duels: a character challenges an apostate on its space (pp. 4-5)."""

from dataclasses import dataclass
from enum import StrEnum

from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.battle import Fighter, fighter_problems
from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.dice import shown_problems, totals

TARGET = 2  # of the challenger's test
LIFE = 2  # lost in a duel of strength
INFLUENCE = 3  # instead of a Power card


class DuelWinner(StrEnum):
    """Who won a duel; nobody where the challenger failed the first test."""

    CHALLENGER = "challenger"
    DEFENDER = "defender"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel with its dice. Assets are those of apostates that are no relics: they can be taken."""

    attribute: Attribute
    challenger: Fighter
    defender: Fighter
    challenger_assets: int = 0
    defender_assets: int = 1
    defender_is_apostate: bool = True
    inner_tier: bool = False


@dataclass(frozen=True, slots=True)
class Stakes:
    """How a duel ends: what the loser loses, what the winner may take."""

    winner: DuelWinner
    target: int  # the challenger's total, which the defender has to reach
    defence: int | None = None  # None where the defender did not roll
    life: int = 0  # lost by the loser
    asset: bool = False  # one, no relic
    power_card: bool = False  # one, or influence
    influence: int = 0  # in place of the Power card
    apostate_asset: bool = False  # one more, of apostates, no relic


def duel_problems(duel: Duel) -> tuple[Problem, ...]:
    """Return everything that is wrong with a duel."""
    found = []
    if not duel.defender_is_apostate:
        found.append(Problem("duel.no_apostate", path="defender_is_apostate"))
    if duel.inner_tier:
        found.append(Problem("duel.inner_tier", path="inner_tier"))
    sides = {"challenger": duel.challenger, "defender": duel.defender}
    wrong = {path: fighter_problems(side, path) for path, side in sides.items()}
    found += [problem for each in wrong.values() for problem in each]
    for path, side in sides.items():
        thrown = path == "challenger" or side.shown or not failed(duel)
        if thrown and not wrong[path]:
            found += shown_problems(side.roll, side.shown, f"{path}.shown")
    return tuple(found)


def failed(duel: Duel) -> bool:
    """Say whether the challenger fails the first test, which ends the duel."""
    return duel.challenger.value < TARGET


def settle_duel(duel: Duel) -> Stakes:
    """Return how a duel ends. The dice must have been thrown."""
    target = duel.challenger.value
    if failed(duel):
        return Stakes(DuelWinner.NOBODY, target)
    defence = duel.defender.value
    defended = defence >= target
    loser_assets = duel.challenger_assets if defended else duel.defender_assets
    return Stakes(
        DuelWinner.DEFENDER if defended else DuelWinner.CHALLENGER,
        target,
        defence,
        life=LIFE if duel.attribute is Attribute.STRENGTH else 0,
        asset=duel.attribute is Attribute.CUNNING,
        power_card=duel.attribute is Attribute.WILLPOWER,
        influence=INFLUENCE if duel.attribute is Attribute.WILLPOWER else 0,
        apostate_asset=loser_assets > 0,
    )


def duel_odds(challenger: Fighter, defender: Fighter) -> dict[DuelWinner, float]:
    """Return the chance of each end, before the dice are thrown."""
    attack = {challenger.strength + t: c for t, c in totals(challenger.roll).items()}
    defence = {defender.strength + t: c for t, c in totals(defender.roll).items()}
    fails = sum(chance for value, chance in attack.items() if value < TARGET)
    wins = held = 0.0
    for value, chance in attack.items():
        for reply, other in defence.items() if value >= TARGET else ():
            if reply < value:
                wins += chance * other
            else:
                held += chance * other
    return {DuelWinner.CHALLENGER: wins, DuelWinner.NOBODY: fails, DuelWinner.DEFENDER: held}
