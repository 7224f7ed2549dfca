"""Random expeditions for tests: wins, losses, corrections, games that are undone, forks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions.battle import PILES, counts
from campaign.rules.aeons_end.expeditions.corrections import carried_on
from campaign.rules.aeons_end.expeditions.draws import rewarded
from campaign.rules.aeons_end.expeditions.facts import Played, Rewarded
from campaign.rules.aeons_end.expeditions.rewards import kinds_left
from campaign.rules.aeons_end.expeditions.route import VARIANTS
from campaign.rules.aeons_end.expeditions.state import State, Step
from campaign.rules.aeons_end.expeditions.stock import POOL
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.story import Story
from tests.rules.aeons_end.expeditions.teller import Expedition
from tests.rules.packs import series

MAX_GAMES = 14


@dataclass
class Ramble:
    """A random expedition, and what happened on the way."""

    rng: Random
    told: Expedition = field(init=False)
    wins: int = 0
    losses: int = 0
    corrections: int = 0
    undone: int = 0
    forks: list[Story[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = self.rng
        self.told = Expedition(
            variant=rng.choice(sorted(VARIANTS)),
            seed=f"{rng.randrange(2**32):X}",
            players=rng.randint(1, 4),
            options={
                "big_pockets": rng.random() < 0.5,
                "companions": rng.random() < 0.5,
                "versions": rng.random() < 0.5,
                "tries": rng.choice([None, None, 1, 2, 3]),
            },
            reason="whatever the boxes have",
        )

    def go(self) -> Ramble:
        """Play up to the end, or as many games as are worth it."""
        for _game in range(MAX_GAMES):
            if self.told.state.step is Step.END:
                break
            self._play()
            happens = self.rng.random()
            if happens < 0.15:
                self._correct()
            elif happens < 0.25:
                self._undo()
            elif happens < 0.35:
                self.forks.append(self.told.story)
        return self

    def _play(self) -> None:
        rng, told = self.rng, self.told
        state = told.state
        piles = tuple(rng.sample(state.piles, PILES))
        told.set_up(players=rng.randint(1, 4), piles=piles)
        won = rng.random() < 0.6
        self.wins, self.losses = self.wins + won, self.losses + (not won)
        told.tell(Played(Tally(Result.WIN if won else Result.LOSS)))
        after = told.state
        if after.step is Step.CONSOLATION:
            told.tell(self._consolation(after))
        else:
            told.collect()

    def _consolation(self, state: State) -> Rewarded:
        kinds = kinds_left(state, state.tries[-1].node.tier or 1)
        kind = self.rng.choice(sorted(kinds))
        level = self.rng.choice(kinds[kind]) if kinds[kind] else None
        return rewarded(state, chosen=kind, level=level)

    def _correct(self) -> None:
        """Take something else after an earlier loss."""
        told, story = self.told, self.told.story
        lost = [n for n, facts in story.games.items() if any(_is_chosen(fact) for fact in facts)]
        if not lost:
            return
        number = self.rng.choice(lost)
        before = tuple(fact for fact in story.games[number] if not isinstance(fact, Rewarded))
        until = story.until(number)
        state = RULES.replay(replace(until, games={**until.games, number: before}), told.pack)
        other = self._consolation(state)
        games = {
            n: tuple(other if n == number and _is_chosen(fact) else fact for fact in facts)
            for n, facts in story.games.items()
        }
        carried = carried_on(story, replace(story, games=games), told.pack)
        if not RULES.story_problems(carried, told.pack):  # else it is refused, and nothing changes
            told.story = carried
            self.corrections += 1

    def _undo(self) -> None:
        """Take the latest game back."""
        story = self.told.story
        self.told.story = story.until(len(story.games) - 1)
        self.undone += 1


def _is_chosen(fact: object) -> bool:
    return isinstance(fact, Rewarded) and fact.chosen is not None


def check_sizes(state: State) -> None:
    """Check the numbers of a state against the tables, and that nothing came twice."""
    barracks = (*state.mages, *state.piles, *state.treasures, *state.banners)
    assert len(set(barracks)) == len(barracks)
    assert not set(state.piles) & set(state.banished)
    assert len(set(state.pool)) == len(state.pool)
    battles = {game.battle: game.drawn.nemesis for game in state.tries}
    assert len(set(battles.values())) == len(battles)
    for game in state.tries:
        basics = series().basics_by_mages[len(game.choices.places)]
        assert len(game.drawn.upgraded) + len(game.drawn.basics) == sum(basics)
    tiers = [game.node.tier or 1 for game in state.tries]
    if tiers:
        assert counts(state.stock, state.pool) == POOL[max(tiers)]
    if state.recipe.big_pockets:
        assert not state.banished
    elif state.step is Step.PLAY:
        assert len(state.piles) == PILES
