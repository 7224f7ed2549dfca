"""A decision about every pile that was won since the last market."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from campaign.rules.aeons_end.expeditions.state import State
from campaign.rules.aeons_end.expeditions.swaps import Swaps, swaps_asked
from campaign.rules.aeons_end.sheet import SheetPile
from tracker.forms.fields import asking, drop_down
from tracker.systems.aeons_end.expeditions.words import ExpeditionWords
from tracker.systems.aeons_end.shared.words.terms import card_kind

BANISH = "banish"  # the new pile, which takes no place in the market


@dataclass(frozen=True, slots=True)
class SwapField:
    """A new pile, and the field that says which one it takes the place of."""

    pile: SheetPile
    field: BoundField


class SwapFields(forms.Form):
    """A field for each new pile; nothing that was won is banished because nobody looked."""

    swaps: Swaps | None = None  # None: the market is chosen from all piles
    swap_fields: tuple[SwapField, ...] = ()
    market_so_far: tuple[SheetPile, ...] = ()

    def ask_swaps(self, state: State, words: ExpeditionWords) -> None:
        """Ask of each new pile which one it takes the place of; those of its kind come first."""
        self.swaps = swaps_asked(state)
        if self.swaps is None:
            return
        self.market_so_far = words.piles(state.stock, self.swaps.market)
        new = words.piles(state.stock, self.swaps.new, new=self.swaps.new)
        for pile in new:
            old = sorted(self.market_so_far, key=lambda each: each.kind != pile.kind)
            self.fields[_name(pile.id)] = drop_down(
                _("%(pile)s replaces") % {"pile": pile.name},
                [
                    ("", _("choose a pile")),
                    *((each.id, _pile(each)) for each in old),
                    (BANISH, _("none: banish the new pile")),
                ],
                error_messages=asking(_("Choose the pile that it replaces, or banish it.")),
            )
            self.fields[_name(pile.id)].required = True
        self.swap_fields = tuple(SwapField(pile, self[_name(pile.id)]) for pile in new)

    def clean(self) -> dict[str, Any]:
        """Refuse two new piles in the place of one."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        replaced: set[str] = set()
        for swap in self.swap_fields:
            old = data.get(swap.field.name, "")
            if old in replaced:
                self.add_error(swap.field.name, _("Another new pile already replaces this one."))
            elif old and old != BANISH:
                replaced.add(old)
        return data

    def market_after(self, swaps: Swaps) -> tuple[str, ...]:
        """Return the nine piles; the form is valid."""
        chosen = {pile: self.cleaned_data[_name(pile)] for pile in swaps.new}
        return swaps.market_after({new: old for new, old in chosen.items() if old != BANISH})


def _name(pile: str) -> str:
    return f"swap_{pile}"


def _pile(pile: SheetPile) -> str:
    return f"{pile.name} ({card_kind(pile.kind)}, {pile.cost})"
