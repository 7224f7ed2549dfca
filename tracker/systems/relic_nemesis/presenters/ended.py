"""How a game ended."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from campaign.rules.core.facts import Played
from campaign.rules.relic_nemesis.choices import Setup
from campaign.rules.relic_nemesis.result import GOAL, Result
from tracker.systems.relic_nemesis.words.record import result_sentence


@dataclass(frozen=True, slots=True)
class HuntedView:
    """What a nemesis had in the end."""

    name: str
    colour: str
    infamy: int | None
    level: int | None
    defeats: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class EndedView:
    """Who won and how."""

    sentence: str
    is_won: bool
    nemeses: tuple[HuntedView, ...]
    goal: int
    played_on: datetime.date | None
    minutes: int | None


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
            number in result.winners,
        )
        for number in setup.nemeses
    )
    return EndedView(
        result_sentence(result, seats),
        bool(result.winners),
        tuple(hunted),
        GOAL,
        played.played_on,
        played.minutes,
    )
