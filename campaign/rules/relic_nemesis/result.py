"""The result of a game: by infamy, by Confrontation or for a team; and each nemesis' numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from campaign.rules.core.constraints import Limit, Most
from campaign.rules.core.entries import BySeat, entry_problems
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.board import MAX_ROUNDS
from campaign.rules.relic_nemesis.choices import Role, Setup
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.levels import MAX_LEVEL

MAX_DEFEATS = 99


class Ending(StrEnum):
    """How a game ended."""

    INFAMY = "infamy"
    CONFRONTATION = "confrontation"
    TEAM = "team"
    STOPPED = "stopped"  # nobody won


@dataclass(frozen=True, slots=True)
class NemesisResult:
    """The final numbers of a nemesis; None where not recorded."""

    seat: int
    infamy: Annotated[int, Limit(0, GOAL)] | None = None
    level: Annotated[int, Limit(0, MAX_LEVEL)] | None = None
    defeats: Annotated[int, Limit(0, MAX_DEFEATS)] | None = None
    # Infamy at the end of each round, if the game was played live.
    curve: Annotated[tuple[int, ...], Most(MAX_ROUNDS)] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    ending: Ending
    winners: BySeat[int] = ()  # seats
    nemeses: BySeat[NemesisResult] = ()

    def of(self, seat: int) -> NemesisResult:
        """Return the numbers of a nemesis; empty if none were recorded."""
        return next((each for each in self.nemeses if each.seat == seat), NemesisResult(seat))


def result_problems(setup: Setup, result: Result) -> tuple[Problem, ...]:
    """Return every contradiction in a result."""
    return (*_noted_problems(setup, result), *_winner_problems(setup, result))


def _noted_problems(setup: Setup, result: Result) -> Iterator[Problem]:
    """Yield numbers out of range, and numbers of seats without a nemesis."""
    for noted in result.nemeses:
        path = f"nemeses.{noted.seat}"
        if noted.seat not in setup.nemeses:
            yield Problem("result.no_nemesis", {"seat": noted.seat}, path)
            continue
        yield from entry_problems(noted, path)
        invalid = [infamy for infamy in noted.curve if not 0 <= infamy <= GOAL]
        if invalid or len(noted.curve) > MAX_ROUNDS:
            details = {"least": 0, "most": GOAL, "actual": (*invalid, 0)[0]}
            yield Problem("number.out_of_range", details, path)


def _winner_problems(setup: Setup, result: Result) -> Iterator[Problem]:
    """Yield contradictions of the winners with the ending, their roles and the infamy of others."""
    seats = range(1, len(setup.seats) + 1)
    unknown = tuple(seat for seat in result.winners if seat not in seats)
    if unknown:
        yield Problem("result.no_seat", {"seats": unknown}, "winners")
        return
    roles = {setup.seat(seat).role for seat in result.winners}
    full = {noted.seat for noted in result.nemeses if noted.infamy == GOAL}
    match result.ending:
        case Ending.STOPPED:
            if result.winners:
                yield Problem("result.stopped_won", path="winners")
        case Ending.INFAMY:
            yield from _infamy_problems(result, roles)
        case Ending.CONFRONTATION:
            if roles != {Role.CHARACTER}:
                yield Problem("result.confrontation_winner", path="winners")
        case Ending.TEAM:
            if setup.scenario is not None and not setup.scenario.teams:
                yield Problem("result.no_teams", path="ending")
            elif roles != set(Role) or len(result.winners) == len(setup.seats):
                yield Problem("result.team_winner", path="winners")
    for seat in sorted(full - set(result.winners)):
        yield Problem("result.infamy_lost", {"seat": seat, "goal": GOAL}, f"nemeses.{seat}.infamy")


def _infamy_problems(result: Result, roles: set[Role]) -> Iterator[Problem]:
    if roles != {Role.NEMESIS} or len(result.winners) != 1:
        yield Problem("result.infamy_winner", path="winners")
        return
    (seat,) = result.winners
    infamy = result.of(seat).infamy
    if infamy is not None and infamy < GOAL:
        details = {"goal": GOAL, "actual": infamy}
        yield Problem("result.infamy_short", details, f"nemeses.{seat}.infamy")
