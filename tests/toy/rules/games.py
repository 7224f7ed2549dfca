"""The rules of one-off games: what is chosen, what is drawn, how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from campaign.rules.core.pack import Name
from campaign.rules.core.play import PlaySummary, SeatSummary, Tag
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.sheet import Line, SetupSheet
from campaign.rules.core.system import OneOff, Shelf

SLUG = "two-dice"
SEATS = (1, 2)
SIDES = (4, 6, 8)


@dataclass(frozen=True, slots=True)
class DicePack:
    """The catalogue: the dice in the box, by the key of their colour."""

    slug: str = SLUG
    version: int = 1
    name: Name = field(default_factory=lambda: Name("Two Dice"))
    dice: tuple[str, ...] = ("amber", "coal", "ivory", "jade")

    def name_of(self, kind: str, key: str, language: str) -> str:
        """Return what the box calls something: a die is called after its colour."""
        del kind, language
        return f"the {key} die" if key in self.dice else ""


@dataclass(frozen=True, slots=True)
class DiceChoices:
    """What players choose: how many sides their dice have."""

    sides: int = 6


@dataclass(frozen=True, slots=True)
class DiceSetup:
    """What was drawn: a die for each seat."""

    dice: tuple[str, ...]
    sides: int


@dataclass(frozen=True, slots=True)
class Rolls:
    """How it ended: what each seat rolled."""

    rolls: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """Return the seat of the higher roll; None for a draw."""
        first, second = self.rolls
        return None if first == second else 1 if first > second else 2


@dataclass(frozen=True, slots=True)
class DiceBody:
    """What lies on the table."""

    dice: tuple[str, ...]
    sides: int

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {"dice": list(self.dice), "sides": self.sides}


class DiceGames(OneOff[DicePack, DiceChoices, DiceSetup, Rolls]):
    """One-off games of two dice."""

    choices = DiceChoices
    setup = DiceSetup
    result = Rolls

    def draw(self, shelf: Shelf[DicePack], choices: DiceChoices, rng: Random) -> DiceSetup:
        """Draw two different dice."""
        if choices.sides not in SIDES:
            raise RulesError([Problem("dice.sides", {"allowed": SIDES}, "sides")])
        dice = rng.sample(shelf.pack.dice, len(SEATS))
        return DiceSetup(tuple(dice), choices.sides)

    def players(self, choices: DiceChoices) -> tuple[str, ...]:
        """Return who was to play: nobody is named beforehand."""
        del choices
        return ("",) * len(SEATS)

    def sheet(
        self,
        setup: DiceSetup,
        *,
        language: str = "en",
        seed: str = "",
        players: Sequence[str] = (),
    ) -> SetupSheet[DiceBody]:
        """Return the sheet: give each player a die."""
        del players
        steps = (Line("dice", "step.die", {"seat": seat}) for seat in SEATS)
        return SetupSheet(
            system=SLUG,
            pack_version=1,
            language=language,
            players=len(SEATS),
            body=DiceBody(setup.dice, setup.sides),
            steps=tuple(steps),
            seed=seed,
        )

    def result_problems(self, setup: DiceSetup, result: Rolls) -> tuple[Problem, ...]:
        """Return each roll that no such die shows."""
        return tuple(
            Problem("dice.roll", {"most": setup.sides, "actual": roll}, f"rolls.{seat}")
            for seat, roll in zip(SEATS, result.rolls, strict=False)
            if not 1 <= roll <= setup.sides
        )

    def counted(self, choices: DiceChoices, setup: DiceSetup, result: Rolls) -> PlaySummary:
        """Return a game as the ledger counts it: a duel is won by a seat, not by the table."""
        del choices
        winner = result.winner
        return PlaySummary(
            result="" if winner else "draw",
            seats=tuple(
                SeatSummary(
                    seat,
                    die,
                    result="draw" if not winner else "win" if seat == winner else "loss",
                    score=roll,
                )
                for seat, die, roll in zip(SEATS, setup.dice, result.rolls, strict=True)
            ),
            tags=tuple(Tag("die", die) for die in setup.dice),
        )


GAMES = DiceGames()
