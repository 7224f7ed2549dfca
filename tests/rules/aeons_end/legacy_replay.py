"""The replay of Legacy campaigns, by short names."""

from collections.abc import Iterator

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import Fact, Seat, Story
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.core.problems import Problem

replay, unfit = RULES.replay, RULES.unfit


def check(story: Story[Seat], pack: Pack, game: int, fact: Fact) -> tuple[Problem, ...]:
    """Return what stands against one more fact."""
    return RULES.story_problems(story.with_fact(game, fact), pack, entered=fact)


def states(story: Story[Seat], pack: Pack) -> Iterator[tuple[int, State]]:
    """Yield the state after each game of a story that holds."""
    replay(story, pack)
    state = RULES.begin(pack, story.seats)
    yield 0, state
    for game, facts in story.games.items():
        for fact in facts:
            state = RULES.apply(state, pack, fact)
        yield game, state
