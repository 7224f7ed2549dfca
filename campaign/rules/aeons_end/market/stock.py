"""The cards that can be piles of a market, and the draw of one without wishes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random

from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, MarketRules, SlotRule
from campaign.rules.aeons_end.market.piles import KINDS, arranged_cards


class Stock:
    """The cards that can be piles, each once, in the order of a market; starters cannot."""

    def __init__(self, cards: Iterable[Card]) -> None:
        there = {card.id: card for card in cards if not card.starter}
        self.cards: Mapping[str, Card] = {card.id: card for card in arranged_cards(there.values())}
        self.order = {key: place for place, key in enumerate(self.cards)}
        self.by_kind: Mapping[CardKind, list[Card]] = {kind: [] for kind in KINDS}
        for card in self.cards.values():
            self.by_kind[card.kind].append(card)

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


def plain_market(
    stock: Stock, places: Mapping[CardKind, int], locks: Sequence[str], rng: Random
) -> tuple[Card, ...] | None:
    """Draw one market of places that take any cost, or return None if there is none.

    Each is equally likely: kinds are drawn one by one, and none depends on another.
    """
    picked = [stock.cards[key] for key in set(locks) & stock.cards.keys()]
    if len(picked) != len(locks):
        return None
    needs = dict(places)
    for card in picked:
        needs[card.kind] -= 1
    for kind, need in needs.items():
        free = stock.by_kind[kind]
        if locks:
            free = [card for card in free if card.id not in locks]
        if not 0 <= need <= len(free):
            return None
        picked += rng.sample(free, need)
    return tuple(sorted(picked, key=lambda card: stock.order[card.id]))
