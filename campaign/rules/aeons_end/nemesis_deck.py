"""The nemesis deck: own cards and basics by tier, and a campaign's pool of basics.

A basic card evolves: a sticker while a space is free, then a transformation.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Annotated, Self

from campaign.rules.aeons_end.catalogue.pack import NemesisCard, NemesisKind
from campaign.rules.core.entries import At, Few, Name, Number
from campaign.rules.core.keys import Key
from campaign.rules.core.problems import Detail, Problem, refuse
from campaign.rules.core.serialize import between

TIERS = (1, 2, 3)
Tier = Annotated[int, between(1, 3)]
PerTier = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PoolCard:
    """A basic card of a campaign's pool; ``name`` is set only where players typed it."""

    key: Annotated[Key, At("name")]
    name: Name
    tier: Tier
    kind: NemesisKind
    spaces: Number | None = None  # for evolution stickers; None: not known
    stickers: Few[str] = ()  # the players' words about each, top first
    evolved_from: str | None = None
    life: Number | None = None
    power: Number | None = None

    def tidied(self) -> Self:
        """Leave out its stickers and its origin: these are recorded by facts of their own."""
        return replace(self, stickers=(), evolved_from=None)


@dataclass(frozen=True, slots=True)
class TierCount:
    """How many cards of a tier the nemesis deck has."""

    tier: int
    own: int
    basic: int

    @property
    def total(self) -> int:
        """Return own and basic cards together."""
        return self.own + self.basic


def pool_card(card: NemesisCard) -> PoolCard:
    """Return a basic card of the pack as it joins a pool."""
    return PoolCard(
        key=card.id,
        name="",
        tier=card.tier,
        kind=card.kind,
        spaces=card.spaces,
        life=card.life,
        power=card.power,
    )


def tier_counts(cards: Iterable[PoolCard]) -> PerTier:
    """Count cards in tiers 1, 2 and 3; tier 0 is never in the deck."""
    counts = Counter(card.tier for card in cards)
    return counts[1], counts[2], counts[3]


def pool_problems(pool: Sequence[PoolCard], expected: PerTier) -> Iterator[Problem]:
    """Yield each tier with a wrong number of cards, and each card that is there twice."""
    for tier, wanted, actual in zip(TIERS, expected, tier_counts(pool), strict=True):
        if wanted != actual:
            details = {"tier": tier, "expected": wanted, "actual": actual}
            yield Problem("pool.tier_mismatch", details, "pool")
    names = {card.key: card.name or card.key for card in pool}
    counts = Counter(card.key for card in pool)
    doubled = tuple(names[key] for key, count in counts.items() if count > 1)
    if doubled:
        yield Problem("pool.card_twice", {"names": doubled}, "pool")


@cache  # of a handful of tables
def deck_table(own_per_tier: int, basics: PerTier) -> tuple[TierCount, ...]:
    """Return the nemesis deck tier by tier."""
    return tuple(
        TierCount(tier, own_per_tier, basic) for tier, basic in zip(TIERS, basics, strict=True)
    )


def basics_by_tier(cards: Iterable[NemesisCard]) -> dict[int, list[NemesisCard]]:
    """Return the basic cards of each tier; tier 0 is never in the deck."""
    basics = [card for card in cards if card.basic]
    return {tier: [card for card in basics if card.tier == tier] for tier in TIERS}


def draw_basics(
    by_tier: Mapping[int, Sequence[NemesisCard]], needed: PerTier, rng: Random
) -> tuple[tuple[NemesisCard, ...], ...]:
    """Draw basics tier by tier, every choice equally likely; refuse a tier with too few."""
    wanted = tuple(zip(TIERS, needed, strict=True))
    refuse(
        Problem("nemesis_deck.too_few_basics", {"tier": tier, "need": need, "have": have}, "boxes")
        for tier, need in wanted
        if need > (have := len(by_tier[tier]))
    )
    return tuple(tuple(rng.sample(by_tier[tier], need)) for tier, need in wanted)


# --- evolution ---


def free_spaces(card: PoolCard) -> int | None:
    """Return how many sticker spaces are free; None where it is not known."""
    return None if card.spaces is None else max(card.spaces - len(card.stickers), 0)


def with_spaces(pool: Sequence[PoolCard], key: str, spaces: int | None) -> tuple[PoolCard, ...]:
    """Return the pool with the sticker spaces that players counted on one of its cards, if any."""
    if spaces is None:
        return tuple(pool)
    return tuple(replace(card, spaces=spaces) if card.key == key else card for card in pool)


def stays_in_play(kind: NemesisKind) -> bool:
    """Say whether a card that transforms in play stays, with its tokens, or is discarded."""
    return kind is NemesisKind.MINION


def evolve_problems(pool: Sequence[PoolCard], key: str) -> Iterator[Problem]:
    """Yield why this card of the pool cannot take a sticker."""
    card = _find(pool, key)
    if card is None:
        yield Problem("evolution.not_in_pool", {"names": (key,)}, "card")
    elif card.spaces is not None and not free_spaces(card):
        # The number of spaces is the pack's, and the printed card may differ.
        details: dict[str, Detail] = {"names": (card.name or card.key,), "spaces": card.spaces}
        yield Problem("evolution.no_space_left", details, "card", overrulable=True)


def transform_problems(pool: Sequence[PoolCard], key: str, into: PoolCard) -> Iterator[Problem]:
    """Yield why this card of the pool cannot become that other card."""
    card = _find(pool, key)
    if card is None:
        yield Problem("evolution.not_in_pool", {"names": (key,)}, "card")
    else:
        free = free_spaces(card)
        if free:
            details: dict[str, Detail] = {"names": (card.name or card.key,), "free": free}
            yield Problem("evolution.space_still_free", details, "card", overrulable=True)
        if into.key == key:
            yield Problem("evolution.same_card", {"names": (card.name or card.key,)}, "into")
        if into.tier != card.tier:
            # The number of basics in each tier never changes, so this is arithmetic.
            tiers = {"expected": card.tier, "actual": into.tier}
            yield Problem("evolution.tier_changes", tiers, "into")
    if into.key != key and _find(pool, into.key):
        names = (into.name or into.key,)
        yield Problem("evolution.already_in_pool", {"names": names}, "into")


def _find(pool: Sequence[PoolCard], key: str) -> PoolCard | None:
    return next((card for card in pool if card.key == key), None)


def pool_evolve(pool: Sequence[PoolCard], key: str, text: str) -> tuple[PoolCard, ...]:
    """Return the pool with a sticker on the topmost free space of one of its cards."""
    return tuple(
        replace(card, stickers=(*card.stickers, text)) if card.key == key else card for card in pool
    )


def pool_transform(pool: Sequence[PoolCard], key: str, into: PoolCard) -> tuple[PoolCard, ...]:
    """Return the pool with one card transformed, in its place."""
    return tuple(replace(into, evolved_from=key) if card.key == key else card for card in pool)
