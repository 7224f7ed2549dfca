"""How a game ended."""

import datetime
from dataclasses import dataclass

from campaign.rules.core.facts import Played
from campaign.rules.relic_nemesis.choices import Setup
from campaign.rules.relic_nemesis.result import GOAL, Result
from tracker.systems.relic_nemesis.words import terms
from tracker.words import listed


@dataclass(frozen=True, slots=True)
class HuntedView:
    """What a nemesis had in the end."""

    name: str
    colour: str
    infamy: int | None
    level: int | None
    defeats: int | None

    @property
    def is_noted(self) -> bool:
        """Say whether anything was noted."""
        return any(n is not None for n in (self.infamy, self.level, self.defeats))


@dataclass(frozen=True, slots=True)
class EndedView:
    """Who won and how."""

    winner: str  # several are listed; "" where nobody won
    winners: int
    ending: str
    nemeses: tuple[HuntedView, ...]
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
    hunted = (
        HuntedView(
            seats[number],
            str(setup.seat(number).colour or ""),
            result.of(number).infamy,
            result.of(number).level,
            result.of(number).defeats,
        )
        for number in setup.nemeses
    )
    return EndedView(
        listed(seats.get(number, str(number)) for number in result.winners),
        len(result.winners),
        terms.ending(str(result.ending)),
        tuple(view for view in hunted if view.is_noted),
        GOAL,
        played.played_on,
        played.minutes,
    )
