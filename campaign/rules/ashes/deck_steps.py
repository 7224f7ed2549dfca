"""The steps by which a deck is built. Each is relative: of two phones at once both count."""

from collections.abc import Callable
from dataclasses import replace

from campaign.rules.ashes.catalogue import DECK_TYPES, Catalogue, DiceType
from campaign.rules.ashes.deck import COPIES, DICE, FIRST_FIVE, Deck, OwnCard, cards_for
from campaign.rules.core.problems import Problem, refuse

Step = Callable[[Deck], Deck]


def add_copy(key: str, catalogue: Catalogue) -> Step:
    """Add a copy of a card, up to three; a card that no deck can have is refused."""

    def step(deck: Deck) -> Deck:
        card = cards_for(deck, catalogue).get(key)
        if card is None:
            refuse([Problem("deck.unknown_card", {"card": key})])
        elif card.type not in DECK_TYPES:
            refuse([Problem("deck.conjuration_in_deck", {"card": key})])
        copies = deck.cards.get(key, 0)
        return deck if copies >= COPIES else replace(deck, cards={**deck.cards, key: copies + 1})

    return step


def remove_copy(key: str) -> Step:
    """Remove a copy of a card; without one it is none of the First Five."""

    def step(deck: Deck) -> Deck:
        copies = deck.cards.get(key, 0) - 1
        if copies > 0:
            return replace(deck, cards={**deck.cards, key: copies})
        return without_card(deck, key)

    return step


def without_card(deck: Deck, key: str) -> Deck:
    """Return a deck without any copy of a card."""
    return replace(
        deck,
        cards={other: n for other, n in deck.cards.items() if other != key},
        first_five=tuple(other for other in deck.first_five if other != key),
    )


def add_die(kind: DiceType) -> Step:
    """Add a die, up to ten."""

    def step(deck: Deck) -> Deck:
        if sum(deck.dice.values()) >= DICE:
            return deck
        return replace(deck, dice={**deck.dice, kind: deck.dice.get(kind, 0) + 1})

    return step


def remove_die(kind: DiceType) -> Step:
    """Remove a die of a type."""

    def step(deck: Deck) -> Deck:
        dice = {**deck.dice, kind: deck.dice.get(kind, 0) - 1}
        return replace(deck, dice={each: n for each, n in dice.items() if n > 0})

    return step


def toggle_first(key: str) -> Step:
    """Take a card of the deck among the First Five, or out of them; five are enough."""

    def step(deck: Deck) -> Deck:
        if key in deck.first_five:
            return replace(deck, first_five=tuple(k for k in deck.first_five if k != key))
        if key not in deck.cards or len(deck.first_five) >= FIRST_FIVE:
            return deck
        return replace(deck, first_five=(*deck.first_five, key))

    return step


def add_own_card(card: OwnCard) -> Step:
    """Add a typed card, or replace the one of its name; if decks can have it, one copy is in."""

    def step(deck: Deck) -> Deck:
        own = (*(other for other in deck.own if other.key != card.key), card)
        cards = deck.cards
        if card.type in DECK_TYPES:
            cards = {**deck.cards, card.key: deck.cards.get(card.key, 1)}
        return replace(deck, own=own, cards=cards)

    return step


def remove_own_card(key: str) -> Step:
    """Remove a typed card and its copies."""

    def step(deck: Deck) -> Deck:
        own = tuple(card for card in deck.own if card.key != key)
        return without_card(replace(deck, own=own), key)

    return step
