"""What programs read of an expedition: what its pages show."""

from dataclasses import dataclass

from campaign.rules.aeons_end.expeditions.battle import by_tier
from campaign.rules.aeons_end.expeditions.recipe import Came
from campaign.rules.aeons_end.expeditions.state import Step, Try
from campaign.rules.aeons_end.sheet import SheetPile
from tracker.people.access import Access
from tracker.systems.aeons_end.expeditions.words import ExpeditionWords, expedition_words
from tracker.systems.aeons_end.shared import selectors


@dataclass(frozen=True, slots=True)
class TreasureState:
    """A treasure in the barracks."""

    name: str
    level: int


@dataclass(frozen=True, slots=True)
class UpgradedState:
    """An upgraded basic card that has joined."""

    name: str
    tier: int


@dataclass(frozen=True, slots=True)
class CameState:
    """What came into the barracks after a try, by name."""

    mages: tuple[str, ...]
    piles: tuple[str, ...]
    treasures: tuple[str, ...]
    banners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TryState:
    """A try of a battle."""

    game: int
    battle: int
    attempt: int
    tier: int
    nemesis: str
    result: str  # "win", "loss" or "" before it is played
    points: int
    came: CameState | None


@dataclass(frozen=True, slots=True)
class ExpeditionState:
    """An expedition as its pages show it."""

    variant: str
    boxes: tuple[str, ...]
    seed: str
    battle: int
    battles: int
    attempt: int
    is_over: bool
    points: int
    most_points: int
    mages: tuple[str, ...]
    market: tuple[SheetPile, ...]
    treasures: tuple[TreasureState, ...]
    banners: tuple[str, ...]
    upgraded: tuple[UpgradedState, ...]
    banished: tuple[str, ...]
    tries: tuple[TryState, ...]


def expedition_state(access: Access) -> ExpeditionState:
    """Return an expedition as its pages show it."""
    campaign = access.campaign
    state, names = selectors.expedition_state(campaign), expedition_words(campaign)
    recipe, stock = state.recipe, state.stock
    return ExpeditionState(
        variant=recipe.variant,
        boxes=recipe.boxes,
        seed=recipe.seed,
        battle=state.battle,
        battles=state.battles,
        attempt=state.attempt,
        is_over=state.step is Step.END,
        points=state.score,
        most_points=state.most_points,
        mages=tuple(map(names.card, state.mages)),
        market=names.piles(stock, state.piles),
        treasures=tuple(TreasureState(names.card(k), stock.level_of(k)) for k in state.treasures),
        banners=tuple(map(names.card, state.banners)),
        upgraded=tuple(
            UpgradedState(names.card(key), tier)
            for tier, keys in by_tier(stock, state.pool).items()
            for key in keys
        ),
        banished=tuple(map(names.card, state.banished)),
        tries=tuple(_try(game, names) for game in state.tries),
    )


def _try(game: Try, names: ExpeditionWords) -> TryState:
    return TryState(
        game=game.game,
        battle=game.battle,
        attempt=game.attempt,
        tier=game.node.tier or 1,
        nemesis=names.card(game.drawn.nemesis),
        result=str(game.tally.result) if game.tally else "",
        points=game.points,
        came=_came(game.came, names) if game.came else None,
    )


def _came(came: Came, names: ExpeditionWords) -> CameState:
    return CameState(
        mages=tuple(map(names.card, came.mages)),
        piles=tuple(map(names.card, came.piles)),
        treasures=tuple(map(names.card, came.treasures)),
        banners=tuple(map(names.card, came.banners)),
    )
