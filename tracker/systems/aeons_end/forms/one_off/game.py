"""Forms of one-off games: start one, and draw again what does not stay."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.one_off.choices import Choices, open_choices
from campaign.rules.aeons_end.one_off.setup import BASICS, keep_drawn, redraw
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from tracker.forms.fields import offer, radios
from tracker.forms.one_offs import PlanAgainForm, StartGameForm
from tracker.systems.aeons_end import selectors, words

MAGES_MOST = 4


class StartOneOffForm(StartGameForm):
    """How many mages; each number is a button of its own."""

    mages = radios(
        gettext_lazy("How many mages?"),
        [(number, str(number)) for number in range(1, MAGES_MOST + 1)],
        ask=gettext_lazy("Choose the number of mages: 1 to 4."),
        coerce=int,
    )

    def sentence(self, problem: Problem) -> str:
        return words.sentence(problem)

    def choices(self) -> Choices:
        """Return everything left to chance but how many play."""
        return open_choices(self.cleaned_data["mages"])


class RollForm(PlanAgainForm):
    """What stays; the rest is drawn again."""

    reason = None  # type: ignore[assignment] # nothing to overrule
    keep_mages = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Mages"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    keep_nemesis = forms.BooleanField(label=gettext_lazy("Nemesis"), required=False)
    redraw = forms.CharField(required=False, max_length=sizes.KEY, widget=forms.HiddenInput)
    keep_piles = forms.MultipleChoiceField(
        label=gettext_lazy("Market"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen: Choices = self.planned.choices
        sheet = selectors.game_sheet(self.game)
        offer(self, "keep_mages", [(mage.seat, mage.name) for mage in sheet.body.mages])
        self.fields["keep_mages"].initial = [
            seat for seat, place in enumerate(self.chosen.places, start=1) if not place.is_drawn
        ]
        self.fields["keep_nemesis"].label = sheet.body.nemesis.name
        self.fields["keep_nemesis"].initial = self.chosen.nemesis is not None
        if self.market_is_drawn:
            offer(self, "keep_piles", [(pile.id, pile.name) for pile in sheet.body.market])
            self.fields["keep_piles"].initial = list(self.chosen.market.locks)
        else:
            del self.fields["keep_piles"]

    def _still_resting(self) -> frozenset[str]:
        """Return what stays aside when everything else is drawn anew: not what was redrawn."""
        chosen = self.chosen
        return chosen.resting if chosen.nemesis_wish or chosen.new_mages else frozenset()

    def clean(self) -> None:
        """Draw again alone only what lies on the table."""
        one = self.cleaned_data.get("redraw")
        if one and one not in {BASICS, *(key for key, _name in selectors.things_of(self.game))}:
            raise forms.ValidationError(_("This is no longer available."))

    def rows(self) -> list[tuple[str, forms.boundfield.BoundWidget]]:
        """Return each mage's key and tick; no key where only its campaign can say who sits."""
        mats = selectors.game_setup(self.game).game.mats
        pairs = zip(mats, self["keep_mages"], strict=True)
        return [("" if mat.name else mat.mage, tick) for mat, tick in pairs]

    @property
    def nemesis(self) -> str:
        """Return the key of the nemesis."""
        return str(selectors.game_setup(self.game).game.nemesis.id)

    @property
    def market_is_drawn(self) -> bool:
        """Say whether the market is chance's, so that piles can be kept."""
        return not (self.chosen.market.suggested or self.chosen.market.chosen)

    def choices(self) -> Choices:
        """Return the choices with what is kept in them; one thing may be drawn again alone."""
        drawn = selectors.game_setup(self.game).game
        if one := self.cleaned_data["redraw"]:
            return redraw(self.chosen, drawn, one)
        return keep_drawn(
            replace(self.chosen, resting=self._still_resting()),
            drawn,
            mages=self.cleaned_data["keep_mages"],
            nemesis=self.cleaned_data["keep_nemesis"],
            piles=self.cleaned_data.get("keep_piles"),
        )
