"""Every market that meets a request, counted, so that one can be drawn uniformly.

A market is a set of cards, one for each place of a pattern, with the locked cards in it and every
constraint met; a card is never in it twice. Places and constraints look at a card's kind and cost
only, so all markets with equally many cards of each kind and cost are legal together or not at
all. They are counted exactly: for each kind, every way to share its places among its costs (a way
counts if some assignment of cards to places exists), times the choices of cards within each cost.
One number drawn below the total then picks a share, and a plain sample the cards. Nothing is drawn
and thrown away, and two places that take the same card do not make it likelier.

Where places take any cost and nothing is wished for, no share needs to be listed: Vandermonde's
identity says how many markets begin with so many cards of the first costs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, prod
from random import Random

from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, MarketRules, SlotRule
from campaign.rules.aeons_end.market.piles import arranged_cards

KINDS = tuple(CardKind)


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least so many cards of a kind (None: any) and of a range of costs."""

    count: int = 1
    kind: CardKind | None = None
    min_cost: int = 0
    max_cost: int | None = None

    def takes(self, kind: CardKind, cost: int) -> bool:
        """Say whether a card of this kind and cost counts."""
        dear = self.max_cost is not None and cost > self.max_cost
        return self.kind in (None, kind) and cost >= self.min_cost and not dear


@dataclass(frozen=True, slots=True)
class Exclude:
    """None of these cards."""

    keys: frozenset[str]


Constraint = AtLeast | Exclude


def excluded_by(constraints: Iterable[Constraint]) -> frozenset[str]:
    """Return the cards that are to stay in the box."""
    return frozenset(key for c in constraints if isinstance(c, Exclude) for key in c.keys)


def plain_places(rules: MarketRules) -> dict[CardKind, int]:
    """Return how many gems, relics and spells a market without a template has."""
    return {CardKind.GEM: rules.gems, CardKind.RELIC: rules.relics, CardKind.SPELL: rules.spells}


def plain_slots(rules: MarketRules) -> tuple[SlotRule, ...]:
    """Return the same as places, for markets that are wished for."""
    return tuple(SlotRule(kind) for kind, n in plain_places(rules).items() for _ in range(n))


class Stock:
    """The cards that can be piles, each once, in the order of a market; a starter never is one."""

    def __init__(self, cards: Iterable[Card]) -> None:
        there = {card.id: card for card in cards if not card.starter}
        self.cards: Mapping[str, Card] = {card.id: card for card in arranged_cards(there.values())}
        self.by_cost: Mapping[CardKind, dict[int, list[Card]]] = {kind: {} for kind in KINDS}
        for card in self.cards.values():
            self.by_cost[card.kind].setdefault(card.cost, []).append(card)
        self.sizes = {kind: sum(map(len, costs.values())) for kind, costs in self.by_cost.items()}

    def without(self, keys: Collection[str]) -> Stock:
        """Return the stock without some cards."""
        if not keys:
            return self
        return Stock(card for card in self.cards.values() if card.id not in keys)


@dataclass(frozen=True, slots=True)
class _Share:
    """One way to share a kind's places among its costs."""

    numbers: tuple[int, ...]  # of cards, by cost
    ways: int  # to choose them
    towards: tuple[int, ...]  # what they add to each constraint


def plain_market(
    stock: Stock, places: Mapping[CardKind, int], locks: Sequence[str], rng: Random
) -> tuple[Card, ...] | None:
    """Draw one market of places that take any cost, or return None where there is none.

    It is the market that :class:`Plan` would draw; no share is listed to find it.
    """
    needs, picked, free = dict(places), [], stock
    if locks:
        picked = [stock.cards[key] for key in locks if key in stock.cards]
        free = stock.without(locks)
        for card in picked:
            needs[card.kind] -= 1
    totals = [comb(free.sizes[kind], need) if need >= 0 else 0 for kind, need in needs.items()]
    rest = prod(totals)
    if not rest or len(picked) != len(locks) or len(set(locks)) != len(locks):
        return None
    ticket = rng.randrange(rest)
    for total, (kind, need) in zip(totals, needs.items(), strict=True):
        rest //= total
        ticket, later = divmod(ticket, rest)
        there, ways, left = free.sizes[kind], 1, need
        numbers = []
        for cards in free.by_cost[kind].values():
            size = len(cards)
            there -= size
            for number in range(min(size, left) + 1):
                chosen = ways * comb(size, number)
                weight = chosen * comb(there, left - number)
                if ticket < weight:
                    break
                ticket -= weight
            ways = chosen
            left -= number
            numbers.append((number, cards))
        # What is left of the ticket numbers the rest; the cards within a cost are a sample.
        ticket = (ticket * rest + later) // ways
        for number, cards in numbers:
            if number == 1:
                picked.append(rng.choice(cards))  # as a sample of one, and sooner done
            elif number:
                picked += rng.sample(cards, number)
    return arranged_cards(picked)


