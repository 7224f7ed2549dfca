"""A deck as its pages show it: cards by type, dice as pips, what is wrong, what follows."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaign.rules.ashes import deck as rules
from campaign.rules.ashes.catalogue import DECK_TYPES, Card, DiceType, Edition
from campaign.selectors.ashes import catalogue
from tracker.systems.ashes.presenters import card_groups, need_views, pip
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import EDITIONS, card_name, cost_words, foreign, named


def pips(dice: Mapping[DiceType, int]) -> list[dict[str, str]]:
    """Return dice one by one, in the order of their types."""
    return [pip(each) for each in DiceType for _place in range(dice.get(each, 0))]


def line_of(card: Card, n: int, *, is_first: bool = False) -> dict[str, Any]:
    """Return copies of a card as a line; ``lang`` is that of its name, if it is not the page's."""
    return {
        "name": named(card),
        "count": n,
        "cost": cost_words(card.cost),
        "is_first": is_first,
        "lang": foreign(card),
    }


def answer_of(deck: rules.Deck, reason: str = "") -> dict[str, Any]:
    """Return what is said of a deck: whether it is right, and what follows from it."""
    box = catalogue()
    faults = rules.deck_faults(deck, box)
    cards = rules.DeckCards(deck, box)
    pile = ((cards.get(key), n) for key, n in rules.conjuration_pile(deck, box).items())
    needs = need_views(rules.dice_needed(deck, box))
    dice = pips(deck.dice)
    return {
        "size": deck.size,
        "cards_most": rules.CARDS,
        "dice": dice,
        "dice_most": rules.DICE,
        "empty_pips": range(max(rules.DICE - len(dice), 0)),
        "first_five": len(deck.first_five),
        "faults": [sentence(problem) for problem in faults],
        "hints": [sentence(problem) for problem in rules.deck_hints(deck, box)],
        "pile": [line_of(card, n) for card, n in pile if card],
        "needs": needs,
        "most_needed": max((need["n"] for need in needs), default=1),
        "first_needs": need_views(rules.first_five_needs(deck, box)),
        "reason": reason if faults else "",
    }


def groups_of(deck: rules.Deck) -> list[dict[str, Any]]:
    """Return the cards of a deck by type; what does not belong there comes last."""
    cards = rules.DeckCards(deck, catalogue())
    lines = []
    for key, n in deck.cards.items():
        card = cards.get(key)
        kind = card.type if card and card.type in DECK_TYPES else ""
        is_first = key in deck.first_five
        line = line_of(card, n, is_first=is_first) if card else {"name": card_name(key), "count": n}
        lines.append((kind, line))
    return card_groups(lines, _("Other cards"))


def shelved(deck: rules.Deck, url: str, *, is_playable: bool = True) -> dict[str, Any]:
    """Return a deck as a line of a list, with one die of each type that it has."""
    born = deck.phoenixborn
    return {
        "url": url,
        "name": deck_name(deck),
        "born": card_name(born) if born else _("no Phoenixborn yet"),
        "dice": [pip(each) for each in DiceType if deck.dice.get(each)],
        "edition": "" if deck.edition is Edition.FIRST else EDITIONS[deck.edition],
        "is_playable": is_playable,
        "size": deck.size,
    }


def deck_name(deck: rules.Deck) -> str:
    """Return what a deck is called; one without a name goes by its Phoenixborn."""
    if deck.name:
        return deck.name
    return card_name(deck.phoenixborn) if deck.phoenixborn else _("A new deck")
