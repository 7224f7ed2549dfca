"""Forms of one-off games: start one, and draw again what does not stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.one_off.choices import Choices, open_choices
from campaign.rules.aeons_end.one_off.setup import keep_drawn
from tracker.forms.one_offs import PlanAgainForm, StartGameForm
from tracker.systems.aeons_end import selectors

MAGES_MOST = 4


class StartOneOffForm(StartGameForm):
    """How many mages; each number is a button of its own."""

    mages = forms.TypedChoiceField(
        label=gettext_lazy("How many mages?"),
        choices=[(number, str(number)) for number in range(1, MAGES_MOST + 1)],
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Say how many mages sit down: 1 to 4."),
            "invalid_choice": gettext_lazy("Say how many mages sit down: 1 to 4."),
        },
    )

    def choices(self) -> Choices:
        """Return everything left to chance but how many play."""
        return open_choices(self.cleaned_data["mages"])


class RollForm(PlanAgainForm):
    """What stays; the rest is drawn again."""

    keep_mages = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Mages"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    keep_nemesis = forms.BooleanField(label=gettext_lazy("Nemesis"), required=False)
    keep_piles = forms.MultipleChoiceField(
        label=gettext_lazy("Market"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"]
        self.chosen: Choices = self.planned.choices
        sheet = selectors.game_sheet(self.game)
        _offer(self, "keep_mages", [(mage.seat, mage.name) for mage in sheet.body.mages])
        self.fields["keep_mages"].initial = [
            seat for seat, place in enumerate(self.chosen.places, start=1) if not place.is_drawn
        ]
        self.fields["keep_nemesis"].label = sheet.body.nemesis.name
        self.fields["keep_nemesis"].initial = self.chosen.nemesis is not None
        if self.market_is_drawn:
            _offer(self, "keep_piles", [(pile.id, pile.name) for pile in sheet.body.market])
            self.fields["keep_piles"].initial = list(self.chosen.market.locks)
        else:
            del self.fields["keep_piles"]

    @property
    def market_is_drawn(self) -> bool:
        """Say whether the market is chance's, so that piles can be kept."""
        return not (self.chosen.market.suggested or self.chosen.market.chosen)

    def choices(self) -> Choices:
        """Return the choices with what is kept in them."""
        return keep_drawn(
            self.chosen,
            selectors.game_setup(self.game).game,
            mages=self.cleaned_data["keep_mages"],
            nemesis=self.cleaned_data["keep_nemesis"],
            piles=self.cleaned_data.get("keep_piles"),
        )


def _offer(form: forms.Form, name: str, choices: Sequence[tuple[Any, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 # whoever calls declared it
    field.choices = list(choices)
