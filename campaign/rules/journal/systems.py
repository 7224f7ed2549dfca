"""Journals as a kind of campaign: the system's interface."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from campaign.rules.core import entries
from campaign.rules.core.facts import Fact, Noted
from campaign.rules.core.pack import Name, read_document
from campaign.rules.core.play import PlaySummary
from campaign.rules.core.problems import Problem, not_overruled
from campaign.rules.core.serialize import from_plain
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.core.story import ReplayError, Story
from campaign.rules.core.system import CampaignRules, System
from campaign.rules.journal.description import MAX_PLAYERS
from campaign.rules.journal.fact import JournalFact
from campaign.rules.journal.facts import FACTS, ONCE_PER_GAME
from campaign.rules.journal.faults import description_faults
from campaign.rules.journal.games import Planned, Played
from campaign.rules.journal.live import LIVE
from campaign.rules.journal.plays import play_record
from campaign.rules.journal.sheets import JournalBody, setup_sheet
from campaign.rules.journal.state import JournalSeat, Opening, State, first_state

SLUG = FAMILY = "journal"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The catalogue of all journals: each campaign carries the description of its own game."""

    slug: str
    version: int
    name: Name

    def name_of(self, kind: str, key: str, language: str) -> str:
        """Return "": a game's own description has every name."""
        del kind, key, language
        return ""


def load_catalogue(path: Path) -> Catalogue:
    """Load the catalogue, or raise ``SerializeError`` with every fault."""
    return from_plain(Catalogue, read_document(path))


class JournalRules(CampaignRules[Catalogue, JournalSeat, State]):
    """Journals: the description is the opening, and everything else is facts."""

    seat = JournalSeat
    facts: Mapping[str, type[Fact]] = FACTS
    once_per_game = ONCE_PER_GAME
    opening = Opening

    def begin(self, pack: Catalogue, seats: tuple[JournalSeat, ...], opening: Any = None) -> State:
        """Return the state before the first game, or raise ``ReplayError`` for a wrong start."""
        problems = (*self.party_problems(pack, seats), *self.opening_problems(pack, opening))
        if problems:
            raise ReplayError(problems, game=0, index=0, fact=None)
        return first_state(opening)

    def problems(self, state: State, pack: Catalogue, game: int, fact: Fact) -> tuple[Problem, ...]:
        """Return every problem of a fact that its reason does not overrule."""
        del pack
        latest = len(state.games)
        if isinstance(fact, Planned):
            if game != latest + 1:
                return (Problem("plan.game_number", {"expected": latest + 1, "actual": game}),)
        elif not latest or game != latest:
            return (Problem("game.not_there", {"game": game}),)
        if isinstance(fact, Noted):
            return () if fact.text.strip() else (Problem("note.empty", path="text"),)
        return not_overruled(cast(JournalFact, fact).problems(state), fact.reason)

    def apply(self, state: State, pack: Catalogue, fact: Fact) -> State:
        """Return the state after a fact."""
        del pack
        return state if isinstance(fact, Noted) else cast(JournalFact, fact).apply(state)

    def party_problems(
        self, pack: Catalogue, seats: tuple[JournalSeat, ...]
    ) -> tuple[Problem, ...]:
        """Return a problem for a group that is not in the opening."""
        del pack
        return (Problem("party.seats", {"seats": ()}, "seats"),) if seats else ()

    def opening_problems(self, pack: Catalogue, opening: Any) -> tuple[Problem, ...]:
        """Return everything that is wrong with a description."""
        del pack
        if not isinstance(opening, Opening):
            return (Problem("journal.no_description"),)
        problems: list[Problem] = []
        if not opening.players:
            size = {"least": 1, "most": MAX_PLAYERS, "actual": 0}
            problems.append(Problem("party.size", size, "players"))
        faults = (
            Problem(
                "journal.description",
                {"path": fault.path, "found": str(fault.details.get("got", ""))},
            )
            for fault in description_faults(opening.description)
        )
        return (*problems, *entries.entry_problems(opening), *faults)

    def as_set_up(
        self, story: Story[JournalSeat], pack: Catalogue, game: int
    ) -> Story[JournalSeat]:
        """Return the story as it was when a game was set up: planned."""
        del pack
        planned = tuple(fact for fact in story.games[game] if isinstance(fact, Planned))
        return replace(story, games={**story.until(game).games, game: planned})

    def setup_sheet(
        self, state: State, pack: Catalogue, *, before: State | None = None, language: str = "en"
    ) -> SetupSheet[JournalBody]:
        """Return the sheet of the latest game."""
        return setup_sheet(state, pack.version, before=before, language=language, system=SLUG)

    def plays(
        self, story: Story[JournalSeat], pack: Catalogue
    ) -> Iterator[tuple[int, PlaySummary]]:
        """Yield the finished games."""
        state = self.begin(pack, story.seats, story.opening)
        for number, facts in story.games.items():
            for fact in facts:
                state = self.apply(state, pack, fact)
                if isinstance(fact, Played):
                    yield number, play_record(state, state.games[-1], fact)


RULES = JournalRules()
SYSTEMS = (System(SLUG, FAMILY, load_catalogue, campaign=RULES, live=LIVE),)
