"""Exploding dice: what a side rolls, and the exact chance of every value and margin.

A six adds another die (base rulebook p. 20), so one die shows 6k + r (r from 1 to 5) with a chance
of 6^-(k+1): the sixes and the last face are independent. n dice show 6s plus n last faces, with s
sixes in all: C(n+s-1, s) · 5^n / 6^(n+s). The sum over s is cut after ``SIXES``; what is left out
is below 1e-15 for every number of dice that is accepted.
"""

from dataclasses import dataclass
from functools import cache
from math import comb
from random import Random
from typing import Annotated

from campaign.rules.core.entries import Limit
from campaign.rules.core.problems import Problem

FACES = 6
SIXES = 40  # of one side; the chance of more is negligible
MAX_DICE = 6  # that a side rolls at once
MAX_ATTRIBUTE = 30
SUPPORT = (-20, 30)  # cards can also reduce it
MAX_CARDS = 12  # on one space


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side: attribute, bonuses, cards on the space that help it, and what it rolls.

    ``helpers`` are enemy Threat cards for a nemesis, agents for a character: one point each. Agents
    themselves get none for each other (p. 14).
    """

    attribute: Annotated[int, Limit(0, MAX_ATTRIBUTE)]
    support: Annotated[int, Limit(*SUPPORT)] = 0
    helpers: Annotated[int, Limit(0, MAX_CARDS)] = 0
    dice: Annotated[int, Limit(1, MAX_DICE)] = 1
    card: Annotated[int, Limit(1, FACES)] | None = None  # Might or Power, in place of a die
    shown: tuple[int, ...] = ()  # the dice that were thrown, explosions included

    @property
    def before_dice(self) -> int:
        """Return the battle value without the dice."""
        return self.attribute + self.support + self.helpers + (self.card or 0)

    @property
    def value(self) -> int:
        """Return the battle value."""
        return self.before_dice + sum(self.shown)

    @property
    def to_throw(self) -> int:
        """Return how many dice are thrown; a card of six explodes like a die (p. 13)."""
        if self.card is None:
            return self.dice
        return self.dice - 1 + (self.card == FACES)


def shown_problems(side: Fighter, path: str) -> tuple[Problem, ...]:
    """Return what is wrong with the typed faces: every six needs one more.

    A card that replaces an exploding die is typed as that die (p. 13).
    """
    path = f"{path}.shown"
    invalid = tuple(face for face in side.shown if not 1 <= face <= FACES)
    if invalid:
        return (Problem("dice.face", {"faces": invalid}, path),)
    owed = side.to_throw
    for place, face in enumerate(side.shown):
        if not owed:
            return (Problem("dice.too_many", {"actual": len(side.shown), "most": place}, path),)
        owed += (face == FACES) - 1
    if owed:
        return (Problem("dice.missing", {"count": owed}, path),)
    return ()


def throw(side: Fighter, rng: Random) -> tuple[int, ...]:
    """Return the faces that a side throws, explosions included."""
    faces: list[int] = []
    left = side.to_throw
    while left:
        faces.append(rng.randint(1, FACES))
        left += (faces[-1] == FACES) - 1
    return tuple(faces)


def margins(mine: Fighter, theirs: Fighter) -> dict[int, float]:
    """Return the chance of each margin by which ``mine`` beats ``theirs``."""
    first, second = value_chances(mine), value_chances(theirs)
    found: dict[int, float] = {}
    for my_value, chance in first.items():
        for their_value, other in second.items():
            margin = my_value - their_value
            found[margin] = found.get(margin, 0.0) + chance * other
    return dict(sorted(found.items()))


def value_chances(side: Fighter) -> dict[int, float]:
    """Return the chance of each battle value of a side."""
    start = side.before_dice
    return {start + shown: chance for shown, chance in _thrown(side.to_throw).items()}


@cache
def _thrown(dice: int) -> dict[int, float]:
    if not dice:
        return {0: 1.0}
    found: dict[int, float] = {}
    for sixes in range(SIXES + 1):
        ways = comb(dice + sixes - 1, sixes)
        for last, count in _last_faces(dice).items():
            shown = FACES * sixes + last
            found[shown] = found.get(shown, 0.0) + ways * count / FACES ** (dice + sixes)
    return found


@cache
def _last_faces(dice: int) -> dict[int, int]:
    """Return how many ways the last faces of all chains add up to each number."""
    found = {0: 1}
    for _die in range(dice):
        more: dict[int, int] = {}
        for shown, ways in found.items():
            for face in range(1, FACES):
                more[shown + face] = more.get(shown + face, 0) + ways
        found = more
    return found
