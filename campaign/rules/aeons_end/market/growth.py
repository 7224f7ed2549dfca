"""How a campaign's market grows at the end of a chapter (Legacy p. 11).

Four piles are offered, two of them join, two of the nine leave; those not taken are banished too.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from campaign.rules.aeons_end.catalogue.pack import MarketRules
from campaign.rules.aeons_end.market.piles import Pile, arranged, repeated
from campaign.rules.core.entries import ELSEWHERE, Few
from campaign.rules.core.keys import Key
from campaign.rules.core.problems import Problem

# Legacy p. 2: "out of the campaign unless a card says otherwise": the box may bring one back.
OFFERED_WAS_BANISHED = "market.offered_was_banished"


@dataclass(frozen=True, slots=True)
class Growth:
    """What a chapter's end did to the market; ``added`` and ``banished`` are keys."""

    offered: Few[Pile]
    added: Annotated[Few[Key], ELSEWHERE]
    banished: Few[Key]  # from the market; offers not taken are banished too, not listed

    def unnamed(self, rules: MarketRules) -> int:
        """Return how many of the offered piles have no name here; they are banished too."""
        return max(rules.offered - len({pile.key for pile in self.offered}), 0)

    def each_once(self) -> bool:
        """Say whether no pile is listed twice, and everything added was offered."""
        offered = [pile.key for pile in self.offered]
        named = [*offered, *self.banished]
        once = all(len(set(keys)) == len(keys) for keys in (named, self.added))
        return once and set(self.added) <= set(offered)


@dataclass(frozen=True, slots=True)
class MarketChange:
    """What an entry did to the market: piles that came, keys that went, offers not taken."""

    came: tuple[Pile, ...] = ()
    went: tuple[str, ...] = ()
    declined: tuple[Pile, ...] = ()


def growth_problems(
    market: Sequence[Pile],
    growth: Growth,
    rules: MarketRules,
    banished_before: Collection[str] = (),
) -> Iterator[Problem]:
    """Yield everything that is wrong with a growth of this market."""
    if len(market) != rules.piles:
        details = {"expected": rules.piles, "actual": len(market)}
        # A story card may have taken a pile away, or brought one.
        yield Problem("market.not_nine_piles", details, "market", overrulable=True)
    yield from count_problems(growth, rules)
    yield from _key_problems(market, growth, banished_before)


def count_problems(growth: Growth, rules: MarketRules) -> Iterator[Problem]:
    """Yield each list of a growth that is not as long as the rules say.

    Four piles are offered (p. 11). Here the names of those that nobody takes may be left out;
    then it is counted how many are banished without one.
    """
    offered = len({pile.key for pile in growth.offered})
    if offered > rules.offered:
        details = {"expected": rules.offered, "actual": offered}
        yield Problem("market.offer_at_most_four", details, "offered")
    counts = (
        ("market.add_exactly_two", "added", rules.added, growth.added),
        ("market.banish_exactly_two", "banished", rules.banished, growth.banished),
    )
    for code, path, expected, keys in counts:
        # A pile listed twice counts once, and is a problem of its own: the count is not reported
        # as well if it is right with the double.
        actual = len(set(keys))
        if expected not in (actual, len(keys)):
            yield Problem(code, {"expected": expected, "actual": actual}, path)


def _key_problems(
    market: Sequence[Pile], growth: Growth, banished_before: Collection[str]
) -> Iterator[Problem]:
    offered = tuple(pile.key for pile in growth.offered)
    inside = {pile.key for pile in market}
    incomplete = {pile.key for pile in growth.offered if not pile.complete}
    lists = (
        ("market.offered_twice", "offered", repeated(offered)),
        ("market.offered_already_in_market", "offered", _matching(offered, lambda k: k in inside)),
        ("market.added_twice", "added", repeated(growth.added)),
        ("market.added_not_offered", "added", _matching(growth.added, lambda k: k not in offered)),
        (
            "market.kind_or_cost_missing",
            "offered",
            _matching(growth.added, lambda k: k in incomplete),
        ),
        ("market.banished_twice", "banished", repeated(growth.banished)),
        (
            "market.banished_not_in_market",
            "banished",
            _matching(growth.banished, lambda k: k not in inside),
        ),
        (OFFERED_WAS_BANISHED, "offered", _matching(offered, lambda k: k in banished_before)),
    )
    for code, path, keys in lists:
        if keys:
            names = _named(keys, market, growth)
            yield Problem(code, {"names": names}, path, overrulable=code == OFFERED_WAS_BANISHED)


def market_after(
    market: Iterable[Pile], banished: Iterable[Pile], change: MarketChange
) -> tuple[tuple[Pile, ...], tuple[Pile, ...]]:
    """Return the market and the banished piles after a change."""
    new = {pile.key for pile in (*change.came, *change.declined)}
    out = [pile for pile in banished if pile.key not in new]
    kept = [pile for pile in market if pile.key not in change.went]
    gone = [pile for pile in market if pile.key in change.went]
    return arranged([*kept, *change.came]), (*out, *arranged([*gone, *change.declined]))


def _named(keys: tuple[str, ...], market: Sequence[Pile], growth: Growth) -> tuple[str, ...]:
    """Return the names that players typed, and the pack's ids of the others."""
    typed = {pile.key: pile.name for pile in (*market, *growth.offered) if pile.name}
    return tuple(typed.get(key, key) for key in keys)


def _matching(keys: Sequence[str], wanted: Callable[[str], bool]) -> tuple[str, ...]:
    return tuple(key for key in dict.fromkeys(keys) if wanted(key))
