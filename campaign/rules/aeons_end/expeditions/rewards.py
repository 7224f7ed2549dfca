"""Rewards: what can come into the barracks, what is drawn, and whether what came is right.

One gem, one relic and one spell after a win that is not the last, treasures by the level of the
battle; after a loss one thing of the kind that the group names. Nothing comes that is there
already, and no pile that is banished.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from campaign.rules.aeons_end.catalogue.expeditions import LEVELS
from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.expeditions.chance import Draw
from campaign.rules.aeons_end.expeditions.recipe import Came
from campaign.rules.aeons_end.expeditions.route import Reward
from campaign.rules.aeons_end.expeditions.state import LossKind, State, loss_levels
from campaign.rules.aeons_end.expeditions.stock import Stock
from campaign.rules.aeons_end.one_off.offer import persona
from campaign.rules.core.problems import Problem


@dataclass(frozen=True, slots=True)
class Left:
    """What of the boxes can still come into the barracks."""

    mages: tuple[str, ...]  # no second version, if the group plays so
    piles: Mapping[CardKind, tuple[str, ...]]
    treasures: Mapping[int, tuple[str, ...]]  # by level
    banner: tuple[str, ...]


def left_in(state: State, *, but: Collection[str] = ()) -> Left:
    """Return what can still come, ``but`` some things that come by name."""
    stock, gone = state.stock, {*state.gone, *but}

    def left(keys: Iterable[str]) -> tuple[str, ...]:
        return tuple(key for key in keys if key not in gone)

    there = set() if state.recipe.versions else {persona(mage) for mage in state.mages}
    return Left(
        mages=tuple(mage for mage in left(stock.mages) if persona(mage) not in there),
        piles={kind: left(piles) for kind, piles in stock.piles.items()},
        treasures={level: left(treasures) for level, treasures in stock.treasures.items()},
        banner=left(stock.banner),
    )


def kinds_left(state: State, tier: int) -> dict[LossKind, tuple[int, ...]]:
    """Return the kinds of which something is left for a loss; of treasures, the levels."""
    if not state.route.consoles:
        return {}
    left = left_in(state)
    levels = tuple(level for level in loss_levels(tier) if left.treasures[level])
    found = {
        LossKind.MAGE: bool(left.mages),
        LossKind.GEM: bool(left.piles[CardKind.GEM]),
        LossKind.RELIC: bool(left.piles[CardKind.RELIC]),
        LossKind.SPELL: bool(left.piles[CardKind.SPELL]),
        LossKind.TREASURE: bool(levels),
        LossKind.BANNER: state.recipe.companions and bool(left.banner),
    }
    levels_of = {LossKind.TREASURE: levels}
    return {kind: levels_of.get(kind, ()) for kind, there in found.items() if there}


def drawn_reward(state: State, reward: Reward, draw: Draw, what: str) -> Came:
    """Return what a reward brings: what it names, and the rest drawn, as far as there is enough."""
    named, stock = _still_to_come(state, reward), state.stock
    left = left_in(state, but=named)
    treasures: list[str] = []
    for level in LEVELS:
        of_level, count = stock.treasures[level], reward.treasures.get(level, 0)
        treasures += _some(draw, f"{what}:treasure:{level}", of_level, left.treasures[level], count)
    piles: list[str] = []
    for kind, count in reward.piles.items():
        piles += _some(draw, f"{what}:{kind}", stock.piles[kind], left.piles[kind], count)
    banner = tuple(stock.banner)
    banners = _some(draw, f"{what}:banner", banner, left.banner, reward.banners)
    mages = _mages(state, left.mages, reward.mages, draw, what)
    return Came(
        mages=(*_those(named, stock.mages), *mages),
        piles=(*(key for key in named if stock.kind_of(key)), *piles),
        treasures=(*(key for key in named if stock.level_of(key)), *treasures),
        banners=(*_those(named, banner), *banners),
    )


def _still_to_come(state: State, reward: Reward) -> tuple[str, ...]:
    """Return what a reward names and is not there yet."""
    gone = state.gone
    return tuple(key for key in reward.named if key not in gone)


def _those(named: Sequence[str], stock: Sequence[str]) -> tuple[str, ...]:
    return tuple(key for key in named if key in stock)


def _some(
    draw: Draw, what: str, stock: Sequence[str], left: Sequence[str], count: int
) -> tuple[str, ...]:
    can_come = frozenset(left)
    return draw.some(what, stock, count, out=[key for key in stock if key not in can_come])


def _mages(state: State, left: Sequence[str], count: int, draw: Draw, what: str) -> tuple[str, ...]:
    """Draw mages one after the other: where no two versions may come, each shuts out its own."""
    drawn: list[str] = []
    for place in range(count):
        taken = {persona(mage) for mage in drawn} if not state.recipe.versions else set()
        can_come = [m for m in left if m not in drawn and persona(m) not in taken]
        drawn += _some(draw, f"{what}:mage:{place}", state.stock.mages, can_come, 1)
    return tuple(drawn)


def came_problems(state: State, reward: Reward, came: Came) -> Iterator[Problem]:
    """Yield what is wrong with what came: too much or too little, unknown, or there already."""
    yield from unknown_problems(state.stock, came)
    there = {*state.mages, *state.piles, *state.banished, *state.treasures, *state.banners}
    times = Counter(came.keys)
    twice = tuple(key for key, count in times.items() if key in there or count > 1)
    if twice:
        yield Problem("expedition.twice", {"names": twice}, "came")
    if came_sizes(state, came) != expected_sizes(state, reward):
        # A box file that has more later must not break what was drawn before.
        yield Problem("expedition.reward_size", {}, "came", new_only=True)


def unknown_problems(stock: Stock, came: Came) -> Iterator[Problem]:
    """Yield a problem for what the boxes of the expedition do not have."""
    unknown = (
        *(key for key in came.mages if key not in stock.mages),
        *(key for key in came.piles if stock.kind_of(key) is None),
        *(key for key in came.treasures if not stock.level_of(key)),
        *(key for key in came.banners if key not in stock.banner),
    )
    if unknown:
        yield Problem("expedition.unknown", {"names": unknown}, "came")


def expected_sizes(state: State, reward: Reward) -> dict[str, int]:
    """Return how many things of each kind a reward brings, as far as there are as many."""
    named, stock = _still_to_come(state, reward), state.stock
    left = left_in(state, but=named)
    sizes = {
        str(kind): min(count, len(left.piles[kind]))
        + sum(stock.kind_of(key) is kind for key in named)
        for kind, count in reward.piles.items()
    }
    for level in LEVELS:
        drawn = min(reward.treasures.get(level, 0), len(left.treasures[level]))
        sizes[f"treasure:{level}"] = drawn + sum(stock.level_of(key) == level for key in named)
    sizes["mage"] = min(reward.mages, len(left.mages)) + len(_those(named, stock.mages))
    banners = min(reward.banners, len(left.banner))
    sizes["banner"] = banners + len(_those(named, tuple(stock.banner)))
    return sizes


def came_sizes(state: State, came: Came) -> dict[str, int]:
    """Return how many things of each kind came."""
    stock = state.stock
    sizes = {str(kind): sum(stock.kind_of(k) is kind for k in came.piles) for kind in CardKind}
    for level in LEVELS:
        sizes[f"treasure:{level}"] = sum(stock.level_of(key) == level for key in came.treasures)
    return {**sizes, "mage": len(came.mages), "banner": len(came.banners)}
