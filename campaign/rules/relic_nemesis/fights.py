"""Fights: battles of a nemesis (pp. 12-14), and skill duels of characters (pp. 4-5).

A nemesis fights a character, or the agents on its space; a character challenges an apostate.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from campaign.rules.core.entries import Limit, entry_problems
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.dice import (
    MAX_ATTRIBUTE,
    MAX_CARDS,
    Fighter,
    shown_problems,
    value_chances,
)

TARGET = 2  # of the challenger's test in a duel
LIFE = 2  # lost in a duel of strength
INFLUENCE = 3  # instead of a Power card


class Winner(StrEnum):
    """The winner of a fight; the attacker is the nemesis, or the challenger of a duel."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    NOBODY = "nobody"  # a stand-off; a challenger who failed the first test


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle with its dice; ``agents`` has their attributes, empty against a character."""

    nemesis: Fighter
    opponent: Fighter
    agents: tuple[Annotated[int, Limit(0, MAX_ATTRIBUTE)], ...] = ()


@dataclass(frozen=True, slots=True)
class Consequences:
    """How a battle ended. After taking trophies a nemesis continues its engagement."""

    winner: Winner
    values: tuple[int, int]  # of the nemesis and of its opponent
    nemesis_life: int = 0  # lost by the nemesis
    character_life: int = 0  # lost by the character
    trophies: tuple[int, ...] = ()  # values of the agents taken
    bounty: bool = False


def against_agents(attributes: tuple[int, ...], shown: tuple[int, ...] = ()) -> Fighter:
    """Return agents as one fighter: the sum of their attributes, one die, no cards."""
    return Fighter(sum(attributes), shown=shown)


def battle_problems(battle: Battle) -> tuple[Problem, ...]:
    """Return everything that is wrong with a battle."""
    found = [*_side(battle.nemesis, "nemesis"), *_side(battle.opponent, "opponent")]
    if len(battle.agents) > MAX_CARDS:
        details = {"least": 0, "most": MAX_CARDS, "actual": len(battle.agents)}
        found.append(Problem("number.out_of_range", details, "agents"))
    if battle.agents and battle.opponent != against_agents(battle.agents, battle.opponent.shown):
        found.append(Problem("battle.agents_alone", path="opponent"))
    return tuple(found)


def fight(battle: Battle) -> Consequences:
    """Return how a battle ends. The dice must have been thrown."""
    values = mine, theirs = battle.nemesis.value, battle.opponent.value
    if mine == theirs:  # a stand-off: nobody loses life, agents stay (p. 12)
        return Consequences(Winner.NOBODY, values)
    if mine < theirs:
        bounty = not battle.agents
        return Consequences(Winner.DEFENDER, values, nemesis_life=1, bounty=bounty)
    if battle.agents:
        return Consequences(Winner.ATTACKER, values, trophies=battle.agents)
    return Consequences(Winner.ATTACKER, values, character_life=1)


def battle_odds(chances: Mapping[int, float]) -> dict[Winner, float]:
    """Return the chance of each winner from the chances of margins."""
    return {
        Winner.ATTACKER: sum(chance for margin, chance in chances.items() if margin > 0),
        Winner.NOBODY: chances.get(0, 0.0),
        Winner.DEFENDER: sum(chance for margin, chance in chances.items() if margin < 0),
    }


def _side(fighter: Fighter, path: str) -> Iterator[Problem]:
    yield from entry_problems(fighter, path) or shown_problems(fighter, path)


# --- skill duels ---


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
    found = []
    if not duel.defender_is_apostate:
        found.append(Problem("duel.no_apostate", path="defender_is_apostate"))
    if duel.inner_tier:
        found.append(Problem("duel.inner_tier", path="inner_tier"))
    sides = {"challenger": duel.challenger, "defender": duel.defender}
    wrong = {path: entry_problems(side, path) for path, side in sides.items()}
    found += [problem for each in wrong.values() for problem in each]
    for path, side in sides.items():
        thrown = path == "challenger" or side.shown or not failed(duel)
        if thrown and not wrong[path]:
            found += shown_problems(side, path)
    return tuple(found)


def failed(duel: Duel) -> bool:
    """Say whether the challenger fails the first test, which ends the duel."""
    return duel.challenger.value < TARGET


def settle_duel(duel: Duel) -> Stakes:
    """Return how a duel ends. The dice must have been thrown."""
    target = duel.challenger.value
    if failed(duel):
        return Stakes(Winner.NOBODY, (target, None))
    defence = duel.defender.value
    defended = defence >= target
    loser_assets = duel.challenger_assets if defended else duel.defender_assets
    return Stakes(
        Winner.DEFENDER if defended else Winner.ATTACKER,
        (target, defence),
        life=LIFE if duel.attribute is Attribute.STRENGTH else 0,
        asset=duel.attribute is Attribute.CUNNING,
        influence=INFLUENCE if duel.attribute is Attribute.WILLPOWER else 0,
        apostate_asset=loser_assets > 0,
    )


def duel_odds(challenger: Fighter, defender: Fighter) -> dict[Winner, float]:
    """Return the chance of each winner before the dice are thrown."""
    attack, defence = value_chances(challenger), value_chances(defender)
    fails = sum(chance for value, chance in attack.items() if value < TARGET)
    wins = held = 0.0
    for value, chance in attack.items():
        for reply, other in defence.items() if value >= TARGET else ():
            if reply < value:
                wins += chance * other
            else:
                held += chance * other
    return {Winner.ATTACKER: wins, Winner.NOBODY: fails, Winner.DEFENDER: held}
