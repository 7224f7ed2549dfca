"""How it looks: forms, words, pages, paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django import forms

from campaign.exchange.content import Content
from campaign.models import Game, Person
from campaign.records import GameRecord
from campaign.rules.core.facts import Played
from campaign.rules.core.problems import Problem
from campaign.rules.core.sheet import SetupSheet
from campaign.selectors import games
from tests.toy.rules import SEATS, SIDES, SLUG, DiceBody, DiceChoices, DiceSetup, Rolls
from tracker.forms.one_offs import PlanAgainForm, StartGameForm
from tracker.forms.results import ResultForm
from tracker.sheets.compiler import Document
from tracker.systems.face import Face, Heading, Recent
from tracker.words.one_offs import OneOffWords
from tracker.words.problems import SENTENCES, detail, worded

PROBLEMS: dict[str, Any] = {
    **SENTENCES,
    "dice.sides": "Dice have %(allowed)s sides.",
    "dice.roll": "No die shows %(actual)s: it has %(most)s sides.",
}


class StartDiceForm(StartGameForm):
    """How many sides the dice have."""

    sides = forms.TypedChoiceField(coerce=int, choices=[(n, str(n)) for n in SIDES])

    def choices(self) -> DiceChoices:
        """Return what was chosen."""
        return DiceChoices(self.cleaned_data["sides"])


class ChangeDiceForm(PlanAgainForm):
    """Other dice."""

    sides = forms.TypedChoiceField(coerce=int, choices=[(n, str(n)) for n in SIDES])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("sides", self.planned.choices.sides)

    def choices(self) -> DiceChoices:
        """Return what is chosen."""
        return DiceChoices(self.cleaned_data["sides"])


class RollsForm(ResultForm):
    """What each player rolled."""

    fields_by_path = {**ResultForm.fields_by_path, "rolls.*": "roll_*"}

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        setup: DiceSetup = games.game_setup(game)
        for seat, die in zip(SEATS, setup.dice, strict=True):
            self.fields[f"roll_{seat}"] = forms.IntegerField(label=f"Roll of the {die} die")
        self.ask_players([(s, die, "") for s, die in zip(SEATS, setup.dice, strict=True)])

    def rolls(self) -> list[forms.BoundField]:
        """Return the fields of the rolls."""
        return [self[f"roll_{seat}"] for seat in SEATS]

    def ended(self) -> Rolls:
        """Return the rolls."""
        return Rolls(tuple(self.cleaned_data[f"roll_{s}"] for s in SEATS))

    @staticmethod
    def shown_of(result: Rolls) -> dict[str, Any]:
        """Return what the fields show of a result."""
        return {f"roll_{s}": roll for s, roll in zip(SEATS, result.rolls, strict=True)}


class DiceWords(OneOffWords):
    """The words for what a game's record holds."""

    def sentence(self, problem: Problem) -> str:
        """Return what is wrong."""
        shown = {key: detail(key, value) for key, value in problem.details.items()}
        return worded(problem, shown, PROBLEMS)

    def differences(self, old: DiceSetup, new: DiceSetup) -> Iterator[str]:
        """Yield what is different in another set-up."""
        del old
        yield f"Dice were drawn: {' and '.join(new.dice)}."

    def ended(self, played: Played[Rolls]) -> str:
        """Return who rolled what."""
        first, second = played.result.rolls
        return f"{first} against {second}."


class DiceFace:
    """One-off games of two dice."""

    name = "Two Dice"
    lead = "A die each; the higher roll wins."
    start_form = StartDiceForm
    change_form = ChangeDiceForm
    roll_form = PlanAgainForm
    result_form = RollsForm

    def words(self, game: Game) -> DiceWords:
        """Return the words for a game's record."""
        del game
        return DiceWords()

    def file_words(self, content: Content) -> DiceWords:
        """Return the words for an export file."""
        del content
        return DiceWords()

    def heading(self, game: Game) -> Heading:
        """Return what stands above a game's pages."""
        dice = " against ".join(games.game_setup(game).dice)
        return Heading(
            title=dice,
            kicker=self.name,
            page=f"{dice} · {self.name}",
            against=dice,
            setup=f"Roll {dice}",
        )

    def setup(self, game: Game) -> Mapping[str, Any]:
        """Return what the set-up page shows."""
        return {"sheet": games.game_sheet(game)}

    def ended(self, game: Game, played: Played[Rolls]) -> str:
        """Return who won."""
        setup = games.game_setup(game)
        winner = played.result.winner
        return f"The {setup.dice[winner - 1]} die won." if winner else "A draw."

    def document(self, sheet: SetupSheet[DiceBody], heading: str) -> Document:
        """Return the set-up sheet to print."""
        template = Path(__file__).parent / "sheet.typ"
        return Document(template, heading, {"dice": list(sheet.body.dice)})

    def recent(self, game: Game, record: GameRecord) -> Recent:
        """Return a game as a line of somebody's list."""
        title = " against ".join(games.setup_of(game, record).dice)
        return Recent(game, title, "2 dice", played=record.played)

    def seat_titles(self, game: Game) -> Sequence[str]:
        """Return the die of each seat."""
        return tuple(games.game_setup(game).dice)

    def again(self, game: Game, person: Person) -> DiceChoices:
        """Return the same choices."""
        del person
        choices: DiceChoices = games.one_off_record(game).planned.choices
        return choices


FACE = Face(SLUG, "toy", title=DiceFace.name, one_off=DiceFace())
