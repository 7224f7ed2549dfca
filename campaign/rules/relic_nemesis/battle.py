"""Battles of a nemesis, against a character or against the agents on its space (pp. 12-14)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from campaign.rules.core.entries import Limit, entry_problems
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.dice import Odds, Roll, margins, shown_problems, total

ATTRIBUTE_MOST = 30
SUPPORT = (-20, 30)  # cards can take away as well
CARDS_MOST = 12  # on one space


class Winner(StrEnum):
    """Who won a battle."""

    NEMESIS = "nemesis"
    OPPONENT = "opponent"
    NOBODY = "nobody"  # a stand-off


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side: attribute, bonuses, cards on the space that help it, and what it rolls.

    ``helpers`` are enemy Threat cards for a nemesis, agents for a character: one point each. Agents
    themselves get none for each other (p. 14).
    """

    attribute: Annotated[int, Limit(0, ATTRIBUTE_MOST)]
    support: Annotated[int, Limit(*SUPPORT)] = 0
    helpers: Annotated[int, Limit(0, CARDS_MOST)] = 0
    dice: int = 1
    card: int | None = None  # a Might or Power card in place of a die
    shown: tuple[int, ...] = ()  # the dice that were thrown, explosions included

    @property
    def roll(self) -> Roll:
        """Return what is rolled."""
        return Roll(self.dice, self.card)

    @property
    def strength(self) -> int:
        """Return everything but the dice."""
        return self.attribute + self.support + self.helpers

    @property
    def value(self) -> int:
        """Return the battle value."""
        return self.strength + total(self.roll, self.shown)


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle with its dice; ``agents`` are their attributes, none against a character."""

    nemesis: Fighter
    opponent: Fighter
    agents: tuple[Annotated[int, Limit(0, ATTRIBUTE_MOST)], ...] = ()


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a battle costs and brings."""

    winner: Winner
    nemesis_value: int
    opponent_value: int
    nemesis_life: int = 0  # lost by the nemesis
    character_life: int = 0  # lost by the character
    trophies: tuple[int, ...] = field(default=())  # values of the agents taken
    bounty: bool = False
    engagement_ends: bool = True  # of the active player; a nemesis that beats agents goes on


def against_agents(attributes: tuple[int, ...], shown: tuple[int, ...] = ()) -> Fighter:
    """Return agents as one fighter: attributes summed, one die, no cards."""
    return Fighter(sum(attributes), shown=shown)


def fighter_problems(fighter: Fighter, path: str) -> tuple[Problem, ...]:
    """Return what is wrong with a side before its dice are thrown."""
    return (*entry_problems(fighter, path), *entry_problems(fighter.roll, path))


def battle_problems(battle: Battle) -> tuple[Problem, ...]:
    """Return everything that is wrong with a battle."""
    found = [*_side(battle.nemesis, "nemesis"), *_side(battle.opponent, "opponent")]
    if len(battle.agents) > CARDS_MOST:
        details = {"least": 0, "most": CARDS_MOST, "actual": len(battle.agents)}
        found.append(Problem("number.out_of_range", details, "agents"))
    if battle.agents and battle.opponent != against_agents(battle.agents, battle.opponent.shown):
        found.append(Problem("battle.agents_alone", path="opponent"))
    return tuple(found)


def battle_odds(nemesis: Fighter, opponent: Fighter) -> Odds:
    """Return the chance of each margin of the nemesis, before the dice are thrown."""
    return margins(nemesis.roll, opponent.roll, nemesis.strength - opponent.strength)


def fight(battle: Battle) -> Consequences:
    """Return how a battle ends. The dice must have been thrown."""
    mine, theirs = battle.nemesis.value, battle.opponent.value
    if mine == theirs:  # a stand-off: nobody loses life, agents stay (p. 12)
        return Consequences(Winner.NOBODY, mine, theirs)
    if battle.agents:
        if mine > theirs:
            return Consequences(
                Winner.NEMESIS, mine, theirs, trophies=battle.agents, engagement_ends=False
            )
        return Consequences(Winner.OPPONENT, mine, theirs, nemesis_life=1)
    if mine > theirs:
        return Consequences(Winner.NEMESIS, mine, theirs, character_life=1)
    return Consequences(Winner.OPPONENT, mine, theirs, nemesis_life=1, bounty=True)


def _side(fighter: Fighter, path: str) -> Iterator[Problem]:
    found = fighter_problems(fighter, path)
    yield from found or shown_problems(fighter.roll, fighter.shown, f"{path}.shown")
