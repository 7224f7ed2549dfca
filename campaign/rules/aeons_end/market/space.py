"""Every market that meets a request, counted, so that one can be drawn uniformly.

A market is a set of cards, one for each place of a pattern, with the locked cards in it and every
wish met; a card is never in it twice. Cards that no place and no wish tells apart are a group, and
markets with equally many cards of each group are legal together or not at all. They are counted
exactly, group by group: what matters of the groups before is only what is left of the places and
what each wish has so far. Where several places take a card, every way to put it is followed at
once, so that a market is counted once however its cards are put. One number drawn below the total
then picks how many cards come from each group, and a plain sample the cards. Nothing is drawn and
thrown away, and two places that take the same card do not make it likelier.

Where places take any cost and nothing is wished for, nothing needs to be listed: Vandermonde's
identity says how many markets begin with so many cards of the first costs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from math import comb, prod
from random import Random
from typing import NoReturn

from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, MarketRules, SlotRule
from campaign.rules.aeons_end.market.piles import KINDS, arranged_cards
from campaign.rules.aeons_end.market.wishes import AtLeast, AtMost, Constraint, Exclude, excluded_by
from campaign.rules.core.problems import Problem, RulesError

# The sizes of a search: everything that the forms offer stays far below them.
MAX_STEPS = 12_000  # of a request; as many take about a third of a second
MAX_GROUPS = 150  # as deep is the recursion
_TAKES_A_STEP = 30  # comparisons of a card with a place or a wish that take as long as one step


def plain_slots(rules: MarketRules) -> tuple[SlotRule, ...]:
    """Return the places of a market without a template."""
    return tuple(SlotRule(kind) for kind, n in rules.by_kind.items() for _ in range(n))


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


class Effort:
    """What the search for a market may still cost; wishes together can have millions of states."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take steps, or give up."""
        self.left -= steps
        if self.left < 0:
            self.give_up()

    def give_up(self) -> NoReturn:
        """Refuse the request."""
        raise RulesError([Problem("market.too_complex", path="market")])


@dataclass(frozen=True, slots=True)
class Request:
    """A request for a market: its places, the wishes, the cards that must be in it.

    Its effort is shared with the requests made from it, to find out which wish fails.
    """

    stock: Stock
    slots: Sequence[SlotRule]
    constraints: Sequence[Constraint] = ()
    locks: Sequence[str] = ()
    effort: Effort = field(default_factory=Effort, compare=False)