class Plan:
    """All legal markets of a request, counted."""

    def __init__(
        self,
        stock: Stock,
        slots: Sequence[SlotRule],
        constraints: Sequence[Constraint],
        locks: Sequence[str],
    ) -> None:
        self._stock = stock.without(excluded_by(constraints))
        self._wanted = tuple(c for c in constraints if isinstance(c, AtLeast))
        self._locked = frozenset(locks)
        self._possible = self._locked <= self._stock.cards.keys()
        self._costs = {kind: tuple(self._stock.by_cost[kind]) for kind in KINDS}
        self._shares = tuple(
            tuple(self._shares_of(kind, tuple(s for s in slots if s.kind is kind)))
            for kind in KINDS
        )
        self._rest = cache(self._count_rest)

    @property
    def total(self) -> int:
        """Return how many markets meet the request."""
        return self._rest(0, self._nothing) if self._possible else 0

    def draw(self, rng: Random) -> tuple[Card, ...]:
        """Draw one of them, each equally likely."""
        picked: list[Card] = []
        done = self._nothing
        ticket = rng.randrange(self.total)
        for index, kind in enumerate(KINDS):
            for share in self._shares[index]:
                after = self._added(done, share.towards)
                weight = share.ways * self._rest(index + 1, after)
                if ticket < weight:
                    break
                ticket -= weight
            # What is left of the ticket numbers the rest; the cards within a cost are a sample.
            ticket //= share.ways
            done = after
            picked += self._cards(kind, share, rng)
        return arranged_cards(picked)

    @property
    def _nothing(self) -> tuple[int, ...]:
        return (0,) * len(self._wanted)

    def _cards(self, kind: CardKind, share: _Share, rng: Random) -> Iterator[Card]:
        for cost, number in zip(self._costs[kind], share.numbers, strict=True):
            locked, free = self._split(kind, cost)
            yield from locked
            yield from rng.sample(free, number - len(locked))

    def _split(self, kind: CardKind, cost: int) -> tuple[list[Card], list[Card]]:
        cards = self._stock.by_cost[kind][cost]
        locked = [card for card in cards if card.id in self._locked]
        return locked, [card for card in cards if card.id not in self._locked]

    def _shares_of(self, kind: CardKind, slots: tuple[SlotRule, ...]) -> Iterator[_Share]:
        costs = self._costs[kind]
        splits = [self._split(kind, cost) for cost in costs]
        ranges = [
            range(len(locked), min(len(locked) + len(free), len(slots)) + 1)
            for locked, free in splits
        ]
        for numbers in _summing_to(len(slots), ranges):
            if not _fits(costs, numbers, slots):
                continue
            ways = 1
            for number, (locked, free) in zip(numbers, splits, strict=True):
                ways *= comb(len(free), number - len(locked))
            towards = tuple(
                sum(n for cost, n in zip(costs, numbers, strict=True) if wish.takes(kind, cost))
                for wish in self._wanted
            )
            yield _Share(numbers, ways, towards)

    def _added(self, done: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
        # Capped, so that what goes beyond a wish does not split states that are the same.
        return tuple(
            min(a + b, max(wish.count, 0))
            for a, b, wish in zip(done, more, self._wanted, strict=True)
        )

    def _count_rest(self, index: int, done: tuple[int, ...]) -> int:
        if index == len(KINDS):
            met = all(a >= wish.count for a, wish in zip(done, self._wanted, strict=True))
            return int(met)
        return sum(
            share.ways * self._rest(index + 1, self._added(done, share.towards))
            for share in self._shares[index]
        )


def _summing_to(total: int, ranges: Sequence[range]) -> Iterator[tuple[int, ...]]:
    """Yield every choice of one number from each range that adds up to the total."""
    if not ranges:
        if total == 0:
            yield ()
        return
    least = sum(r.start for r in ranges[1:])
    most = sum(r.stop - 1 for r in ranges[1:])
    for number in ranges[0]:
        if least <= total - number <= most:
            for rest in _summing_to(total - number, ranges[1:]):
                yield (number, *rest)


def _fits(costs: Sequence[int], numbers: Sequence[int], slots: Sequence[SlotRule]) -> bool:
    """Say whether cards of these costs can be put on the places, one on each."""
    if all(slot.costs is None for slot in slots):
        return True  # as many cards as places, and any card will do
    cards = [cost for cost, number in zip(costs, numbers, strict=True) for _ in range(number)]
    takes = [[slot.costs is None or cost in slot.costs for cost in cards] for slot in slots]
    return first_unmatched(takes) is None


def first_unmatched(takes: Sequence[Sequence[bool]]) -> frozenset[int] | None:
    """Match places to cards; where it fails, return places that compete for too few cards.

    ``takes[place][card]`` says whether the place takes the card. Augmenting paths; the places
    visited in vain at the first failure are Hall's witness: they take fewer cards than they are.
    """
    holder: dict[int, int] = {}

    def place(slot: int, seen: set[int], tried: set[int]) -> bool:
        tried.add(slot)
        for card, fits in enumerate(takes[slot]):
            if fits and card not in seen:
                seen.add(card)
                if card not in holder or place(holder[card], seen, tried):
                    holder[card] = slot
                    return True
        return False

    for slot in range(len(takes)):
        tried: set[int] = set()
        if not place(slot, set(), tried):
            return frozenset(tried)
    return None
