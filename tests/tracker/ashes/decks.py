"""Decks for the tests of their pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaign.models import Person, SavedDeck
from campaign.rules.ashes.catalogue import CardType, DiceType
from campaign.rules.ashes.deck import Deck, OwnCard, ready_deck
from campaign.selectors.ashes import catalogue
from campaign.services.ashes.decks import deck_change, deck_create, deck_delete, deck_share
from campaign.services.ashes.public_decks import deck_publish
from tests.campaign import factories

OTHER_DICE = {DiceType.CEREMONIAL: 6, DiceType.NATURAL: 4}
OWN_BORN = OwnCard("Ada Ash", CardType.PHOENIXBORN)  # one that no set has


def whole(name: str = "Iron, but better", **changes: Any) -> Deck:
    """Return a deck that has no problem."""
    return replace(ready_deck(catalogue(), "the-iron-men"), name=name, **changes)


def saved(person: Person | None = None, deck: Deck | None = None) -> SavedDeck:
    """Save a deck; without a person, a new guest owns it."""
    return deck_create(person=person or factories.person(), deck=deck or whole())


def shared(person: Person) -> SavedDeck:
    """Save a deck that has a link."""
    return deck_share(saved=saved(person), shared=True)


def public(person: Person, deck: Deck | None = None) -> SavedDeck:
    """Save a deck that has a link, and publish it; a guest gets an account for that."""
    if person.is_guest:
        person.set_username(f"author-{person.pk}")
        person.save()
    made = deck_share(saved=saved(person, deck), shared=True)
    deck_publish(saved=made, author="Zuza", description="It hits hard.")
    return made


def changed(made: SavedDeck) -> SavedDeck:
    """Save a deck once more, so that it has a history."""
    return changed_to(made, whole(dice=OTHER_DICE))


def changed_to(made: SavedDeck, deck: Deck) -> SavedDeck:
    """Change a saved deck into another."""
    return deck_change(saved=made, step=lambda _before: deck)


def deleted(person: Person) -> SavedDeck:
    """Save a deck and delete it."""
    made = saved(person, whole("Gone"))
    deck_delete(saved=made)
    return made
