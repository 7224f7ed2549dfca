"""The replay of Legacy campaigns, by short names."""

from collections.abc import Iterator

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import Seat, Story
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.core.replay import enter

check, replay, unfit = RULES.check, RULES.replay, RULES.unfit


def states(story: Story[Seat], pack: Pack) -> Iterator[tuple[int, State]]:
    """Yield the state after each game, replaying once."""
    ledger = RULES.ledger(pack, story.seats)
    yield 0, ledger.state()
    for game in story.games:
        enter(ledger, game)
        yield game.number, ledger.state()
