"""Every market that meets a request, counted, so that one can be drawn uniformly.

A market is a set of cards, one for each place of a pattern, with the locked cards in it and every
constraint met; a card is never in it twice. Places and constraints look at a card's kind and cost
only, so all markets with equally many cards of each kind and cost are legal together or not at
all. They are counted exactly: for each kind, every way to share its places among its costs (a way
counts if some assignment of cards to places exists), times the choices of cards within each cost.
One number drawn below the total then picks a share, and a plain sample the cards. Nothing is drawn
and thrown away, and two places that take the same card do not make it likelier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
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


def plain_slots(rules: MarketRules) -> tuple[SlotRule, ...]:
    """Return the places of a market without a template: so many gems, relics and spells."""
    shares = zip(KINDS, (rules.gems, rules.relics, rules.spells), strict=True)
    return tuple(SlotRule(kind) for kind, number in shares for _ in range(number))


def stock_of(cards: Iterable[Card]) -> dict[str, Card]:
    """Return the cards that can be piles, each once; a starter never is one."""
    return {card.id: card for card in cards if not card.starter}


@dataclass(frozen=True, slots=True)
class _Share:
    """One way to share a kind's places among its costs."""

    numbers: tuple[int, ...]  # of cards, by cost
    ways: int  # to choose them
    towards: tuple[int, ...]  # what they add to each constraint


class Plan:
    """All legal markets of a request, counted."""

    def __init__(
        self,
        stock: Mapping[str, Card],
        slots: Sequence[SlotRule],
        constraints: Sequence[Constraint],
        locks: Sequence[str],
    ) -> None:
        excluded = {key for c in constraints if isinstance(c, Exclude) for key in c.keys}
        self._wanted = tuple(c for c in constraints if isinstance(c, AtLeast))
        self._locked = frozenset(locks)
        self._possible = not self._locked & excluded and self._locked <= stock.keys()
        self._by_class: dict[tuple[CardKind, int], list[Card]] = {}
        for card in arranged_cards(stock.values()):
            if card.id not in excluded:
                self._by_class.setdefault((card.kind, card.cost), []).append(card)
        self._costs = {
            kind: tuple(cost for k, cost in self._by_class if k is kind) for kind in KINDS
        }
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
        cards = self._by_class[kind, cost]
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
