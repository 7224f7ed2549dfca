"""Facts about the market and the basic nemesis cards of a campaign (Legacy p. 10–11, 18–19)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Self

from campaign.rules.aeons_end import evolution, nemesis_deck
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.decisions import (
    POOL_FIXED_FROM,
    evolution_begun,
    pool_fixed,
)
from campaign.rules.aeons_end.legacy.state import LegacyFact, State
from campaign.rules.aeons_end.market.growth import (
    Growth,
    MarketChange,
    growth_problems,
    market_after,
)
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.core.constraints import Check
from campaign.rules.core.entries import At, Number, Text
from campaign.rules.core.facts import Fact
from campaign.rules.core.keys import Key, is_typed
from campaign.rules.core.problems import Detail, Problem

MARKET = "market"  # what facts about the market are about
MAX_PILES = 50  # of one growth; the rules ask for four and two
_OFFERED = Check(
    lambda growth: len(growth.offered) <= MAX_PILES and growth.each_once(),
    "piles that were offered, each once",
    "file.added",
)


# --- the market ---


@dataclass(frozen=True, slots=True)
class MarketGrown(LegacyFact, kind="growth"):
    """The market grew."""

    growth: Annotated[Growth, _OFFERED, At("")]

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset({MARKET})

    def tidied(self) -> Self:
        """Put the piles that were added in the order in which they were offered."""
        places = {pile.key: place for place, pile in enumerate(self.growth.offered)}
        added = sorted(self.growth.added, key=lambda key: places.get(key, len(places)))
        return replace(self, growth=replace(self.growth, added=tuple(added)))

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        game = state.games[-1]
        if game.chapter in state.grown:
            yield Problem("market.already_grown", {"chapter": game.chapter})
        if not game.onward:
            yield Problem("market.not_yet", {"chapter": game.chapter}, overrulable=True)
        for index, pile in enumerate(self.growth.offered):
            yield from _pile_problems(pack, pile, f"offered.{index}", place=index + 1)
        banished = {pile.key for pile in state.banished}
        yield from growth_problems(state.market, self.growth, pack.market, banished)

    def apply(self, state: State, pack: Pack) -> State:
        grown = state.grown | {state.games[-1].chapter}
        unnamed = state.unnamed + self.growth.unnamed(pack.market)
        return replace(_with_market(state, self), grown=grown, unnamed=unnamed)


@dataclass(frozen=True, slots=True)
class MarketOrdered(LegacyFact, kind="ordered"):
    """A story card banished a pile, brought one into the market, or exchanged one for another."""

    banished: Key | None = None
    added: Pile | None = None

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset({MARKET})

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        banished, added = self.banished, self.added
        inside = {pile.key for pile in state.market}
        if banished is None and added is None:
            yield Problem("market.nothing_ordered", path="banished")
        if banished is not None and banished not in inside:
            yield Problem("market.banished_not_in_market", {"names": (banished,)}, "banished")
        if added is not None:
            names = {"names": (added.name or added.key,)}
            if added.key in inside:
                yield Problem("market.offered_already_in_market", names, "added")
            if not added.complete:
                yield Problem("market.kind_or_cost_missing", names, "added")
            yield from _pile_problems(pack, added, "added", place=1)
        yield from self.reason_problems()

    def apply(self, state: State, _pack: Pack) -> State:
        return _with_market(state, self)


MARKET_FACTS = (MarketGrown, MarketOrdered)  # those that ``market_change`` reads


def market_change(fact: Fact) -> MarketChange | None:
    """Return what a growth, or a story card, did to the market; None for any other fact."""
    match fact:
        case MarketGrown(growth=growth):
            came = tuple(pile for pile in growth.offered if pile.key in growth.added)
            declined = tuple(pile for pile in growth.offered if pile.key not in growth.added)
            return MarketChange(came, growth.banished, declined)
        case MarketOrdered(banished=banished, added=added):
            return MarketChange((added,) if added else (), (banished,) if banished else ())
    return None


def _with_market(state: State, fact: Fact) -> State:
    change = market_change(fact) or MarketChange()
    market, banished = market_after(state.market, state.banished, change)
    return replace(state, market=market, banished=banished)


def _pile_problems(pack: Pack, pile: Pile, path: str, *, place: int) -> Iterator[Problem]:
    """Yield the problems of a pile that comes into the market, by growth or by a story card."""
    card = pack.find.card(pile.key)
    if card is None and not is_typed(pile.key):
        yield Problem("market.card_unknown", {"names": (pile.key,)}, path)
    elif is_typed(pile.key) and not pile.name.strip():
        yield Problem("market.name_missing", {"place": place}, path)
    elif card and card.starter:
        yield Problem("market.starter_is_no_pile", {"names": (card.id,)}, path)
    elif card and (pile.kind not in (None, card.kind) or pile.cost not in (None, card.cost)):
        details: dict[str, Detail] = {"card": card.id, "kind": str(card.kind), "cost": card.cost}
        yield Problem("market.card_differs", details, path, overrulable=True)


# --- the basic nemesis cards ---


@dataclass(frozen=True, slots=True)
class CardEvolved(LegacyFact, kind="evolved"):
    """A basic card took an evolution sticker; ``text`` is the players' own words about it."""

    card: Key
    text: Text = ""
    spaces: Number | None = None  # of the card in all, where players counted them

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset({self.card})

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        yield from _evolution_problems(state, pack, self)
        pool = evolution.with_spaces(state.pool, self.card, self.spaces)
        yield from evolution.evolve_problems(pool, self.card)

    def apply(self, state: State, _pack: Pack) -> State:
        pool = evolution.with_spaces(state.pool, self.card, self.spaces)
        return replace(state, pool=evolution.pool_evolve(pool, self.card, self.text))


