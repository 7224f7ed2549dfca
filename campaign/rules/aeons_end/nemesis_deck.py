"""The nemesis deck: own cards and basics by tier, and a campaign's pool of basics.

Nine own cards, three a tier, and basics by the number of mages; each tier is shuffled, tier 1 lies
on top, and the deck is never shuffled again. Tier 0 is not in it (War Eternal p. 10; in Legacy from
chapter 3 on, section K, p. 10: before that the deck is made as the story says). In a campaign the
same basics serve to the end, as many in each tier as the deck needs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Annotated, Self

from campaign.rules.aeons_end.catalogue.pack import NemesisCard, NemesisKind
from campaign.rules.core.constraints import Limit
from campaign.rules.core.entries import At, Few, Name, Number
from campaign.rules.core.keys import Key
from campaign.rules.core.problems import Problem, refuse

TIERS = (1, 2, 3)
Tier = Annotated[int, Limit(1, 3, ruled=True)]
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
