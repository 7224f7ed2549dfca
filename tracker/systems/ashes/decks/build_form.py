"""The filter of the builder: that of the card browser, for one deck."""

from dataclasses import replace
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from campaign.rules.ashes.card_search import CardQuery, Order
from campaign.rules.ashes.catalogue import DECK_TYPES, CardType
from campaign.rules.ashes.deck import Deck
from tracker.forms.fields import offer, tick, ticks
from tracker.systems.ashes.cards.forms import CardsForm
from tracker.systems.ashes.decks.forms import sets_of_edition
from tracker.systems.ashes.words.terms import TYPES

MINE: Final = "1"
EVERY: Final = "0"


class BuildForm(CardsForm):
    """What cards are asked for while a deck is built."""

    edition = None  # type: ignore[assignment] # it is the deck's
    born = None  # type: ignore[assignment] # it is the deck's
    type = ticks(
        gettext_lazy("Type"), coerce=CardType, choices=[(kind, TYPES[kind]) for kind in DECK_TYPES]
    )
    owned = forms.ChoiceField(  # type: ignore[assignment] # the browser has a tick
        label=gettext_lazy("Cards from"),
        required=False,
        choices=[(EVERY, gettext_lazy("all sets")), (MINE, gettext_lazy("my sets"))],
    )
    payable = tick(gettext_lazy("Only what these dice can pay"))
    exclusive = tick(gettext_lazy("Exclusive cards only"))

    default_order = Order.TYPE

    def __init__(self, data: QueryDict, *, deck: Deck, url: str, has_sets: bool) -> None:
        self.deck, self.url = deck, url
        self.default_owned = MINE if has_sets else EVERY
        asked = data.copy()
        # A list of choices shows its first unless the address names another.
        for name, value in (("sort", self.default_order.value), ("owned", self.default_owned)):
            asked.setdefault(name, value)
        super().__init__(asked)

    def prepare(self) -> None:
        """Offer the sets of the deck's edition."""
        offer(self, "set", sets_of_edition(self.deck.edition))

    @property
    def defaults(self) -> tuple[tuple[str, Any], ...]:
        """Return what an address need not say."""
        return (*super().defaults, ("owned", self.default_owned))

    @property
    def clear_url(self) -> str:
        """Return the address without a filter."""
        return self.url

    @property
    def is_owned_only(self) -> bool:
        """Say whether only cards of the person's own sets are asked for."""
        return self.cleaned_data.get("owned") == MINE

    @property
    def narrow_fields(self) -> list[forms.BoundField]:
        """Return the lists to choose one of."""
        return [self[name] for name in ("owned", "set")]

    @property
    def tick_fields(self) -> list[forms.BoundField]:
        """Return what is asked by a tick."""
        return [self[name] for name in ("payable", "exclusive", "summons", "basic")]

    def query(self, owned: frozenset[str]) -> CardQuery:
        """Return what is asked of the cards that the deck can have."""
        asked, born = super().query(owned), self.deck.phoenixborn or ""
        if self.cleaned_data.get("exclusive"):
            asked = replace(asked, exclusive_to=born)
        return asked.for_deck(
            self.deck.edition,
            born,
            self.deck.dice if self.cleaned_data.get("payable") else None,
        )
