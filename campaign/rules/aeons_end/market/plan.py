"""Count every market that meets a request, and draw one of them uniformly.

A market has a card for each place, never one twice, the locked cards among them, and meets every
wish. Listing all markets would take too long; so they are counted:

1. Cards that no place and no wish tells apart are a *group*: of these, only how many are in the
   market matters.
2. The groups are gone through one by one. Of the groups before, only two things matter: which
   places are left, and how many cards each wish has so far.
3. A group gives ``n`` cards in ``comb(size, n)`` ways. The number of markets is the sum of these
   ways, each times the number of ways to go on from there, which is remembered.

To draw, one number below the total, the ticket, says which way to go at each group; then the cards
are a sample of their group. A seed keeps its market: games older than stored set-ups are drawn
again.

Where several places take a card, all ways to put it are followed at once (``Left``), so that a
market is counted once however its cards are put.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from math import comb
from random import Random
from typing import NoReturn

from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, SlotRule
from campaign.rules.aeons_end.market.piles import arranged_cards
from campaign.rules.aeons_end.market.stock import Stock, place_takes
from campaign.rules.aeons_end.market.wishes import AtLeast, AtMost, Constraint, Exclude, excluded_by
from campaign.rules.core.problems import Problem, RulesError

# The sizes of a search: everything that the forms offer stays far below them.
MAX_STEPS = 12_000  # of a request; as many take about a third of a second
MAX_GROUPS = 150  # as deep is the recursion
_TAKES_A_STEP = 30  # comparisons of a card with a place or a wish that take as long as one step

# How many places of each sort are left; one entry for each way to put the cards so far.
Left = frozenset[tuple[int, ...]]
Counts = tuple[int, ...]  # the cards that each wish has so far


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


@dataclass(frozen=True, slots=True)
class _Group:
    """Cards that no place and no wish tells apart."""

    block: CardKind | None  # its cards are drawn with those of the groups of its block
    locked: tuple[Card, ...]
    free: tuple[Card, ...]
    sorts: tuple[int, ...]  # of places that take them
    wishes: tuple[int, ...]  # that count them


@dataclass(frozen=True, slots=True)
class _Step:
    """A number of cards from a group, the ways to choose them, and what is left then."""

    number: int
    ways: int
    left: Left
    counts: Counts


class Plan:
    """All markets of a request, counted.

    A request that takes too many steps to count is refused: ``market.too_complex``.
    """

    def __init__(self, request: Request) -> None:
        stock = request.stock.without(excluded_by(request.constraints))
        locked = frozenset(request.locks)
        self._effort = request.effort
        self._wishes = tuple(c for c in request.constraints if not isinstance(c, Exclude))
        self._sorts = tuple(dict.fromkeys(request.slots))
        self._groups = self._grouped(stock, locked)
        if len(self._groups) > MAX_GROUPS:
            self._effort.give_up()
        # After the last group for a sort of place, none of these places may be left.
        self._last_of_sort = {s: i for i, group in enumerate(self._groups) for s in group.sorts}
        self._last_of_wish = {w: i for i, group in enumerate(self._groups) for w in group.wishes}
        self._is_possible = (
            len(locked) == len(request.locks)
            and locked <= stock.cards.keys()
            and len(self._last_of_sort) == len(self._sorts)
        )
        self._start: Left = frozenset([tuple(request.slots.count(sort) for sort in self._sorts)])
        self._count = cache(self._count_from)
        self._fills = cache(self._find_fills)

    @property
    def total(self) -> int:
        """Return how many markets meet the request."""
        return self._count(0, self._start, (0,) * len(self._wishes)) if self._is_possible else 0

    def draw(self, rng: Random) -> tuple[Card, ...]:
        """Draw one of them, each equally likely."""
        picked: list[Card] = []
        left, counts = self._start, (0,) * len(self._wishes)
        ticket = rng.randrange(self.total)
        for _block, groups in groupby(enumerate(self._groups), lambda each: each[1].block):
            ways, taken = 1, []
            for index, group in groups:
                for step in self._steps(index, left, counts):
                    weight = ways * step.ways * self._count(index + 1, step.left, step.counts)
                    if ticket < weight:
                        break
                    ticket -= weight
                taken.append((group, step.number))
                ways, left, counts = ways * step.ways, step.left, step.counts
            ticket //= ways  # the rest of it is for the next block
            for group, number in taken:
                picked += group.locked
                picked += rng.sample(group.free, number - len(group.locked))
        return arranged_cards(picked)

    def _grouped(self, stock: Stock, locked: frozenset[str]) -> tuple[_Group, ...]:
        comparisons = len(stock.cards) * (len(self._sorts) + len(self._wishes))
        self._effort.spend(comparisons // _TAKES_A_STEP)
        # If only kind and cost matter, each cost is a group, as plain_market has it.
        is_special = any(wish.box or isinstance(wish, AtMost) for wish in self._wishes)
        by_cost = not is_special and all(sort.kind for sort in self._sorts)
        groups: dict[tuple[tuple[int, ...], tuple[int, ...], object], list[Card]] = {}
        for card in stock.cards.values():
            sorts = tuple(i for i, sort in enumerate(self._sorts) if place_takes(sort, card))
            wishes = tuple(i for i, wish in enumerate(self._wishes) if wish.takes(card))
            apart = (card.kind, card.cost) if by_cost else None
            groups.setdefault((sorts, wishes, apart), []).append(card)
        if {sort.kind for sort in self._sorts} == {None}:
            # Cheap cards first: places for cheap cards only are full soon.
            groups = dict(sorted(groups.items(), key=lambda item: item[1][0].cost))
        return tuple(
            _Group(
                cards[0].kind if by_cost else None,
                tuple(card for card in cards if card.id in locked),
                tuple(card for card in cards if card.id not in locked),
                sorts,
                wishes,
            )
            for (sorts, wishes, _apart), cards in groups.items()
        )

    def _count_from(self, index: int, left: Left, counts: Counts) -> int:
        """Count how the groups from here on can fill the places that are left."""
        self._effort.spend(1)
        places = sum(next(iter(left)))
        for wish, has in zip(self._wishes, counts, strict=True):
            if isinstance(wish, AtLeast) and has + places < wish.count:
                return 0
        if index == len(self._groups):
            return 1
        return sum(
            step.ways * self._count(index + 1, step.left, step.counts)
            for step in self._steps(index, left, counts)
        )

    def _steps(self, index: int, left: Left, counts: Counts) -> Iterator[_Step]:
        """Yield how many cards a group can give."""
        free, must = len(self._groups[index].free), len(self._groups[index].locked)
        for number, after in self._fills(index, left):
            then = self._counted(index, counts, number)
            if then is not None:
                yield _Step(number, comb(free, number - must), after, then)

    def _counted(self, index: int, counts: Counts, number: int) -> Counts | None:
        """Return what the wishes have after so many cards of a group; None if one is not met."""
        now = list(counts)
        for place in self._groups[index].wishes:
            wish, is_last = self._wishes[place], self._last_of_wish[place] == index
            now[place] += number
            if isinstance(wish, AtMost):
                if now[place] > max(wish.most, 0):
                    return None
                if is_last:
                    now[place] = 0  # it was kept: how many there are makes no difference now
            else:
                if is_last and now[place] < wish.count:
                    return None
                now[place] = min(now[place], max(wish.count, 0))  # more than enough is enough
        return tuple(now)

    def _find_fills(self, index: int, left: Left) -> tuple[tuple[int, Left], ...]:
        """Return how many cards of a group fit, and which places are left then."""
        group = self._groups[index]
        must, most = len(group.locked), len(group.locked) + len(group.free)
        closing = tuple(sort for sort in group.sorts if self._last_of_sort[sort] == index)
        fills = []
        for number in range(most + 1):
            if not left:
                break
            self._effort.spend(len(left))
            filled = frozenset(way for way in left if not any(way[sort] for sort in closing))
            if number >= must and filled:
                fills.append((number, filled))
            left = frozenset(
                (*way[:sort], way[sort] - 1, *way[sort + 1 :])
                for way in left
                for sort in group.sorts
                if way[sort]
            )
        return tuple(fills)
