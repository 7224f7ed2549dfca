"""The replay of Legacy campaigns, by short names."""

from collections.abc import Iterator

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import Seat, Story
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.legacy.system import RULES

check, replay, unfit = RULES.check, RULES.replay, RULES.unfit


def states(story: Story[Seat], pack: Pack) -> Iterator[tuple[int, State]]:
    """Yield the state after each game of a story that holds."""
    replay(story, pack)
    state = RULES.begin(pack, story.seats)
    yield 0, state
    for game in story.games:
        for fact in game.facts:
            state = RULES.apply(state, pack, fact)
        yield game.number, state
