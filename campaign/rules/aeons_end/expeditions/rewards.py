"""Rewards: what can come into the barracks, what is drawn, and whether what came is right.

One gem, one relic and one spell after a win that is not the last, treasures by the level of the
battle; after a loss one thing of the kind that the group names. Nothing comes that is there
already, and no pile that is banished.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from campaign.rules.aeons_end.catalogue.expeditions import LEVELS
from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.expeditions.chance import Draw
from campaign.rules.aeons_end.expeditions.recipe import Came
from campaign.rules.aeons_end.expeditions.route import Reward
from campaign.rules.aeons_end.expeditions.state import LossKind, State, loss_levels
from campaign.rules.aeons_end.expeditions.stock import Stock
from campaign.rules.aeons_end.one_off.offer import persona
from campaign.rules.core.problems import Problem


def mages_left(state: State) -> tuple[str, ...]:
    """Return the mages that can still come: no second version, if the group plays so."""
    left = state.left(tuple(state.stock.mages))
    if state.recipe.versions:
        return left
    there = {persona(mage) for mage in state.mages}
    return tuple(mage for mage in left if persona(mage) not in there)


def treasures_left(state: State, level: int) -> tuple[str, ...]:
    """Return the treasures of a level that can still come."""
    return state.left(tuple(state.stock.treasures[level]))


def kinds_left(state: State, tier: int) -> dict[LossKind, tuple[int, ...]]:
    """Return the kinds of which something is left for a loss; of treasures, the levels."""
    if not state.route.consoles:
        return {}
    levels = tuple(level for level in loss_levels(tier) if treasures_left(state, level))
    found = {
        LossKind.MAGE: bool(mages_left(state)),
        LossKind.GEM: bool(state.piles_left(CardKind.GEM)),
        LossKind.RELIC: bool(state.piles_left(CardKind.RELIC)),
        LossKind.SPELL: bool(state.piles_left(CardKind.SPELL)),
        LossKind.TREASURE: bool(levels),
        LossKind.BANNER: state.recipe.companions and bool(state.left(tuple(state.stock.banner))),
    }
    levels_of = {LossKind.TREASURE: levels}
    return {kind: levels_of.get(kind, ()) for kind, there in found.items() if there}


def drawn_reward(state: State, reward: Reward, draw: Draw, what: str) -> Came:
    """Return what a reward brings: what it names, and the rest drawn, as far as there is enough."""
    named = state.left(reward.named)
    treasures: list[str] = []
    for level in LEVELS:
        count = reward.treasures.get(level, 0)
        stock = tuple(state.stock.treasures[level])
        left = [key for key in treasures_left(state, level) if key not in named]
        treasures += _some(draw, f"{what}:treasure:{level}", stock, left, count)
    piles: list[str] = []
    for kind, count in reward.piles.items():
        stock = tuple(state.stock.piles[kind])
        left = [key for key in state.piles_left(kind) if key not in named]
        piles += _some(draw, f"{what}:{kind}", stock, left, count)
    stock = tuple(state.stock.banner)
    left = [key for key in state.left(stock) if key not in named]
    banners = _some(draw, f"{what}:banner", stock, left, reward.banners)
    left = [key for key in mages_left(state) if key not in named]
    mages = _mages(state, left, reward.mages, draw, what)
    return Came(
        mages=(*_those(named, state.stock.mages), *mages),
        piles=(*(key for key in named if state.stock.kind_of(key)), *piles),
        treasures=(*(key for key in named if state.stock.level_of(key)), *treasures),
        banners=(*_those(named, tuple(state.stock.banner)), *banners),
    )


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
    named = state.left(reward.named)
    stock = state.stock
    sizes = {
        str(kind): min(count, len([k for k in state.piles_left(kind) if k not in named]))
        + sum(stock.kind_of(key) is kind for key in named)
        for kind, count in reward.piles.items()
    }
    for level in LEVELS:
        left = [key for key in treasures_left(state, level) if key not in named]
        drawn = min(reward.treasures.get(level, 0), len(left))
        sizes[f"treasure:{level}"] = drawn + sum(stock.level_of(key) == level for key in named)
    mages = [key for key in mages_left(state) if key not in named]
    banners = [key for key in state.left(tuple(stock.banner)) if key not in named]
    sizes["mage"] = min(reward.mages, len(mages)) + len(_those(named, stock.mages))
    sizes["banner"] = min(reward.banners, len(banners)) + len(_those(named, tuple(stock.banner)))
    return sizes


def came_sizes(state: State, came: Came) -> dict[str, int]:
    """Return how many things of each kind came."""
    stock = state.stock
    sizes = {str(kind): sum(stock.kind_of(k) is kind for k in came.piles) for kind in CardKind}
    for level in LEVELS:
        sizes[f"treasure:{level}"] = sum(stock.level_of(key) == level for key in came.treasures)
    return {**sizes, "mage": len(came.mages), "banner": len(came.banners)}
