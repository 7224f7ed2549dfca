"""The nemesis deck: own cards and basics by tier, and a campaign's pool of basics."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Annotated

from campaign.rules.aeons_end.bounds import Dial, Tier
from campaign.rules.aeons_end.catalogue.pack import NemesisCard, NemesisKind
from campaign.rules.core.entries import At, Name
from campaign.rules.core.keys import Key, is_typed
from campaign.rules.core.problems import Problem, refuse

TIERS = (1, 2, 3)
PerTier = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PoolCard:
    """A basic card of a campaign's pool; ``name`` is set only where players typed it."""

    key: Annotated[Key, At("name")]
    name: Name
    tier: Tier
    kind: NemesisKind
    spaces: Dial | None = None  # for evolution stickers; None: nobody knows
    stickers: tuple[str, ...] = ()  # what was written of each, top first
    evolved_from: str | None = None
    life: Dial | None = None
    power: Dial | None = None

    @property
    def typed(self) -> bool:
        """Say whether players typed this card's name."""
        return is_typed(self.key)


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


def pool_problems(pool: Sequence[PoolCard], expected: PerTier) -> tuple[Problem, ...]:
    """Return each tier whose count is not the table's, and each card that is there twice."""
    problems = [
        Problem("pool.tier_mismatch", {"tier": tier, "expected": wanted, "actual": actual}, "pool")
        for tier, wanted, actual in zip(TIERS, expected, tier_counts(pool), strict=True)
        if wanted != actual
    ]
    names = {card.key: card.name or card.key for card in pool}
    counts = Counter(card.key for card in pool)
    doubled = tuple(names[key] for key, count in counts.items() if count > 1)
    if doubled:
        problems.append(Problem("pool.card_twice", {"names": doubled}, "pool"))
    return tuple(problems)


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
