"""Dice that explode: what was rolled, and the exact chance of every total and margin.

A six adds another die (base rulebook p. 20), so one die shows 6k + r (r from 1 to 5) with a chance
of 6^-(k+1): the sixes and the last face are independent. n dice show 6s plus n last faces, with s
sixes in all: C(n+s-1, s) · 5^n / 6^(n+s). The sum over s is cut after ``SIXES``; what is left out
is below 1e-15 for every number of dice that is accepted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import comb
from random import Random
from typing import Annotated

from campaign.rules.core.entries import Limit
from campaign.rules.core.problems import Problem

FACES = 6
SIXES = 40  # of one side; more are as good as never
DICE_MOST = 6  # that a side rolls at once


@dataclass(frozen=True, slots=True)
class Roll:
    """What a side rolls: so many dice, of which a card with a number may replace one."""

    dice: Annotated[int, Limit(1, DICE_MOST)] = 1
    card: Annotated[int, Limit(1, FACES)] | None = None

    @property
    def to_throw(self) -> int:
        """Return how many dice are thrown; a card of six explodes as a die does (p. 13)."""
        if self.card is None:
            return self.dice
        return self.dice - 1 + (self.card == FACES)


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of one side's margin over the other."""

    margins: Mapping[int, float] = field(hash=False)

    @property
    def higher(self) -> float:
        """Return the chance of the higher total."""
        return sum(chance for margin, chance in self.margins.items() if margin > 0)

    @property
    def equal(self) -> float:
        """Return the chance of equal totals."""
        return self.margins.get(0, 0.0)

    @property
    def lower(self) -> float:
        """Return the chance of the lower total."""
        return sum(chance for margin, chance in self.margins.items() if margin < 0)


def shown_problems(roll: Roll, shown: Sequence[int], path: str) -> tuple[Problem, ...]:
    """Return what is wrong with the faces that were typed: each six needs one more.

    A card that replaces a die of an explosion is typed as that die (p. 13).
    """
    strange = tuple(face for face in shown if not 1 <= face <= FACES)
    if strange:
        return (Problem("dice.face", {"faces": strange}, path),)
    owed = roll.to_throw
    for place, face in enumerate(shown):
        if not owed:
            return (Problem("dice.too_many", {"actual": len(shown), "most": place}, path),)
        owed += (face == FACES) - 1
    if owed:
        return (Problem("dice.missing", {"count": owed}, path),)
    return ()


def throw(roll: Roll, rng: Random) -> tuple[int, ...]:
    """Return the faces of a roll, explosions included."""
    faces: list[int] = []
    left = roll.to_throw
    while left:
        faces.append(rng.randint(1, FACES))
        left += (faces[-1] == FACES) - 1
    return tuple(faces)


def total(roll: Roll, shown: Sequence[int]) -> int:
    """Return what a roll is worth."""
    return (roll.card or 0) + sum(shown)


def margins(mine: Roll, theirs: Roll, ahead: int = 0) -> Odds:
    """Return the chance of each margin; ``ahead`` is what one side has more before the dice."""
    first, second = totals(mine), totals(theirs)
    found: dict[int, float] = {}
    for my_total, chance in first.items():
        for their_total, other in second.items():
            margin = ahead + my_total - their_total
            found[margin] = found.get(margin, 0.0) + chance * other
    return Odds(dict(sorted(found.items())))


def totals(roll: Roll) -> dict[int, float]:
    """Return the chance of each total of a roll."""
    start = roll.card or 0
    return {start + shown: chance for shown, chance in _thrown(roll.to_throw).items()}


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
    """Return in how many ways the faces that end each chain add up to a number."""
    found = {0: 1}
    for _die in range(dice):
        more: dict[int, int] = {}
        for shown, ways in found.items():
            for face in range(1, FACES):
                more[shown + face] = more.get(shown + face, 0) + ways
        found = more
    return found
