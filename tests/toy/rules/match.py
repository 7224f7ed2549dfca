"""The campaign: a match of rounds, won by whoever first wins two of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from campaign.rules.core.entries import PersonName
from campaign.rules.core.facts import FIRST, Fact, Noted, Played
from campaign.rules.core.play import PlaySummary
from campaign.rules.core.problems import Problem
from campaign.rules.core.sheet import Line, SetupSheet
from campaign.rules.core.story import ReplayError, Story
from campaign.rules.core.system import CampaignRules
from tests.toy.rules.games import (
    GAMES,
    SEATS,
    SIDES,
    SLUG,
    DiceBody,
    DiceChoices,
    DicePack,
    DiceSetup,
    Rolls,
)

WINS_NEEDED = 2


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """A side of the match."""

    number: int
    name: PersonName


PARTY = (MatchSeat(1, "Left"), MatchSeat(2, "Right"))


@dataclass(frozen=True, slots=True)
class RoundPlanned(Fact, kind="planned", rank=FIRST):
    """A round was planned: how many sides its dice have."""

    sides: int = 6


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the match; ``rolls`` is None until it is played."""

    number: int
    sides: int
    rolls: Rolls | None = None


@dataclass(frozen=True, slots=True)
class MatchState:
    """The match so far."""

    rounds: tuple[Round, ...] = ()

    def wins(self, seat: int) -> int:
        """Return how many rounds a side has won."""
        played = (each.rolls for each in self.rounds if each.rolls is not None)
        return sum(rolls.winner == seat for rolls in played)

    @property
    def is_over(self) -> bool:
        """Say whether a side has won enough rounds."""
        return any(self.wins(seat) >= WINS_NEEDED for seat in SEATS)


class MatchRules(CampaignRules[DicePack, MatchSeat, MatchState]):
    """Matches."""

    seat = MatchSeat
    facts: Any = {"planned": RoundPlanned, "played": Played[Rolls], "note": Noted}
    once_per_game = frozenset({"planned", "played"})

    def begin(
        self, pack: DicePack, seats: tuple[MatchSeat, ...], opening: object = None
    ) -> MatchState:
        """Return a match without a round."""
        del opening  # a match begins with its party alone
        if problems := self.party_problems(pack, seats):
            raise ReplayError(problems, game=0, index=0, fact=None)
        return MatchState()

    def problems(
        self, state: MatchState, pack: DicePack, game: int, fact: Fact
    ) -> tuple[Problem, ...]:
        """Return what stands against a fact."""
        match fact:
            case RoundPlanned(sides=sides):
                found = [Problem("match.over")] if state.is_over else []
                if state.rounds and state.rounds[-1].rolls is None:
                    found.append(Problem("match.not_played", {"game": state.rounds[-1].number}))
                if sides not in SIDES:
                    found.append(Problem("dice.sides", {"allowed": SIDES}, "sides"))
                return tuple(found)
            case Played(result=rolls):
                return GAMES.result_problems(drawn(pack, state.rounds[game - 1].sides), rolls)
        return ()

    def apply(self, state: MatchState, pack: DicePack, fact: Fact) -> MatchState:
        """Return the match after a fact."""
        del pack
        match fact:
            case RoundPlanned(sides=sides):
                return MatchState((*state.rounds, Round(len(state.rounds) + 1, sides)))
            case Played(result=rolls):
                last = replace(state.rounds[-1], rolls=rolls)
                return MatchState((*state.rounds[:-1], last))
        return state

    def party_problems(self, pack: DicePack, seats: tuple[MatchSeat, ...]) -> tuple[Problem, ...]:
        """Refuse any party but the two sides."""
        del pack
        return () if seats == PARTY else (Problem("match.party", path="seats"),)

    def as_set_up(self, story: Story[MatchSeat], pack: DicePack, game: int) -> Story[MatchSeat]:
        """Return the match as it was before a round was played."""
        del pack
        until = story.until(game)
        plan = tuple(fact for fact in until.games[game] if isinstance(fact, RoundPlanned))
        return replace(until, games={**until.games, game: plan})

    def setup_sheet(
        self,
        state: MatchState,
        pack: DicePack,
        *,
        before: MatchState | None = None,
        language: str = "en",
    ) -> SetupSheet[DiceBody]:
        """Return the sheet of the latest round."""
        del before
        latest = state.rounds[-1]
        setup = drawn(pack, latest.sides)
        return SetupSheet(
            system=SLUG,
            pack_version=pack.version,
            language=language,
            players=len(SEATS),
            game=latest.number,
            body=DiceBody(setup.dice, setup.sides),
            steps=tuple(Line("dice", "step.die", {"seat": seat}) for seat in SEATS),
        )

    def plays(self, story: Story[MatchSeat], pack: DicePack) -> Iterator[tuple[int, PlaySummary]]:
        """Yield the rounds that were played."""
        for number, facts in story.games.items():
            planned = next(fact for fact in facts if isinstance(fact, RoundPlanned))
            for fact in facts:
                if isinstance(fact, Played):
                    setup = drawn(pack, planned.sides)
                    yield number, GAMES.play(DiceChoices(planned.sides), setup, fact)


def drawn(pack: DicePack, sides: int) -> DiceSetup:
    """Return the dice of a round: always the first two of the box."""
    return DiceSetup(pack.dice[: len(SEATS)], sides)


MATCHES = MatchRules()
