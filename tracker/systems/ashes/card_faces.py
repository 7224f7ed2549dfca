"""A card at a glance, as every list of cards shows it."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from campaign.rules.ashes.catalogue import Card, Edition
from tracker.systems.ashes.symbols import card_symbols
from tracker.systems.ashes.words.terms import CardWords


@dataclass(frozen=True, slots=True)
class CardFace:
    """What a player needs to know of a card at a glance."""

    name: str
    lang: str  # of the name, where it falls back to English
    kind: str  # its type, and the actions that playing it takes
    symbols: SafeString  # what it costs to play and to use, and its numbers
    is_exclusive: bool
    is_chained: bool


def card_face(card: Card, words: CardWords) -> CardFace:
    """Return what a player needs to know of a card at a glance."""
    return CardFace(
        name=words.name_of(card),
        lang=words.lang_of(card),
        kind=words.kind_of(card),
        symbols=card_symbols(card, words),
        is_exclusive=bool(card.exclusive_to),
        is_chained=card.chained,
    )


def card_url(edition: Edition, key: str) -> str:
    """Return the address of the page of a card."""
    return reverse("card", args=[edition.value, key])
