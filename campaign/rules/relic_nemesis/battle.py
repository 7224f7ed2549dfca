"""Battles of a nemesis with a character, or with the agents on its space (pp. 12-14).

The nemesis prepares and rolls first; the character prepares knowing that roll (p. 12, steps 2-5).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from campaign.rules.core.constraints import Limit
from campaign.rules.core.entries import Few, entry_problems
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.dice import (
    MAX_ATTRIBUTE,
    MAX_CARDS,
    Fighter,
    Winner,
    shown_problems,
)


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle with its dice; ``agents`` has their attributes, empty against a character."""

    nemesis: Fighter
    opponent: Fighter
    agents: Few[Annotated[int, Limit(0, MAX_ATTRIBUTE)]] = ()


@dataclass(frozen=True, slots=True)
class Consequences:
    """How a battle ended (p. 12). After taking trophies a nemesis continues its engagement."""

    winner: Winner
    values: tuple[int, int]  # of the nemesis and of its opponent
    against_agents: bool = False
    nemesis_life: int = 0  # lost by the nemesis
    character_life: int = 0  # lost by the character
    trophies: tuple[int, ...] = ()  # values of the agents taken
    bounty: bool = False


def against_agents(attributes: tuple[int, ...], shown: tuple[int, ...] = ()) -> Fighter:
    """Return agents as one fighter: the sum of their attributes, one die, no cards (p. 13)."""
    return Fighter(sum(attributes), shown=shown)


def battle_problems(battle: Battle) -> tuple[Problem, ...]:
    """Return everything that is wrong with a battle."""
    problems = [*_side(battle.nemesis, "nemesis"), *_side(battle.opponent, "opponent")]
    if len(battle.agents) > MAX_CARDS:
        details = {"least": 0, "most": MAX_CARDS, "actual": len(battle.agents)}
        problems.append(Problem("number.out_of_range", details, "agents"))
    if battle.agents and battle.opponent != against_agents(battle.agents, battle.opponent.shown):
        problems.append(Problem("battle.agents_alone", path="opponent"))
    return tuple(problems)


def fight(battle: Battle) -> Consequences:
    """Return how a battle ends. The dice must have been thrown."""
    mine, theirs = values = battle.nemesis.value, battle.opponent.value
    agents = bool(battle.agents)
    if mine == theirs:  # a stand-off: nobody loses life, agents stay (p. 13)
        return Consequences(Winner.NOBODY, values, agents)
    if mine < theirs:
        return Consequences(Winner.DEFENDER, values, agents, nemesis_life=1, bounty=not agents)
    if agents:
        return Consequences(Winner.ATTACKER, values, agents, trophies=battle.agents)
    return Consequences(Winner.ATTACKER, values, agents, character_life=1)


def battle_odds(chances: Mapping[int, float]) -> dict[Winner, float]:
    """Return the chance of each winner from the chances of margins."""
    return {
        Winner.ATTACKER: sum(chance for margin, chance in chances.items() if margin > 0),
        Winner.NOBODY: chances.get(0, 0.0),
        Winner.DEFENDER: sum(chance for margin, chance in chances.items() if margin < 0),
    }


def _side(fighter: Fighter, path: str) -> Iterator[Problem]:
    yield from entry_problems(fighter, path) or shown_problems(fighter, path)
