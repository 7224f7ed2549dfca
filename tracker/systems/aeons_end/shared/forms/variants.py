"""The fields of War Eternal's variants, and of the reading on which its books differ."""

from django import forms
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.turn_order import SOLO_CARDS
from tracker.forms.fields import radios, tick


class VariantFields(forms.Form):
    """How the turn-order deck is made, and when an empty nemesis deck wins (pp. 8, 20)."""

    paired = tick(gettext_lazy("Easier: two pairs share their turn-order cards"))
    partner = radios(
        gettext_lazy("Mage 1 shares with"), [(n, n) for n in (2, 3, 4)], coerce=int, required=False
    )
    solo_cards = radios(
        gettext_lazy("Turn-order cards with one mage"),
        [(n, n) for n in SOLO_CARDS],
        coerce=int,
        required=False,
    )
    deck_out = radios(
        gettext_lazy("Empty nemesis deck, nothing in play: you win"),
        [
            (DeckOutTiming.AT_ONCE, gettext_lazy("at once")),
            (
                DeckOutTiming.END_OF_TURN,
                gettext_lazy("at the end of a turn (French rulebook)"),
            ),
        ],
        required=False,
    )