@dataclass(frozen=True, slots=True)
class CardTransformed(LegacyFact, kind="transformed"):
    """A basic card left the campaign and its evolved card took its place."""

    card: Key
    into: PoolCard
    spaces: Number | None = None  # of the old card in all, where players counted them

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset({self.card, self.into.key})

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        yield from _evolution_problems(state, pack, self)
        pool = evolution.with_spaces(state.pool, self.card, self.spaces)
        yield from evolution.transform_problems(pool, self.card, self.into)
        yield from _newcomer_problems(state, pack, self.into, "into")
        known = pack.find.nemesis_card(self.card)
        if known and known.becomes and known.becomes != self.into.key:
            # The name of the right card is sealed until it is read; the number leads to it.
            number = known.evolution_card or ""
            details: dict[str, Detail] = {"names": (known.id,), "number": number}
            yield Problem("evolution.becomes_another", details, "into", True, new_only=True)

    def apply(self, state: State, _pack: Pack) -> State:
        pool = evolution.with_spaces(state.pool, self.card, self.spaces)
        after = evolution.pool_transform(pool, self.card, self.into)
        return replace(state, pool=pool).with_pool(after)


def _evolution_problems(
    state: State, pack: Pack, fact: CardEvolved | CardTransformed
) -> Iterator[Problem]:
    """Yield the problems that a sticker and a transformation share."""
    if not evolution_begun(state, pack):
        yield Problem("evolution.too_early", {}, "card", overrulable=True)
    card = next((card for card in state.pool if card.key == fact.card), None)
    if card is None:
        return
    known = pack.find.nemesis_card(card.key)
    details: dict[str, Detail] = {"names": (card.name or card.key,)}
    if card.evolved_from is not None or (known and known.evolved):
        yield Problem("evolution.not_basic", details, "card", overrulable=True, new_only=True)
    if card.spaces is None and fact.spaces is None:
        yield Problem("evolution.spaces_missing", details, "spaces", new_only=True)
    elif card.spaces is not None and fact.spaces not in (None, card.spaces):
        counted = {**details, "spaces": card.spaces}
        yield Problem("evolution.spaces_differ", counted, "spaces", overrulable=True)
    elif fact.spaces is not None and fact.spaces < len(card.stickers):
        placed = {**details, "stickers": len(card.stickers)}
        yield Problem("evolution.more_stickers", placed, "spaces")


@dataclass(frozen=True, slots=True)
class BasicJoined(LegacyFact, kind="joined"):
    """A basic card joined this campaign's pool."""

    card: PoolCard

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset({self.card.key})

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        card = self.card
        details = {"card": card.key, "name": card.name}
        yield from _fixed_pool_problems(state, pack)
        if card.tier not in nemesis_deck.TIERS:
            yield Problem("pool.no_such_tier", {"tier": card.tier}, "tier")
        if card.key in {other.key for other in state.pool}:
            yield Problem("pool.already_in", details, "card")
        known = pack.find.nemesis_card(card.key)
        if known is not None and known.evolved:
            yield Problem("pool.not_basic", details, "card", overrulable=True)
        yield from _newcomer_problems(state, pack, card, "card")

    def apply(self, state: State, _pack: Pack) -> State:
        return state.with_pool((*state.pool, self.card))


@dataclass(frozen=True, slots=True)
class BasicLeft(LegacyFact, kind="left"):
    """A basic card left this campaign's pool."""

    card: Key

    @property
    def conflict_keys(self) -> frozenset[str]:
        return frozenset({self.card})

    def problems(self, state: State, pack: Pack) -> Iterator[Problem]:
        yield from _fixed_pool_problems(state, pack)
        if self.card not in {card.key for card in state.pool}:
            yield Problem("pool.not_in", {"card": self.card}, "card")

    def apply(self, state: State, _pack: Pack) -> State:
        return state.with_pool(tuple(card for card in state.pool if card.key != self.card))


def _newcomer_problems(state: State, pack: Pack, card: PoolCard, path: str) -> Iterator[Problem]:
    """Yield the problems of a card that comes into the pool, joining or evolved."""
    if card.key in state.gone:
        details: dict[str, Detail] = {"card": card.key, "name": card.name}
        yield Problem("pool.was_removed", details, path, overrulable=True)
    if is_typed(card.key):
        if not card.name.strip():
            yield Problem("pool.name_missing", path=path)
        return
    known = pack.find.nemesis_card(card.key)
    if known is None or known.nemesis is not None:
        yield Problem("pool.card_unknown", {"card": card.key}, path)
    elif (known.tier, known.kind) != (card.tier, card.kind):
        details = {"card": card.key, "tier": known.tier, "kind": str(known.kind)}
        yield Problem("pool.card_differs", details, path, overrulable=True)


def _fixed_pool_problems(state: State, pack: Pack) -> Iterator[Problem]:
    # The same basics serve the whole campaign; after this only a story card changes them.
    if pool_fixed(state, pack):
        since = {"chapter": POOL_FIXED_FROM}
        yield Problem("pool.fixed", since, "card", overrulable=True, new_only=True)
