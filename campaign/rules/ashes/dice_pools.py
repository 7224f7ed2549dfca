"""The active and the exhausted pool of dice (pp. 5, 9-10), die by die.

A die is exhausted to pay with it, rolled in preparation, and turned to another side by meditation.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

from campaign.rules.ashes.catalogue import DiceType, Level
from campaign.rules.ashes.opening_hand import FACES
from campaign.rules.ashes.table import Player, Side

SIDES: Final = (Side.POWER, Side.CLASS, Side.BASIC)  # that a die can show, the highest first
CHEAPEST_FIRST: Final = (Side.ACTIVE, Side.BASIC, Side.CLASS, Side.POWER)
NOT_ROLLED: Final = frozenset({Side.EXHAUSTED, Side.ACTIVE})


def in_order(dice: Mapping[DiceType, int]) -> dict[DiceType, int]:
    """Return dice as they lie before a player, type by type: databases and files keep no order."""
    return {kind: dice[kind] for kind in DiceType if kind in dice}


def to_roll(player: Player) -> tuple[int, ...]:
    """Return the places of the dice that a preparation rolls: those whose side is not known."""
    return tuple(place for place, side in enumerate(player.sides) if side in NOT_ROLLED)


def thrown(player: Player, rng: Random) -> tuple[Side, ...]:
    """Return how the dice of a player fall; those of a type lie with the highest symbol first."""
    levels, weights = zip(*FACES.items(), strict=True)
    types, sides = player.dice_types, list(player.sides)
    places = to_roll(player)
    for kind in player.dice:
        own = [place for place in places if types[place] is kind]
        fallen = sorted(map(_side, rng.choices(levels, weights, k=len(own))), key=_rank)
        for place, side in zip(own, fallen, strict=True):
            sides[place] = side
    return tuple(sides)


def turned(player: Player, place: int, side: Side) -> Player:
    """Return a player with one die lying otherwise; places begin with 1."""
    sides = list(player.sides)
    sides[place - 1] = side
    return replace(player, sides=tuple(sides))


def moved(player: Player, die: DiceType, by: int) -> Player:
    """Return a player with so many dice of a type made active, or, if negative, exhausted.

    Nobody said which: those that pay for least are exhausted first.
    """
    own = [place for place, kind in enumerate(player.dice_types) if kind is die]
    sources = (Side.EXHAUSTED,) if by > 0 else CHEAPEST_FIRST
    found = [place for side in sources for place in own if player.sides[place] is side]
    sides = list(player.sides)
    for place in found[: abs(by)]:
        sides[place] = Side.ACTIVE if by > 0 else Side.EXHAUSTED
    return replace(player, sides=tuple(sides))


def all_active(player: Player) -> Player:
    """Return a player whose dice are all active; of those that nobody entered no side is known."""
    sides = (Side.ACTIVE if side is Side.EXHAUSTED else side for side in player.sides)
    return replace(player, sides=tuple(sides))


def all_exhausted(dice: Mapping[DiceType, int]) -> tuple[Side, ...]:
    """Return the sides of dice that a game begins with (p. 4)."""
    return (Side.EXHAUSTED,) * sum(dice.values())


def _side(level: Level) -> Side:
    return Side(level.value)


def _rank(side: Side) -> int:
    return SIDES.index(side)
