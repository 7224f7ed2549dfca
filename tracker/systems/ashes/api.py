"""What programs read of Ashes: saved decks, and the cards of all sets."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import get_language

from campaign.models import Person
from campaign.rules.ashes.catalogue import Card
from campaign.rules.ashes.deck import Deck, cards_for
from campaign.selectors.ashes import OwnDeck, catalogue, decks_of
from tracker.systems.ashes.presenters import deck_name
from tracker.systems.face import CatalogueEntry, DeckEntry

NUMBERS = ("life", "attack", "recover", "battlefield", "spellboard")


def saved_decks(person: Person) -> Iterator[DeckEntry]:
    """Yield somebody's decks, the latest changed first."""
    return map(_deck, decks_of(person))


def _deck(own: OwnDeck) -> DeckEntry:
    saved, deck = own.saved, own.deck
    return DeckEntry(
        code=saved.code,
        name=deck_name(deck),
        leader=_name(deck, deck.phoenixborn or ""),
        revision=saved.revision,
        is_playable=own.is_playable,
        url=reverse("deck", args=[saved.code]),
        cards={_name(deck, key): copies for key, copies in deck.cards.items()},
        dice={str(kind): count for kind, count in deck.dice.items()},
    )


def _name(deck: Deck, key: str) -> str:
    card = cards_for(deck, catalogue()).get(key)
    return card.name.in_language(get_language() or "en") if card else key


def card_catalogue(person: Person, language: str) -> Iterator[CatalogueEntry]:
    """Yield the cards of all sets; nothing in them is sealed."""
    del person
    for each in catalogue().sets:
        for card in each.cards:
            yield CatalogueEntry(
                kind=str(card.type),
                id=card.id,
                name=card.name.in_language(language),
                box=each.name.in_language(language),
                facts=_facts(card),
            )


def _facts(card: Card) -> dict[str, int | str]:
    found = {name: getattr(card, name) for name in NUMBERS}
    return {name: value for name, value in found.items() if value is not None}
