"""A decision about every pile that was won since the last market."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.expeditions.state import State
from campaign.rules.aeons_end.expeditions.swaps import Swaps, swaps_asked
from campaign.rules.aeons_end.sheet import SheetPile
from tracker.forms.fields import asking, drop_down, offer
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.aeons_end.expeditions.words import ExpeditionWords
from tracker.systems.aeons_end.shared.words.terms import card_kind

BANISH = "banish"  # the new pile, which takes no place in the market


class SwapRow(RowForm):
    """A new pile: which one it takes the place of."""

    swap = drop_down(
        "", error_messages=asking(gettext_lazy("Choose the pile that it replaces, or banish it."))
    )

    def __init__(
        self, *args: Any, pile: SheetPile, market: tuple[SheetPile, ...], **kwargs: Any
    ) -> None:
        super().__init__(*args, number=pile.id, **kwargs)
        self.pile = pile
        self.fields["swap"].label = _("%(pile)s replaces") % {"pile": pile.name}
        self.fields["swap"].required = True
        # Those of its kind come first.
        old = [(each.id, _pile(each)) for each in sorted(market, key=self._is_of_another_kind)]
        banish = (BANISH, _("none: banish the new pile"))
        offer(self, "swap", [("", _("choose a pile")), *old, banish])

    @property
    def replaced(self) -> str:
        """Return the pile that makes way; "" for none, as far as that is chosen."""
        chosen = str(self.cleaned_data.get("swap", ""))
        return "" if chosen == BANISH else chosen

    def _is_of_another_kind(self, pile: SheetPile) -> bool:
        return pile.kind != self.pile.kind


class SwapFields(NestedForm):
    """A row for each new pile; nothing that was won is banished because nobody looked."""

    swaps: Swaps | None = None  # None: the market is chosen from all piles
    swap_rows: tuple[SwapRow, ...] = ()
    market_so_far: tuple[SheetPile, ...] = ()

    def ask_swaps(self, state: State, words: ExpeditionWords) -> None:
        """Ask of each new pile which one it takes the place of."""
        self.swaps = swaps_asked(state)
        if self.swaps is None:
            return
        self.market_so_far = words.piles(state.stock, self.swaps.market)
        new = words.piles(state.stock, self.swaps.new, new=self.swaps.new)
        self.swap_rows = tuple(SwapRow(self, pile=pile, market=self.market_so_far) for pile in new)
        self.parts = (*self.parts, *self.swap_rows)

    def clean(self) -> dict[str, Any] | None:
        """Refuse two new piles in the place of one."""
        replaced: set[str] = set()
        for row in self.swap_rows:
            if row.replaced in replaced:
                text = _("Another new pile already replaces this one.")
                self.add_error(row.add_prefix("swap"), text)
            elif row.replaced:
                replaced.add(row.replaced)
        return super().clean()

    def market_after(self, swaps: Swaps) -> tuple[str, ...]:
        """Return the nine piles; the form is valid."""
        replaced = {row.pile.id: row.replaced for row in self.swap_rows}
        return swaps.market_after({new: old for new, old in replaced.items() if old})


def _pile(pile: SheetPile) -> str:
    return f"{pile.name} ({card_kind(pile.kind)}, {pile.cost})"
