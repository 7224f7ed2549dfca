"""Tell expeditions for tests: set up, win, lose, draw the reward."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions.battle import Choices
from campaign.rules.aeons_end.expeditions.draws import found, outfitted, planned, rewarded
from campaign.rules.aeons_end.expeditions.facts import Decided, Played
from campaign.rules.aeons_end.expeditions.recipe import Recipe
from campaign.rules.aeons_end.expeditions.state import LossKind, State, Step, Try
from campaign.rules.aeons_end.expeditions.suggestions import suggested_choices
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.facts import Fact
from campaign.rules.core.story import Story
from tests.rules.packs import series

# Enough for every variant.
BOXES = ("aeons-end", "the-new-age", "outcasts", "the-descent", "beyond-the-breach", "war-eternal")


@dataclass
class Expedition:
    """An expedition that is being told."""

    variant: str = "default"
    boxes: Sequence[str] = BOXES
    seed: str = "7"
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    reason: str = ""

    def __post_init__(self) -> None:
        recipe = Recipe(self.variant, tuple(self.boxes), self.seed, **self.options)
        outfit = outfitted(self.pack, recipe, ("",) * self.players, reason=self.reason)
        self.story: Story[None] = Story((), opening=outfit)

    @property
    def pack(self) -> Series:
        """Return all boxes."""
        return series()

    @property
    def state(self) -> State:
        """Return the state, every fact checked."""
        return RULES.replay(self.story, self.pack)

    @property
    def game(self) -> Try:
        """Return the latest try."""
        return self.state.tries[-1]

    def tell(self, fact: Fact) -> None:
        """Add a fact of the latest game."""
        self.story = self.story.with_fact(len(self.story.games), fact)

    def set_up(self, players: int | None = None, **changes: Any) -> Try:
        """Set up the next try, with the first mages and the last market unless told otherwise."""
        state = self.state
        choices: Choices = replace(suggested_choices(state, players=players), **changes)
        plan = planned(state, self.pack, choices)
        self.story = self.story.with_fact(len(self.story.games) + 1, plan)
        return self.game

    def win(self, players: int | None = None, **changes: Any) -> None:
        """Win the next try and draw what comes, up to the next battle."""
        self.set_up(players, **changes)
        self.tell(Played(Tally(Result.WIN)))
        self.collect()

    def lose(self, kind: LossKind | None, level: int | None = None) -> None:
        """Lose the next try and draw one thing of a kind."""
        self.set_up()
        self.tell(Played(Tally(Result.LOSS)))
        self.tell(rewarded(self.state, chosen=kind, level=level))

    def collect(self) -> None:
        """Draw every reward that is due, and read every story node."""
        while (step := self.state.step) not in (Step.PLAN, Step.END):
            state = self.state
            if step is Step.STORY:
                self.tell(Decided(state.at))
            else:
                self.tell(found(state) if step is Step.FIND else rewarded(state))

    def win_all(self) -> State:
        """Win every battle that is left at once."""
        while self.state.step is not Step.END:
            self.win()
        return self.state
