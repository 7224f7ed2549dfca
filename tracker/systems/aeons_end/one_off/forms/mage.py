"""The form in which a player takes a mage of a one-off game."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.one_off import setup
from campaign.rules.aeons_end.one_off.choices import Choices
from campaign.rules.aeons_end.one_off.offer import offer_of
from tracker.forms.fields import offer
from tracker.forms.one_offs import PlanAgainForm
from tracker.systems.aeons_end.shared import selectors


class MageForm(PlanAgainForm):
    """The mage of one seat; everything else stays as it is."""

    reason = None  # type: ignore[assignment] # nothing to overrule
    mage = forms.ChoiceField(label=gettext_lazy("Your mage"))

    def __init__(self, *args: Any, seat: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seat = seat
        self.drawn = selectors.game_setup(self.game).game
        chosen: Choices = self.planned.choices
        others = {mat.mage for mat in self.drawn.mats if mat.seat != seat}
        boxes = selectors.boxes_on_table(selectors.box(self.game.system), chosen.boxes)
        offered = offer_of(boxes).mats.keys() - others
        names = {
            mat.id: mat.name.in_language(chosen.languages.get(mat.box, self.game.language))
            for box in boxes
            for mat in box.mages
            if mat.id in offered
        }
        offer(self, "mage", sorted(names.items(), key=lambda named: named[1]))
        self.initial["mage"] = self.drawn.mats[seat - 1].mage
        if self.is_bound:  # it changes nobody else's choice, so that it is never stale
            self.put(revision=self.game.revision)

    def choices(self) -> Choices:
        """Return the choices with this player's mage."""
        return setup.take_mage(
            self.planned.choices, self.drawn, self.seat, self.cleaned_data["mage"]
        )
