"""Legacy as a game system: its campaign, and the sheet of a new campaign's first game."""

from collections.abc import Iterator

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.as_set_up import as_set_up
from campaign.rules.aeons_end.legacy.checks import party_problems, problems_of
from campaign.rules.aeons_end.legacy.entries import (
    entry_problems,
    seat_problems,
    tidy,
)
from campaign.rules.aeons_end.legacy.facts import (
    FACTS,
    ONCE_PER_GAME,
    Fact,
    Seat,
    Story,
    Verdict,
)
from campaign.rules.aeons_end.legacy.replay import applied, first_state
from campaign.rules.aeons_end.legacy.setup import setup_sheet
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.plays import campaign_plays
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.play import PlayRecord
from campaign.rules.core.problems import Problem
from campaign.rules.core.replay import ReplayError
from campaign.rules.core.system import CampaignRules, F


class LegacyRules(CampaignRules[Pack, Seat, State]):
    """The campaign of Aeon's End: Legacy."""

    seat = Seat
    facts = FACTS
    once_per_game = ONCE_PER_GAME
    # What the story card said of a result that never was needs no asking.
    with_result = frozenset({Verdict.kind})

    def begin(self, pack: Pack, seats: tuple[Seat, ...]) -> State:
        """Return the state before the first game, or refuse the party."""
        found = party_problems(pack, seats)
        if found:
            raise ReplayError(found, game=0, index=0, fact=None)
        return first_state(pack, seats)

    def problems(self, state: State, pack: Pack, game: int, fact: Fact) -> tuple[Problem, ...]:
        return problems_of(state, pack, game, fact)

    def apply(self, state: State, pack: Pack, fact: Fact) -> State:
        return applied(state, pack, fact)

    def party_problems(self, pack: Pack, seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
        """Return everything that stands against a party, its names included."""
        return (*party_problems(pack, seats), *seat_problems(seats))

    def tidy(self, fact: F) -> F:
        return tidy(fact)

    def entry_problems(self, fact: Fact) -> tuple[Problem, ...]:
        return entry_problems(fact)

    def as_set_up(self, story: Story[Seat], pack: Pack, game: int) -> Story[Seat]:
        return as_set_up(story, pack, game)

    def setup_sheet(
        self, state: State, pack: Pack, *, before: State | None = None, language: str = "en"
    ) -> SetupSheet:
        return setup_sheet(state, pack, before=before, language=language)

    def plays(self, story: Story[Seat], pack: Pack) -> Iterator[tuple[int, PlayRecord]]:
        return campaign_plays(story, pack)


RULES = LegacyRules()
