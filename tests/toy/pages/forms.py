"""The forms of a game, and of its result."""

from __future__ import annotations

from typing import Any

from django import forms

from campaign.models import Game
from campaign.selectors.games import sheet_for
from tests.toy.rules.games import SEATS, SIDES, DiceChoices, Rolls
from tracker.forms.nested import RowForm
from tracker.forms.one_offs import PlanAgainForm, StartGameForm
from tracker.forms.results import ResultForm


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


class RollRow(RowForm):
    """What a player rolled."""

    roll = forms.IntegerField()
    fields_by_path = {"": "roll"}

    def __init__(self, *args: Any, die: str, **kwargs: Any) -> None:
        super().__init__(*args, path="rolls", **kwargs)
        self.fields["roll"].label = f"Roll of the {die} die"

    @property
    def rolled(self) -> int:
        """Return the roll of a valid form."""
        return int(self.cleaned_data["roll"])


class RollsForm(ResultForm):
    """What each player rolled."""

    def __init__(self, *args: Any, game: Game, stands: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, game=game, stands=stands, **kwargs)
        dice = sheet_for(game).body.dice
        seats = zip(SEATS, dice, strict=True)
        self.rolls = tuple(RollRow(self, number=seat, die=die) for seat, die in seats)
        self.parts = self.rolls
        players = (stands and stands.players) or ("",) * len(SEATS)
        self.ask_players(list(zip(SEATS, dice, players, strict=True)))

    def ended(self) -> Rolls:
        """Return the rolls."""
        return Rolls(tuple(row.rolled for row in self.rolls))

    @staticmethod
    def shown_of(result: Rolls) -> dict[str, Any]:
        """Return what the fields show of a result."""
        shown: dict[str, Any] = {}
        for seat, roll in zip(SEATS, result.rolls, strict=True):
            shown |= RollRow.named(seat, roll=roll)
        return shown
