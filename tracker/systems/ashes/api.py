"""What programs read of Ashes: saved decks, and the cards of all sets."""

from collections.abc import Iterator

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from ninja import Router, Schema
from pydantic import Field

from campaign.models import Person
from campaign.rules.ashes.catalogue import Card
from campaign.rules.ashes.deck import Cards, cards_for
from campaign.selectors.ashes import OwnDeck, catalogue, decks_of
from tracker.api.answers import reads
from tracker.api.tokens import ReadToken, owner_of
from tracker.faces.face import CatalogueEntry
from tracker.systems.ashes.decks.presenters import deck_name

NUMBERS = ("life", "attack", "recover", "battlefield", "spellboard")

router = Router(tags=["Decks of Ashes"], auth=ReadToken())


class DeckOut(Schema):
    """A deck."""

    code: str
    name: str
    phoenixborn: str
    revision: int
    is_playable: bool = Field(description="Nothing is wrong with it.")
    url: str = Field(description="Of its page.")
    cards: dict[str, int] = Field(description="Copies by name.")
    dice: dict[str, int]


@router.get("/decks", response=reads(list[DeckOut]), summary="Decks")
def saved_decks(request: HttpRequest) -> list[DeckOut]:
    """Return your saved decks, the latest changed first."""
    return [_deck(request, own) for own in decks_of(owner_of(request))]


def _deck(request: HttpRequest, own: OwnDeck) -> DeckOut:
    saved, deck = own.saved, own.deck
    cards = cards_for(deck, catalogue())
    return DeckOut(
        code=saved.code,
        name=deck_name(deck),
        phoenixborn=_name(cards, deck.phoenixborn or ""),
        revision=saved.revision,
        is_playable=own.is_playable,
        url=request.build_absolute_uri(reverse("deck", args=[saved.code])),
        cards={_name(cards, key): copies for key, copies in deck.cards.items()},
        dice={str(kind): count for kind, count in deck.dice.items()},
    )


def _name(cards: Cards, key: str) -> str:
    card = cards.get(key)
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
