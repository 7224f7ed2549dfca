"""The forms of a game, and of its result."""

from __future__ import annotations

from typing import Any

from django import forms

from campaign.models import Game
from campaign.selectors.games import sheet_for
from tests.toy.rules.games import SEATS, SIDES, DiceChoices, Rolls
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


class RollsForm(ResultForm):
    """What each player rolled."""

    fields_by_path = {**ResultForm.fields_by_path, "rolls.*": "roll_*"}

    def __init__(self, *args: Any, game: Game, stands: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, game=game, stands=stands, **kwargs)
        dice = sheet_for(game).body.dice
        for seat, die in zip(SEATS, dice, strict=True):
            self.fields[f"roll_{seat}"] = forms.IntegerField(label=f"Roll of the {die} die")
        players = (stands and stands.players) or ("",) * len(SEATS)
        self.ask_players(list(zip(SEATS, dice, players, strict=True)))

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
