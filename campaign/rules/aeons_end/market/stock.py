"""The cards that can be piles of a market, and the places that they fill."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, MarketRules, SlotRule
from campaign.rules.aeons_end.market.piles import KINDS, arranged_cards


class Stock:
    """The cards that can be piles, each once, in the order of a market; starters cannot."""

    def __init__(self, cards: Iterable[Card]) -> None:
        there = {card.id: card for card in cards if not card.starter}
        self.cards: Mapping[str, Card] = {card.id: card for card in arranged_cards(there.values())}
        self.order = {key: place for place, key in enumerate(self.cards)}
        self.by_cost: Mapping[CardKind, dict[int, list[Card]]] = {kind: {} for kind in KINDS}
        for card in self.cards.values():
            self.by_cost[card.kind].setdefault(card.cost, []).append(card)

    def without(self, keys: Collection[str]) -> Stock:
        """Return the stock without some cards."""
        if not keys:
            return self
        return Stock(card for card in self.cards.values() if card.id not in keys)


def plain_slots(rules: MarketRules) -> tuple[SlotRule, ...]:
    """Return the places of a market without a template."""
    return tuple(SlotRule(kind) for kind, n in rules.by_kind.items() for _ in range(n))


def place_takes(slot: SlotRule, card: Card) -> bool:
    """Say whether a place of a market takes a card."""
    return slot.kind in (None, card.kind) and (slot.costs is None or card.cost in slot.costs)
