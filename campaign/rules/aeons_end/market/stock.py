"""The cards that can be piles of a market, and the draw of one without wishes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import comb, prod
from random import Random

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
        self.sizes = {kind: sum(map(len, costs.values())) for kind, costs in self.by_cost.items()}

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

    A sample of each kind would do. But games older than stored set-ups are drawn again from their
    seeds, and then have to get the market that they had: the one that ``Plan`` draws. So one number
    below the number of all markets, the ticket, says how many cards of each cost are in it.
    """
    picked = [stock.cards[key] for key in set(locks) & stock.cards.keys()]
    if len(picked) != len(locks):
        return None
    free, needs = stock.without(locks), dict(places)
    for card in picked:
        needs[card.kind] -= 1
    if any(need < 0 for need in needs.values()):
        return None
    totals = {kind: comb(free.sizes[kind], need) for kind, need in needs.items()}
    later = prod(totals.values())  # markets of the kinds that are still to come
    if not later:
        return None
    ticket = rng.randrange(later)
    for kind, need in needs.items():
        later //= totals[kind]
        own, rest = divmod(ticket, later)
        numbers, own, ways = _numbers_by_cost(free, kind, need, own)
        ticket = (own * later + rest) // ways  # the cards of a cost are a sample of their own
        for number, cards in numbers:
            picked += rng.sample(cards, number)
    return tuple(sorted(picked, key=lambda card: stock.order[card.id]))


def _numbers_by_cost(
    free: Stock, kind: CardKind, need: int, ticket: int
) -> tuple[list[tuple[int, list[Card]]], int, int]:
    """Return how many cards of each cost a ticket stands for, its rest, and the ways to take them.

    ``comb(dearer, left)`` says how often the dearer cards can fill what is left of the places.
    """
    numbers, ways, left, dearer = [], 1, need, free.sizes[kind]
    for cards in free.by_cost[kind].values():
        dearer -= len(cards)
        for number in range(min(len(cards), left) + 1):
            chosen = ways * comb(len(cards), number)
            weight = chosen * comb(dearer, left - number)
            if ticket < weight:
                break
            ticket -= weight
        ways = chosen
        left -= number
        numbers.append((number, cards))
    return numbers, ticket, ways
