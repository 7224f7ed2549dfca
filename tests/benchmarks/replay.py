"""Replaying a campaign is linear: a thousand games cost what a hundred times ten cost."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.aeons_end.legacy.facts import (
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    Noted,
    Planned,
    Played,
    Settled,
    Story,
    Verdict,
)
from tests.benchmarks.figures import Figure, measures, seconds
from tests.rules.aeons_end.legacy_replay import replay
from tests.rules.aeons_end.legacy_stories import LOSS, Teller, basic, foe
from tests.rules.packs import legacy

FEW, MANY = 10, 1000


def long_story(games: int) -> Story:
    """Tell a campaign that has lost chapter 4 over and over, with something evolving each time."""
    told = Teller(4).after(3)
    start = len(told.story.games)
    cards = [card.key for card in told.state.pool]
    evolving, other = cards[0], cards[1]
    more: dict[int, tuple[Fact, ...]] = {}
    for number in range(start + 1, games + 1):
        into = basic(f"Stage {number}", 1)
        facts: list[Fact] = [
            Planned(4, foe(4)),
            Played(LOSS),
            Verdict(onward=False),
            Noted(f"Game {number}: so close."),
            CardTransformed(evolving, into),
            CardEvolved(other, f"mark {number}"),
            DecisionClosed(f"evolution:{number}"),
            Settled(),
        ]
        if number == start + 1:
            facts[-1:-1] = _first_time()
        more[number] = tuple(facts)
        evolving = into.key
    return Story(told.story.seats, {**told.story.games, **more}).until(games)


def _first_time() -> list[Fact]:
    due = Teller(4).after(3).plan().answer_all()
    return [fact for fact in due.story.games[due.game] if not isinstance(fact, Planned)]


@measures
def replaying() -> Iterator[Figure]:
    """Measure replay of few and of many games, and how the two compare."""
    few, many = long_story(FEW), long_story(MANY)
    quick = seconds(lambda: replay(few, legacy()), rounds=15)
    slow = seconds(lambda: replay(many, legacy()), rounds=5)
    yield Figure(f"replay of {FEW} games", quick * 1000, "ms")
    yield Figure(f"replay of {MANY:,} games", slow * 1000, "ms")
    yield Figure(f"replay: {MANY:,} games against {FEW}", slow / quick, "×", at_most=120)
