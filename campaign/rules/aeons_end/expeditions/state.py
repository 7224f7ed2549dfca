"""The state of an expedition, which is replayed from its facts and never stored.

Derived, never recorded: the barracks, what is banished, the pool of upgraded basics, the nemeses
that were met, tries, the node that is open, points.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions.battle import Choices, Drawn
from campaign.rules.aeons_end.expeditions.chance import Draw
from campaign.rules.aeons_end.expeditions.recipe import Came, Outfit, Recipe
from campaign.rules.aeons_end.expeditions.route import Node, NodeKind, Reward, Route
from campaign.rules.aeons_end.expeditions.stock import Stock, stock_of
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Problem

POINTS = (6, 4, 2)  # for a battle won in the first, second, third try; then none


class LossKind(StrEnum):
    """Of what kind a group draws one thing after a loss."""

    MAGE = "mage"
    GEM = "gem"
    RELIC = "relic"
    SPELL = "spell"
    TREASURE = "treasure"
    BANNER = "banner"


class Step(StrEnum):
    """What an expedition waits for."""

    PLAN = "plan"
    PLAY = "play"
    REWARD = "reward"  # to be drawn: the battle is over
    CONSOLATION = "consolation"  # a kind is to be named: it was lost, and is played again
    STORY = "story"
    FIND = "find"  # the reward of a node
    END = "end"


@dataclass(frozen=True, slots=True)
class Try:
    """One game: a try of a battle."""

    game: int
    node: Node
    battle: int
    attempt: int
    choices: Choices
    drawn: Drawn
    nemesis_life: int | None
    banished: tuple[str, ...] = ()  # piles that were not taken into it
    tally: Tally | None = None
    came: Came | None = None  # the reward; None until it is drawn
    chosen: LossKind | None = None
    level: int | None = None  # of a treasure that was chosen
    is_over: bool = False  # nothing is due any more
    leads_on: bool = False  # the expedition has left this battle

    @property
    def won(self) -> bool:
        """Return whether it was won."""
        return self.tally is not None and self.tally.result is Result.WIN

    @property
    def points(self) -> int:
        """Return its points: by the try that won the battle."""
        return POINTS[self.attempt - 1] if self.won and self.attempt <= len(POINTS) else 0


@dataclass(frozen=True, slots=True)
class State:
    """An expedition between two facts."""

    outfit: Outfit
    route: Route
    stock: Stock
    at: str  # the node that is open; "": the end
    mages: tuple[str, ...]
    piles: tuple[str, ...]
    treasures: tuple[str, ...]
    banners: tuple[str, ...]
    banished: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()  # upgraded basics
    tries: tuple[Try, ...] = ()

    @property
    def recipe(self) -> Recipe:
        """Return the recipe."""
        return self.outfit.recipe

    @property
    def current(self) -> Try | None:
        """Return the latest game, if there is one."""
        return self.tries[-1] if self.tries else None

    @property
    def node(self) -> Node | None:
        """Return the node that is open; None at the end."""
        return self.route.node(self.at) if self.at else None

    @property
    def battle(self) -> int:
        """Return the number of the battle that is open, or was the last."""
        last = self.current
        return 1 if last is None else last.battle + last.leads_on

    @property
    def attempt(self) -> int:
        """Return which try of its battle the next game is."""
        last = self.current
        return 1 if last is None or last.leads_on else last.attempt + 1

    @property
    def step(self) -> Step:
        """Return what comes next."""
        last, node = self.current, self.node
        if last is not None and not last.is_over:
            if last.tally is None:
                return Step.PLAY
            return Step.REWARD if self.must_lead_on(last) else Step.CONSOLATION
        if node is None:
            return Step.END
        match node.kind:
            case NodeKind.STORY:
                return Step.STORY
            case NodeKind.REWARD:
                return Step.FIND
        return Step.PLAN

    @property
    def met(self) -> tuple[str, ...]:
        """Return the nemeses that were met."""
        return tuple(dict.fromkeys(each.drawn.nemesis for each in self.tries))

    @property
    def score(self) -> int:
        """Return the points of all battles."""
        return sum(each.points for each in self.tries)

    @property
    def battles(self) -> int:
        """Return how many battles the longest way has that is still open."""
        last = self.current
        if last is not None and not last.leads_on:
            return last.battle + self.route.battles_from(last.node.next)
        return (last.battle if last else 0) + self.route.battles_from(self.at)

    @property
    def most_points(self) -> int:
        """Return the points of a way on which every battle is won at once."""
        return POINTS[0] * self.battles

    @property
    def limit(self) -> int | None:
        """Return after how many tries the open battle is left; None: no limit."""
        node = self.node
        return 1 if node is not None and node.one_try else self.route.tries or self.recipe.tries

    @property
    def keeps_piles(self) -> bool:
        """Say whether piles that are not taken wait instead of being banished."""
        return self.recipe.big_pockets or not self.route.banishes

    def must_lead_on(self, last: Try) -> bool:
        """Say whether the result of a try alone ends its battle."""
        limit = self.limit
        return last.won or (limit is not None and last.attempt >= limit)

    def draw(self, *, attempt: int = 0) -> Draw:
        """Return the draws of the battle that is open."""
        return Draw(self.recipe.seed, self.battle, attempt)

    @property
    def gone(self) -> frozenset[str]:
        """Return what cannot come any more: it is in the barracks already, or banished."""
        there = (*self.mages, *self.piles, *self.treasures, *self.banners)
        return frozenset((*there, *self.banished))

    def with_latest(self, **changes: Any) -> "State":
        """Return the state with changes to its latest game."""
        return replace(self, tries=(*self.tries[:-1], replace(self.tries[-1], **changes)))

    def with_came(self, came: Came) -> "State":
        """Return the state with more in the barracks."""
        return replace(
            self,
            mages=(*self.mages, *came.mages),
            piles=(*self.piles, *came.piles),
            treasures=(*self.treasures, *came.treasures),
            banners=(*self.banners, *came.banners),
        )

    def led_on(self) -> "State":
        """Return the state after the latest battle: at the node to which it leads."""
        node = self.tries[-1].node
        return replace(self.with_latest(is_over=True, leads_on=True), at=node.next)


class ExpeditionFact(Fact, ABC):
    """A fact that can validate itself against the state of an expedition, and change that state."""

    __slots__ = ()

    @abstractmethod
    def problems(self, state: State, pack: Series, /) -> Iterator[Problem]:
        """Yield every problem, including those that its reason overrules."""

    @abstractmethod
    def apply(self, state: State, pack: Series, /) -> State:
        """Return the state after it, without checking it."""


def first_state(pack: Series, outfit: Outfit) -> State:
    """Return the state of an expedition before its first battle."""
    route = outfit.recipe.route
    if route is None:
        raise ValueError(f"{outfit.recipe.variant} is no variant")
    came = outfit.came
    return State(
        outfit=outfit,
        route=route,
        stock=stock_of(pack, outfit.recipe.boxes),
        at=route.first,
        mages=came.mages,
        piles=came.piles,
        treasures=came.treasures,
        banners=came.banners,
    )


def win_reward(node: Node) -> Reward:
    """Return what winning a battle brings."""
    return node.win or Reward()


def loss_reward(kind: LossKind | None, level: int | None) -> Reward:
    """Return one thing of the kind that a group named after a loss."""
    match kind:
        case LossKind.MAGE:
            return Reward(mages=1)
        case LossKind.GEM:
            return Reward(gems=1)
        case LossKind.RELIC:
            return Reward(relics=1)
        case LossKind.SPELL:
            return Reward(spells=1)
        case LossKind.TREASURE:
            return Reward(treasures={level or 1: 1})
        case LossKind.BANNER:
            return Reward(banners=1)
    return Reward()


def loss_levels(tier: int) -> tuple[int, ...]:
    """Return the levels of treasures that can be named after losing a battle of a tier."""
    return tuple(range(1, tier))
