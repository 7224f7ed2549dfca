"""Find cards of both editions by what is printed on them, and how cards belong together."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from campaign.rules.ashes.catalogue import (
    DECK_TYPES,
    Card,
    CardType,
    Catalogue,
    DiceType,
    Edition,
    PrintedCard,
    folded,
    searched,
)
from campaign.rules.ashes.dice_cost import can_pay

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
    for_deck_of: str | None = None  # cards that a deck of this Phoenixborn, or of "", can have
    payable_by: Mapping[DiceType, int] | None = None  # dice that can pay to play and to use it
    order: Order = Order.NAME

    def for_deck(
        self, edition: Edition, phoenixborn: str, dice: Mapping[DiceType, int] | None
    ) -> "CardQuery":
        """Return the same, asked of the cards of a deck; ``dice`` are what has to pay, if any."""
        return replace(self, edition=edition, for_deck_of=phoenixborn, payable_by=dice)


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
    for condition in _conditions(query):
        cards = [each for each in cards if condition(each.card)]
    if query.order is not Order.NAME:  # they are by name already, and stay so among equals
        cards.sort(key=_sort_key(query.order))
    return cards


def matches(card: Card, query: CardQuery) -> bool:
    """Say whether a card that is in no set matches, but for edition and sets."""
    return all(condition(card) for condition in _conditions(query))


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
    yield from _conditions_of_a_deck(query)
    if text:
        yield lambda card: text in searched(card.name)


def _conditions_of_a_deck(query: CardQuery) -> Iterator[Callable[[Card], bool]]:
    """Yield what somebody asks who builds a deck."""
    if query.for_deck_of is not None:
        born = ("", query.for_deck_of)
        yield lambda card: card.type in DECK_TYPES and card.exclusive_to in born
    if query.payable_by is not None:
        dice_at_hand = query.payable_by
        yield (
            lambda card: (
                can_pay(dice_at_hand, card.cost.dice) and can_pay(dice_at_hand, card.activation)
            )
        )


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
