"""How a game ended."""

import datetime
from dataclasses import dataclass

from campaign.rules.core.facts import Played
from campaign.rules.relic_nemesis.choices import Setup
from campaign.rules.relic_nemesis.result import GOAL, Hunted, Result
from tracker.systems.relic_nemesis.words import terms
from tracker.words import listed


@dataclass(frozen=True, slots=True)
class EndedView:
    """Who won and how."""

    winner: str  # several are listed; "" where nobody won
    winners: int
    ending: str
    nemeses: tuple[tuple[str, str, Hunted], ...]  # by name and colour, if anything was noted
    goal: int
    played_on: datetime.date | None
    minutes: int | None

    @property
    def outcome(self) -> str:
        """Return what the seal shows."""
        return "win" if self.winner else "draw"


def ended_view(played: Played[Result], setup: Setup, seats: dict[int, str]) -> EndedView:
    """Return how a game ended."""
    result = played.result
    hunted = [result.of(number) for number in setup.nemeses]
    return EndedView(
        listed(seats.get(number, str(number)) for number in result.winners),
        len(result.winners),
        terms.ending(str(result.ending)),
        tuple(
            (seats[each.seat], str(setup.seat(each.seat).colour or ""), each)
            for each in hunted
            if (each.infamy, each.level, each.defeats) != (None, None, None)
        ),
        GOAL,
        played.played_on,
        played.minutes,
    )