def plain_market(
    stock: Stock, places: Mapping[CardKind, int], locks: Sequence[str], rng: Random
) -> tuple[Card, ...] | None:
    """Draw one market of places that take any cost, or return None where there is none.

    It is the market that :class:`Plan` would draw, found faster.
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
                picked.append(rng.choice(cards))  # as a sample of one, and faster
            elif number:
                picked += rng.sample(cards, number)
    return tuple(sorted(picked, key=lambda card: stock.order[card.id]))


# What can be left of the places, by sorts, in every way to put the cards so far.
_Ways = frozenset[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class _Group:
    """Cards that no place and no wish tells apart."""

    block: CardKind | None  # groups of a block are next to each other
    locked: tuple[Card, ...]
    free: tuple[Card, ...]
    places: tuple[int, ...]  # sorts of places that take them
    wishes: tuple[int, ...]  # wishes that count them


class Plan:
    """All legal markets of a request, counted.

    A request that takes too many steps to count is refused: ``market.too_complex``.
    """

    def __init__(self, request: Request) -> None:
        slots, locks = request.slots, request.locks
        self._effort = request.effort
        self._stock = request.stock.without(excluded_by(request.constraints))
        self._wishes = tuple(c for c in request.constraints if not isinstance(c, Exclude))
        self._least = [w.count if isinstance(w, AtLeast) else 0 for w in self._wishes]
        self._is_limit = [isinstance(w, AtMost) for w in self._wishes]
        self._most = [
            max(w.most if isinstance(w, AtMost) else w.count, 0) for w in self._wishes
        ]  # beyond it, more cards are too many, or make no difference
        self._sorts = tuple(dict.fromkeys(slots))
        self._locked = frozenset(locks)
        twice = len(self._locked) != len(locks)
        self._possible = not twice and self._locked <= self._stock.cards.keys()
        self._groups = self._grouped()
        if len(self._groups) > MAX_GROUPS:
            self._effort.give_up()
        self._done_with = self._wishes_by_last_group()
        # After the last group that a sort of place takes, none of these places may be left.
        self._last = [
            max((i for i, group in enumerate(self._groups) if sort in group.places), default=-1)
            for sort in range(len(self._sorts))
        ]
        self._ways: list[_Ways] = []  # what can be left of the places, by number
        self._numbers: dict[_Ways, int] = {}
        self._start = self._number(frozenset([tuple(slots.count(s) for s in self._sorts)]))
        self._nothing = (0,) * len(self._wishes)
        self._rest = cache(self._count_rest)
        self._fills = cache(self._find_fills)

    @property
    def total(self) -> int:
        """Return how many markets meet the request."""
        if not self._possible or any(last < 0 for last in self._last):
            return 0
        return self._rest(0, self._start, self._nothing)

    def draw(self, rng: Random) -> tuple[Card, ...]:
        """Draw one of them, each equally likely."""
        picked: list[Card] = []
        left, done = self._start, self._nothing
        ticket = rng.randrange(self.total)
        for _block, groups in groupby(enumerate(self._groups), lambda each: each[1].block):
            chosen, ways = [], 1
            for index, group in groups:
                for number, after, having, choices in self._moves(index, left, done):
                    weight = ways * choices * self._rest(index + 1, after, having)
                    if ticket < weight:
                        chosen.append((group, number))
                        break
                    ticket -= weight
                ways *= choices
                left, done = after, having
            # What is left of the ticket numbers the rest; the cards of a group are a sample.
            ticket //= ways
            for group, number in chosen:
                picked += group.locked
                picked += rng.sample(group.free, number - len(group.locked))
        return arranged_cards(picked)

    def _grouped(self) -> tuple[_Group, ...]:
        # If only kind and cost matter, each cost is a group, as it has always been: a seed must
        # keep its market.
        apart = any(wish.box or isinstance(wish, AtMost) for wish in self._wishes)
        plain = not apart and all(sort.kind for sort in self._sorts)
        groups: dict[tuple[tuple[int, ...], tuple[int, ...], object], list[Card]] = {}
        takes = len(self._stock.cards) * (len(self._sorts) + len(self._wishes))
        self._effort.spend(takes // _TAKES_A_STEP)
        for card in self._stock.cards.values():
            places = tuple(i for i, sort in enumerate(self._sorts) if place_takes(sort, card))
            wishes = tuple(i for i, wish in enumerate(self._wishes) if wish.takes(card))
            key = (places, wishes, (card.kind, card.cost) if plain else None)
            groups.setdefault(key, []).append(card)
        if {sort.kind for sort in self._sorts} == {None}:
            # Cheap cards first: places for cheap cards only are full soon.
            groups = dict(sorted(groups.items(), key=lambda item: item[1][0].cost))
        return tuple(
            _Group(
                cards[0].kind if plain else None,
                tuple(card for card in cards if card.id in self._locked),
                tuple(card for card in cards if card.id not in self._locked),
                places,
                wishes,
            )
            for (places, wishes, _sort), cards in groups.items()
        )

    def _wishes_by_last_group(self) -> tuple[tuple[int, ...], ...]:
        """Return for each group the wishes that count it and no later one."""
        last = {wish: at for at, group in enumerate(self._groups) for wish in group.wishes}
        return tuple(
            tuple(wish for wish in group.wishes if last[wish] == at)
            for at, group in enumerate(self._groups)
        )

    def _count_rest(self, index: int, left: int, done: tuple[int, ...]) -> int:
        """Count how the groups from here on can fill the places that are left."""
        self._effort.spend(1)
        places = sum(next(iter(self._ways[left])))
        if any(has + places < least for has, least in zip(done, self._least, strict=True)):
            return 0  # too few places left to meet a wish
        if index == len(self._groups):
            return 1
        return sum(
            choices * self._rest(index + 1, after, having)
            for _number, after, having, choices in self._moves(index, left, done)
        )

    def _moves(
        self, index: int, left: int, done: tuple[int, ...]
    ) -> Iterator[tuple[int, int, tuple[int, ...], int]]:
        """Yield how many cards a group can give, what is left and done then, and the ways."""
        group = self._groups[index]
        for number, after, choices in self._fills(index, left):
            if not group.wishes:
                yield number, after, done, choices
                continue
            now = list(done)
            for wish in group.wishes:
                now[wish] += number
                if now[wish] > self._most[wish]:
                    if self._is_limit[wish]:
                        return  # and more cards would be too many as well
                    now[wish] = self._most[wish]  # more than enough is enough
            if any(now[wish] < self._least[wish] for wish in self._done_with[index]):
                continue  # no later card can meet it
            for wish in self._done_with[index]:
                if self._is_limit[wish]:
                    now[wish] = 0  # it was kept: how many there were makes no difference now
            yield number, after, tuple(now), choices

    def _find_fills(self, index: int, left: int) -> tuple[tuple[int, int, int], ...]:
        """Return how many cards a group can give, what is left of the places, and the ways."""
        group = self._groups[index]
        must, most = len(group.locked), len(group.locked) + len(group.free)
        closing = tuple(sort for sort in group.places if self._last[sort] == index)
        steps, ways, number = [], self._ways[left], 0
        while ways and number <= most:
            self._effort.spend(len(ways))
            if number >= must:
                full = frozenset(way for way in ways if not any(way[sort] for sort in closing))
                if full:
                    choices = comb(len(group.free), number - must)
                    steps.append((number, self._number(full), choices))
            ways = frozenset(
                (*way[:sort], way[sort] - 1, *way[sort + 1 :])
                for way in ways
                for sort in group.places
                if way[sort]
            )
            number += 1
        return tuple(steps)

    def _number(self, ways: _Ways) -> int:
        """Return a number for what is left of the places: a small key for the caches."""
        if ways not in self._numbers:
            self._numbers[ways] = len(self._ways)
            self._ways.append(ways)
        return self._numbers[ways]


def place_takes(slot: SlotRule, card: Card) -> bool:
    """Say whether a place of a market takes a card."""
    return slot.kind in (None, card.kind) and (slot.costs is None or card.cost in slot.costs)


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
