"""What is in the barracks of an expedition, and what a reward brings into it."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.aeons_end.catalogue.expeditions import LEVELS
from campaign.rules.aeons_end.expeditions.battle import by_tier
from campaign.rules.aeons_end.expeditions.facts import GROUP_LEVEL
from campaign.rules.aeons_end.expeditions.recipe import Came
from campaign.rules.aeons_end.expeditions.state import State
from campaign.rules.aeons_end.sheet import SheetPile
from tracker.systems.aeons_end.expeditions.words import ExpeditionWords, expedition_words


@dataclass(frozen=True, slots=True)
class TreasureLevel:
    """The treasures of one level."""

    level: int
    use: str  # who takes them into a battle
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UpgradedTier:
    """The upgraded basic cards of one tier that have joined."""

    tier: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Things:
    """Things of the barracks, by name: all of them, or those that a reward brought."""

    mages: tuple[str, ...]
    piles: tuple[SheetPile, ...]
    treasures: tuple[TreasureLevel, ...]
    banners: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Say whether there is nothing."""
        return not (self.mages or self.piles or self.treasures or self.banners)


@dataclass(frozen=True, slots=True)
class Barracks:
    """What a group has, and what it has lost for good."""

    things: Things
    upgraded: tuple[UpgradedTier, ...]
    banished: tuple[str, ...]


def barracks_of(state: State, campaign: Campaign) -> Barracks:
    """Return what is in the barracks; the piles that came last are marked."""
    names, last = expedition_words(campaign), state.current
    new = frozenset(last.came.piles if last and last.came and last.is_over else ())
    held = Came(state.mages, state.piles, state.treasures, state.banners)
    joined = by_tier(state.stock, state.pool)
    return Barracks(
        things=_things(state, names, held, new=new),
        upgraded=tuple(
            UpgradedTier(tier, tuple(map(names.card, cards)))
            for tier, cards in joined.items()
            if cards
        ),
        banished=tuple(map(names.card, state.banished)),
    )


def things_of(state: State, campaign: Campaign, came: Came) -> Things:
    """Return what a reward brought."""
    return _things(state, expedition_words(campaign), came)


def _things(
    state: State, names: ExpeditionWords, came: Came, *, new: Collection[str] = ()
) -> Things:
    by_level = {
        level: tuple(key for key in came.treasures if state.stock.level_of(key) == level)
        for level in LEVELS
    }
    return Things(
        mages=tuple(map(names.card, came.mages)),
        piles=names.piles(state.stock, came.piles, new=new),
        treasures=tuple(
            TreasureLevel(level, _use(level), tuple(map(names.card, keys)))
            for level, keys in by_level.items()
            if keys
        ),
        banners=tuple(map(names.card, came.banners)),
    )


def _use(level: int) -> str:
    """Return who takes treasures of a level into a battle."""
    if level == GROUP_LEVEL:
        return _("one for the whole group")
    return _("one for each mage")
