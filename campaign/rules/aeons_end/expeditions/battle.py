"""A battle: what a group chooses for a try, what is drawn for it, and the nemesis deck of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.expeditions.stock import Stock
from campaign.rules.aeons_end.nemesis_deck import TIERS, PerTier
from campaign.rules.aeons_end.turn_order import MAX_MAGES, SOLO_CARDS, Pairs, pairs_with
from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Verbatim
from campaign.rules.core.entries import At, BySeat, Few, Many
from campaign.rules.core.players import PlayerName

PILES = 9  # of a market

Id = Annotated[str, Verbatim(sizes.NAME)]


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat in one try: its mage, who plays it, and the treasures it has."""

    mage: Id
    player: Annotated[PlayerName, At("player")] = ""
    treasures: Few[str] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """What a group chooses for one try."""

    places: Annotated[BySeat[SeatChoice], At("places", first=1)]
    piles: Many[str]
    treasures: Few[str] = ()  # for the whole group
    # War Eternal's variants and readings (pp. 8, 20), as in a one-off game.
    solo_cards: Annotated[int, Limit(min(SOLO_CARDS), max(SOLO_CARDS))] = min(SOLO_CARDS)
    paired: bool = False
    partner: Annotated[int, Limit(2, MAX_MAGES)] = 2  # of seat 1, where the mages play in pairs
    deck_out: DeckOutTiming = DeckOutTiming.AT_ONCE

    @property
    def pairs(self) -> Pairs | None:
        """Return who shares turn-order cards with whom; None where nobody does."""
        return pairs_with(self.partner) if self.paired else None


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn for a try; nemesis and companions are the same in every try of a battle."""

    nemesis: Id
    joined: Many[str] = ()  # upgraded basics that come into the pool
    friend: Id = ""
    foe: Id = ""
    upgraded: Many[str] = ()  # of the pool, in this deck
    basics: Many[str] = ()  # ordinary ones in this deck


@dataclass(frozen=True, slots=True)
class Mix:
    """How many upgraded and ordinary basics of each tier a nemesis deck has."""

    upgraded: PerTier
    ordinary: PerTier


def deck_mix(pool: PerTier, basics: PerTier, *, fewer: int = 0) -> Mix:
    """Return the basics of a deck: upgraded ones take the place of as many ordinary ones.

    ``pool`` are the upgraded cards of each tier, ``basics`` how many basics the number of mages
    asks for, ``fewer`` how many upgraded cards in each tier the nemesis does without.
    """
    upgraded = [min(max(have - fewer, 0), need) for have, need in zip(pool, basics, strict=True)]
    ordinary = [need - taken for need, taken in zip(basics, upgraded, strict=True)]
    return Mix((upgraded[0], upgraded[1], upgraded[2]), (ordinary[0], ordinary[1], ordinary[2]))


def by_tier(stock: Stock, cards: Sequence[str]) -> Mapping[int, tuple[str, ...]]:
    """Return upgraded cards by their tiers."""
    known = stock.upgraded_card
    return {tier: tuple(k for k in cards if k in known and known[k].tier == tier) for tier in TIERS}


def counts(stock: Stock, cards: Sequence[str]) -> PerTier:
    """Count upgraded cards in tiers 1, 2 and 3."""
    tiers = by_tier(stock, cards)
    return len(tiers[1]), len(tiers[2]), len(tiers[3])
