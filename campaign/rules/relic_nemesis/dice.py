"""Exploding dice (p. 12; base game p. 20): what a side rolls, and the exact chance of every value.

A six adds another die; the dice of one nemesis explode on other faces too. Chances are those of the
dice that are still to be thrown: what lies on the table already is counted as it lies.

With e exploding faces, n dice explode s times in all in C(n+s-1, s) · e^s · (6-e)^n of 6^(n+s)
ways; exploding and last faces are independent. The sum over s is cut after ``EXPLOSIONS``; what is
left out is below 1e-15 for every number of dice that is accepted, if no more than two faces
explode, as on every sheet of the box.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import comb
from random import Random
from typing import Annotated

from campaign.rules.core.constraints import Limit, Most
from campaign.rules.core.problems import Problem, RulesError

FACES = 6
EXPLODES = (FACES,)  # the faces that add a die, but for one nemesis
EXPLOSIONS = 60  # of one side; the chance of more is negligible
MAX_DICE = 6  # that a side rolls at once
MAX_SHOWN = EXPLOSIONS + MAX_DICE  # dice of one side, explosions included
MAX_ATTRIBUTE = 30
SUPPORT = (-20, 30)  # cards can also reduce it
MAX_CARDS = 12  # on one space
# Of faces that add a die: different ones, and never all six, with which no throw would end.
EXPLODING = Most(FACES - 1, once=True)


class Winner(StrEnum):
    """The winner of a fight; the attacker is the nemesis, or the challenger of a duel."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    NOBODY = "nobody"  # a stand-off; a challenger who failed the first test


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
    # The dice that were thrown, explosions included.
    shown: Annotated[tuple[int, ...], Most(MAX_SHOWN)] = ()
    explodes: Annotated[tuple[Annotated[int, Limit(1, FACES)], ...], EXPLODING] = EXPLODES

    @property
    def before_dice(self) -> int:
        """Return the battle value without the dice."""
        return self.attribute + self.support + self.helpers + (self.card or 0)

    @property
    def value(self) -> int:
        """Return the battle value, of the dice that are thrown so far."""
        return self.before_dice + sum(self.shown)

    @property
    def to_throw(self) -> int:
        """Return how many dice are thrown at first; a card explodes like a die (p. 13)."""
        if self.card is None:
            return self.dice
        return self.dice - 1 + (self.card in self.explodes)

    @property
    def still_to_throw(self) -> int:
        """Return how many dice are missing, each explosion included."""
        exploded = sum(face in self.explodes for face in self.shown)
        return max(0, self.to_throw + exploded - len(self.shown))


def shown_problems(side: Fighter, path: str) -> tuple[Problem, ...]:
    """Return what is wrong with the typed faces: every explosion needs one more.

    A card that replaces an exploding die is typed as that die (p. 13).
    """
    problems = partly_shown_problems(side, path)
    if not problems and side.still_to_throw:
        return (Problem("dice.missing", {"count": side.still_to_throw}, f"{path}.shown"),)
    return problems


def partly_shown_problems(side: Fighter, path: str) -> tuple[Problem, ...]:
    """Return what is wrong with the typed faces, of which some may still be missing."""
    path = f"{path}.shown"
    invalid = tuple(face for face in side.shown if not 1 <= face <= FACES)
    if invalid:
        return (Problem("dice.face", {"faces": invalid}, path),)
    owed = side.to_throw
    for place, face in enumerate(side.shown):
        if not owed:
            return (Problem("dice.too_many", {"actual": len(side.shown), "most": place}, path),)
        owed += (face in side.explodes) - 1
    return ()


def throw(side: Fighter, rng: Random) -> tuple[int, ...]:
    """Return the faces that a side throws, explosions included: no more than can be shown."""
    faces: list[int] = []
    left = side.to_throw
    while left and len(faces) < MAX_SHOWN:
        faces.append(rng.randint(1, FACES))
        left += (faces[-1] in side.explodes) - 1
    return tuple(faces)


def margins(mine: Fighter, theirs: Fighter) -> dict[int, float]:
    """Return the chance of each margin by which ``mine`` beats ``theirs``."""
    first, second = value_chances(mine), value_chances(theirs)
    chances: dict[int, float] = {}
    for my_value, chance in first.items():
        for their_value, other in second.items():
            margin = my_value - their_value
            chances[margin] = chances.get(margin, 0.0) + chance * other
    return dict(sorted(chances.items()))


def value_chances(side: Fighter) -> dict[int, float]:
    """Return the chance of each battle value of a side, given the dice that it shows.

    More dice than a side can roll are refused.
    """
    if side.to_throw > MAX_DICE:
        details = {"least": 1, "most": MAX_DICE, "actual": side.dice}
        raise RulesError([Problem("number.out_of_range", details, "dice")])
    chances = _thrown(side.still_to_throw, tuple(sorted(set(side.explodes))))
    return {side.value + total: chance for total, chance in chances.items()}


@lru_cache(maxsize=64)  # up to six dice, of sheets that explode on the same few faces
def _thrown(dice: int, exploding: tuple[int, ...]) -> dict[int, float]:
    """Return the chance of each total of so many dice."""
    if not dice:
        return {0: 1.0}
    last_faces = {0: 1}
    for _die in range(dice):
        last_faces = _with_die(last_faces, [n for n in range(1, FACES + 1) if n not in exploding])
    chances: dict[int, float] = {}
    exploded_faces = {0: 1}
    for explosions in range(EXPLOSIONS + 1):
        share = comb(dice + explosions - 1, explosions) / FACES ** (dice + explosions)
        for exploded, ways in exploded_faces.items():
            for last, count in last_faces.items():
                total = exploded + last
                chances[total] = chances.get(total, 0.0) + share * ways * count
        exploded_faces = _with_die(exploded_faces, exploding)
    return chances


def _with_die(ways_to: Mapping[int, int], faces: Sequence[int]) -> dict[int, int]:
    """Return how many ways dice add up to each number, with one more die of these faces."""
    more: dict[int, int] = {}
    for total, ways in ways_to.items():
        for face in faces:
            more[total + face] = more.get(total + face, 0) + ways
    return more
