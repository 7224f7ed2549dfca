"""Find cards among those that somebody owns: by name, type and dice, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from campaign.rules.ashes.catalogue import DECK_TYPES, Card, CardType, DiceType, folded, searched
from campaign.rules.ashes.deck import Deck, DeckCards
from campaign.rules.core import sizes
from campaign.selectors.ashes import catalogue
from tracker.forms.fields import sent_number

PAGE: Final = 20
_DICE: Final = frozenset(DiceType)
_ORDER: Final[dict[CardType, int]] = {kind: place for place, kind in enumerate(DECK_TYPES)}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; empty means anything."""

    text: str = ""
    type: CardType | None = None
    dice: DiceType | None = None
    in_deck: bool = False
    page: int = 1

    @classmethod
    def read(cls, data: QueryDict) -> Wanted:
        """Return what a form looks for; what makes no sense is not looked for."""
        kind, dice, page = (data.get(name, "") for name in ("type", "die", "page"))
        number = sent_number(page, 2)
        return cls(
            data.get("q", "")[: sizes.NAME],
            CardType(kind) if kind in _ORDER else None,
            DiceType(dice) if dice in _DICE else None,
            in_deck=data.get("show") == "deck",
            page=1 if number is None else number,
        )


def find(wanted: Wanted, deck: Deck, sets: frozenset[str]) -> Page[Card]:
    """Return a page of cards that fit, by type and name.

    Another Phoenixborn's exclusive cards are left out, and the deck's own typed cards are in.
    """
    known = DeckCards(deck, catalogue())
    if wanted.in_deck:
        held = [known.get(key) for key in deck.cards]
        pool = [card for card in held if card is not None]
    else:
        pool = [*catalogue().cards(deck.edition, sets), *(own.as_card() for own in deck.own)]
    text = folded(wanted.text)
    found = [
        card
        for card in pool
        if (wanted.in_deck or _may_be_in(card, deck))
        and (wanted.type is None or card.type is wanted.type)
        and (wanted.dice is None or wanted.dice in card.dice)
        and (not text or text in searched(card.name))
    ]
    found.sort(key=lambda card: (_ORDER.get(card.type, len(_ORDER)), card.name.en))
    # A deck is read as a whole; it has not many different cards.
    size = max(len(found), 1) if wanted.in_deck else PAGE
    return Paginator(found, size).get_page(wanted.page)


def _may_be_in(card: Card, deck: Deck) -> bool:
    return card.type in _ORDER and card.exclusive_to in ("", deck.phoenixborn)
