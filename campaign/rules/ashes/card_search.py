"""Find cards of both editions by what is printed on them, and how cards belong together."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from campaign.rules.ashes.catalogue import (
    Card,
    CardType,
    Catalogue,
    DiceType,
    Edition,
    PrintedCard,
    folded,
    searched,
)

_TYPES: Final = list(CardType)


class DiceMatch(StrEnum):
    """How the dice of a card are compared with those that are asked for."""

    ANY = "any"  # it uses at least one of them
    ALL = "all"  # it uses each of them
    ONLY = "only"  # it uses none but these, or none at all


class Order(StrEnum):
    """How found cards are sorted; by name where that leaves several."""

    NAME = "name"
    COST = "cost"
    TYPE = "type"
    SET = "set"


@dataclass(frozen=True, slots=True)
class CardQuery:
    """What cards are asked for; what is empty is not asked."""

    text: str = ""  # a part of any printed name
    edition: Edition | None = None
    types: frozenset[CardType] = frozenset()
    dice: frozenset[DiceType] = frozenset()
    dice_match: DiceMatch = DiceMatch.ANY
    most_dice: int | None = None  # to play it
    summons: bool = False  # it brings conjurations
    basic: bool = False  # any dice pay for it
    sets: frozenset[str] | None = None
    exclusive_to: str = ""  # a Phoenixborn
    order: Order = Order.NAME


def dice_to_play(card: Card) -> int:
    """Return how many dice playing a card costs."""
    return sum(cost.n for cost in card.cost.dice)


def find_cards(catalogue: Catalogue, query: CardQuery, language: str = "en") -> list[PrintedCard]:
    """Return all cards that match, sorted; ``language`` is that of the names."""
    cards = [
        each
        for each in catalogue.in_order(language)
        if query.edition in (None, each.edition)
        and (query.sets is None or each.box.slug in query.sets)
    ]
    for matches in _conditions(query):
        cards = [each for each in cards if matches(each.card)]
    if query.order is not Order.NAME:  # they are by name already, and stay so among equals
        cards.sort(key=_sort_key(query.order))
    return cards


def _conditions(query: CardQuery) -> Iterator[Callable[[Card], bool]]:
    """Yield what is asked of a card, one condition after the other."""
    text, types, dice, most = folded(query.text), query.types, query.dice, query.most_dice
    if types:
        yield lambda card: card.type in types
    if dice:
        match query.dice_match:
            case DiceMatch.ANY:
                yield lambda card: not dice.isdisjoint(card.dice)
            case DiceMatch.ALL:
                yield lambda card: dice.issubset(card.dice)
            case DiceMatch.ONLY:
                yield lambda card: dice.issuperset(card.dice)
    if query.basic:
        yield lambda card: not card.dice and bool(card.cost.dice or card.activation)
    if most is not None:
        yield lambda card: bool(card.cost.actions or card.cost.dice) and dice_to_play(card) <= most
    if query.summons:
        yield lambda card: bool(card.conjures)
    if query.exclusive_to:
        yield lambda card: card.exclusive_to == query.exclusive_to
    if text:
        yield lambda card: text in searched(card.name)


def _sort_key(order: Order) -> Callable[[PrintedCard], Any]:
    match order:
        case Order.COST:
            return lambda each: dice_to_play(each.card)
        case Order.TYPE:
            return lambda each: _TYPES.index(each.card.type)
    return lambda each: (each.box.name.en, each.edition)


# --- how cards belong together ---


def conjured_by(catalogue: Catalogue, edition: Edition, key: str) -> list[Card]:
    """Return the cards that bring a conjuration."""
    return [card for card in catalogue.cards(edition) if key in card.conjures]


def exclusives_of(catalogue: Catalogue, edition: Edition, key: str) -> list[Card]:
    """Return the exclusive cards of a Phoenixborn."""
    return [card for card in catalogue.cards(edition) if card.exclusive_to == key]


def other_editions(catalogue: Catalogue, edition: Edition, key: str) -> list[Edition]:
    """Return the other editions that have a card with this id."""
    return [other for other in Edition if other is not edition and catalogue.card(other, key)]
