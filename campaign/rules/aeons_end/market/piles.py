"""The piles of a market, how a campaign's market grows, and markets that players choose."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, MarketRules, Pack
from campaign.rules.core.entries import ELSEWHERE, At, Few, Name, Number
from campaign.rules.core.keys import Key
from campaign.rules.core.problems import Detail, Problem, RulesError

# "Out of the campaign unless a card says otherwise": the box may bring one back.
AGAIN = "market.offered_was_banished"
KINDS = tuple(CardKind)  # gems, relics, spells: the order in which a market is laid out


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile; ``name`` is set only where players typed it.

    One that is banished at once needs neither kind nor cost.
    """

    key: Annotated[Key, At("name")]
    name: Name
    kind: CardKind | None = None
    cost: Number | None = None

    @property
    def complete(self) -> bool:
        """Say whether its kind and its cost are known."""
        return self.kind is not None and self.cost is not None

    @property
    def printed(self) -> tuple[CardKind, int]:
        """Return kind and cost, which every pile of the market has."""
        if self.kind is None or self.cost is None:
            raise ValueError(f"{self.key} has no kind or no cost")
        return self.kind, self.cost


@dataclass(frozen=True, slots=True)
class Growth:
    """What a chapter's end did to the market; ``added`` and ``banished`` are keys."""

    offered: Few[Pile]
    added: Annotated[Few[Key], ELSEWHERE]
    banished: Few[Key]  # from the market; offers not taken are banished too, not listed

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


def pile_of(card: Card) -> Pile:
    """Return the pile of a card of the pack."""
    return Pile(key=card.id, name="", kind=card.kind, cost=card.cost)


def arranged(piles: Iterable[Pile]) -> tuple[Pile, ...]:
    """Sort piles: gems, relics, spells, each by cost, then by key; unknown ones last."""
    return tuple(sorted(piles, key=_place))


def _place(pile: Pile) -> tuple[int, bool, int, str]:
    kind = len(KINDS) if pile.kind is None else KINDS.index(pile.kind)
    return kind, pile.cost is None, pile.cost or 0, pile.key


def arranged_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards of the pack as piles are."""
    return tuple(sorted(cards, key=lambda card: (KINDS.index(card.kind), card.cost, card.id)))


def first_market(pack: Pack) -> tuple[Pile, ...]:
    """Return the market that the box fixes for the first game."""
    return arranged(map(pile_of, pack.find.cards(pack.market.first)))


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
    """Yield each list of a growth that is not as long as the rules say."""
    counts = (
        ("market.offer_exactly_four", "offered", rules.offered, [p.key for p in growth.offered]),
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
    vague = {pile.key for pile in growth.offered if not pile.complete}
    lists = (
        ("market.offered_twice", "offered", _repeated(offered)),
        ("market.offered_already_in_market", "offered", _matching(offered, lambda k: k in inside)),
        ("market.added_twice", "added", _repeated(growth.added)),
        ("market.added_not_offered", "added", _matching(growth.added, lambda k: k not in offered)),
        ("market.kind_or_cost_missing", "offered", _matching(growth.added, lambda k: k in vague)),
        ("market.banished_twice", "banished", _repeated(growth.banished)),
        (
            "market.banished_not_in_market",
            "banished",
            _matching(growth.banished, lambda k: k not in inside),
        ),
        (AGAIN, "offered", _matching(offered, lambda k: k in banished_before)),
    )
    for code, path, keys in lists:
        if keys:
            names = _named(keys, market, growth)
            yield Problem(code, {"names": names}, path, overrulable=code == AGAIN)


def market_after(
    market: Iterable[Pile], banished: Iterable[Pile], change: MarketChange
) -> tuple[tuple[Pile, ...], tuple[Pile, ...]]:
    """Return the market and the banished piles after a change."""
    new = {pile.key for pile in (*change.came, *change.declined)}
    out = [pile for pile in banished if pile.key not in new]
    kept = [pile for pile in market if pile.key not in change.went]
    gone = [pile for pile in market if pile.key in change.went]
    return arranged([*kept, *change.came]), (*out, *arranged([*gone, *change.declined]))


def chosen_market_problems(cards: Sequence[Card], rules: MarketRules) -> Iterator[Problem]:
    """Yield what is wrong with a market that players chose card by card."""
    if len(cards) != rules.piles:
        numbers = {"expected": rules.piles, "actual": len(cards)}
        yield Problem("market.not_nine_piles", numbers, "market")
    doubled = _repeated(tuple(card.id for card in cards))
    if doubled:
        yield Problem("market.card_twice", {"names": doubled}, "market")
    starters = tuple(card.id for card in cards if card.starter)
    if starters:
        yield Problem("market.starter_is_no_pile", {"names": starters}, "market")
    counts = Counter(card.kind for card in cards)
    for kind, number in rules.by_kind.items():
        if counts[kind] != number:
            details: dict[str, Detail] = {"kind": kind, "expected": number, "actual": counts[kind]}
            # Templates of the rulebook have other numbers, so this can be overruled.
            yield Problem("market.kind_count", details, "market", overrulable=True)


def suggested_market(boxes: Iterable[Pack], market_id: str) -> tuple[Card, ...]:
    """Return the cards of a market that the rulebook of a box proposes."""
    for box in boxes:
        if found := box.find.suggested_market(market_id):
            return arranged_cards(box.find.cards(found.cards))
    raise RulesError([Problem("market.suggestion_unknown", {"market": market_id}, "market")])


def _named(keys: tuple[str, ...], market: Sequence[Pile], growth: Growth) -> tuple[str, ...]:
    """Return the names that players typed, and the pack's ids of the others."""
    typed = {pile.key: pile.name for pile in (*market, *growth.offered) if pile.name}
    return tuple(typed.get(key, key) for key in keys)


def _repeated(keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(key for key, count in Counter(keys).items() if count > 1)


def _matching(keys: Sequence[str], wanted: Callable[[str], bool]) -> tuple[str, ...]:
    return tuple(key for key in dict.fromkeys(keys) if wanted(key))
