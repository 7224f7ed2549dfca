"""The interface of a game system: its one-off games, its campaign, its live table."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

from campaign.rules.core import entries
from campaign.rules.core.facts import SECOND, Fact, Noted, Planned, Played
from campaign.rules.core.live import Live
from campaign.rules.core.pack import Catalogue
from campaign.rules.core.play import PlaySummary
from campaign.rules.core.problems import Problem
from campaign.rules.core.seeing import Audience
from campaign.rules.core.sheet import Body, SetupSheet
from campaign.rules.core.story import ReplayError, Story, breaks_later, retroactive

Pack = TypeVar("Pack", bound=Catalogue)
Choices = TypeVar("Choices")
Setup = TypeVar("Setup")
Result = TypeVar("Result")
Seat = TypeVar("Seat")
State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Shelf(Generic[Pack]):
    """The catalogue that a game is played from, and the other boxes of its family by slug."""

    pack: Pack
    others: Mapping[str, Pack] = field(default_factory=dict)


class OneOff(ABC, Generic[Pack, Choices, Setup, Result]):
    """One-off games; choices, set-up and result are types of the system."""

    choices: type[Choices]
    setup: type[Setup]
    result: type[Result]
    tidy = staticmethod(entries.tidied)  # normalises a fact before it is stored

    @property
    def facts(self) -> Mapping[str, Any]:
        """Return the types of a game's facts by their kinds, for ``serialize``."""
        planned: Any = Planned
        played: Any = Played
        return {
            Planned.kind: planned[self.choices, self.setup],
            Played.kind: played[self.result],
            Noted.kind: Noted,
        }

    @abstractmethod
    def draw(self, shelf: Shelf[Pack], choices: Choices, rng: Random) -> Setup:
        """Return the set-up: the same for the same choices and generator.

        Raises ``RulesError`` with every problem of the choices at once.
        """

    @abstractmethod
    def players(self, choices: Choices) -> tuple[str, ...]:
        """Return who was to play, by seat; empty where nobody was named."""

    def choice_problems(self, choices: Choices) -> Iterable[Problem]:
        """Return what is wrong with the choices before anything is drawn."""
        return entries.entry_problems(choices)

    def entry_problems(self, fact: Fact) -> tuple[Problem, ...]:
        """Return a problem for every text and number of a fact that cannot be stored."""
        problems = entries.entry_problems(fact)
        if isinstance(fact, Planned):
            return tuple(dict.fromkeys((*problems, *self.choice_problems(fact.choices))))
        return problems

    def detached(self, choices: Choices) -> Choices:
        """Return choices without ids of this database's rows, for export."""
        return choices

    # --- secrets: what one player keeps from the others; most games have none ---

    def redact(self, fact: Fact, to: Audience) -> Fact:
        """Return a fact as an audience may see it."""
        return self.redact_plan(fact, to) if isinstance(fact, Planned) else fact

    def redact_setup(self, setup: Setup, to: Audience) -> Setup:
        """Return a set-up without what an audience may not see."""
        del to
        return setup

    def redact_plan(
        self, planned: Planned[Choices, Setup], to: Audience
    ) -> Planned[Choices, Setup]:
        """Return a plan without what an audience may not see.

        Nor does it have its seed then, from which anybody could draw the secret again.
        """
        del to
        return planned

    def restore_choices(
        self, choices: Choices, before: Planned[Choices, Setup], sender: Audience
    ) -> Choices:
        """Return choices with what was redacted for their sender, as it is in the game.

        Raises ``RulesError`` if they would show others what the sender may not see.
        """
        del before, sender
        return choices

    def redact_problems(self, problems: Iterable[Problem], choices: Choices) -> Iterable[Problem]:
        """Return problems without what was redacted in the choices that were sent."""
        del choices
        return problems

    def export_plan(self, planned: Planned[Choices, Setup]) -> Planned[Choices, Setup]:
        """Return a plan from which something was redacted as a file has it: without a set-up."""
        return replace(planned, setup=None)

    @abstractmethod
    def sheet(
        self, setup: Setup, *, language: str = "en", seed: str = "", players: Sequence[str] = ()
    ) -> SetupSheet[Body]:
        """Return the sheet that says how to set the game up."""

    @abstractmethod
    def result_problems(self, setup: Setup, result: Result) -> Iterable[Problem]:
        """Return every contradiction in a result."""

    def play(self, choices: Choices, setup: Setup, played: Played[Result]) -> PlaySummary:
        """Return a finished game as the ledger of plays counts it."""
        record = self.counted(choices, setup, played.result)
        named = dict(enumerate(played.players or self.players(choices), start=1))
        seats = (replace(seat, player=named.get(seat.seat, seat.player)) for seat in record.seats)
        day, minutes = played.played_on, played.minutes
        return replace(record, seats=tuple(seats), played_on=day, minutes=minutes)

    @abstractmethod
    def counted(self, choices: Choices, setup: Setup, result: Result) -> PlaySummary:
        """Return a finished game for the ledger of plays, without who played, when and how long."""


class CampaignRules(ABC, Generic[Pack, Seat, State]):
    """The campaign of a system: its facts, and how they are replayed."""

    seat: type[Seat]  # a member of the party
    facts: Mapping[str, type[Fact]]  # by kind
    once_per_game: frozenset[str]  # kinds of which a game has one at most
    with_result: frozenset[str] = frozenset()  # kinds withdrawn with a result without asking
    tidy = staticmethod(entries.tidied)  # normalises a fact before it is stored
    # What is chosen and drawn for the start; None where a party is all that a campaign begins with.
    opening: type | None = None
    fewest_seats: int = 0  # of a party

    @abstractmethod
    def begin(self, pack: Pack, seats: tuple[Seat, ...], opening: Any = None) -> State:
        """Return the state before the first game, or raise ``ReplayError`` for a wrong start."""

    @abstractmethod
    def problems(self, state: State, pack: Pack, game: int, fact: Fact) -> tuple[Problem, ...]:
        """Return every problem of a fact that is to be recorded in a game."""

    @abstractmethod
    def apply(self, state: State, pack: Pack, fact: Fact) -> State:
        """Return the state after a fact, without checking it."""

    @abstractmethod
    def party_problems(self, pack: Pack, seats: tuple[Seat, ...]) -> tuple[Problem, ...]:
        """Return every problem of a party."""

    def opening_problems(self, pack: Pack, opening: Any) -> tuple[Problem, ...]:
        """Return every problem of what was chosen and drawn for the start."""
        del pack
        return () if opening is None else (Problem("campaign.no_opening"),)

    def entry_problems(self, fact: Fact) -> tuple[Problem, ...]:
        """Return a problem for every text and number of a fact that cannot be stored."""
        return entries.entry_problems(fact)

    def redact(self, fact: Fact, to: Audience) -> Fact:
        """Return a fact as an audience may see it: those who play a campaign share it all."""
        del to
        return fact

    @abstractmethod
    def as_set_up(self, story: Story[Seat], pack: Pack, game: int) -> Story[Seat]:
        """Return the story as it was when a game was set up."""

    @abstractmethod
    def setup_sheet(
        self, state: State, pack: Pack, *, before: State | None = None, language: str = "en"
    ) -> SetupSheet[Body]:
        """Return the sheet of the latest game of a state.

        ``before`` is the state in which it was set up the last time; what differs is marked.
        """

    @abstractmethod
    def plays(self, story: Story[Seat], pack: Pack) -> Iterator[tuple[int, PlaySummary]]:
        """Yield the finished games by number, as the ledger of plays counts them."""

    def replay(self, story: Story[Seat], pack: Pack, *, entered: Fact | None = None) -> State:
        """Return the state of a story, or raise ``ReplayError`` for the first fact that fails.

        ``entered`` is the fact that is being recorded now, if any: rules that came later bind it.
        """
        state = self.begin(pack, story.seats, story.opening)
        for game, facts in story.games.items():
            for index, fact in enumerate(facts):
                problems = self.problems(state, pack, game, fact)
                if problems and fact is not entered:
                    problems = retroactive(problems)
                if problems:
                    raise ReplayError(problems, game=game, index=index, fact=fact)
                state = self.apply(state, pack, fact)
        return state

    def state_of(self, story: Story[Seat], pack: Pack) -> State:
        """Return the state of a story without checking it: it was checked when it was recorded."""
        state = self.begin(pack, story.seats, story.opening)
        for fact in story.facts:
            state = self.apply(state, pack, fact)
        return state

    def story_problems(
        self, story: Story[Seat], pack: Pack, *, entered: Fact | None = None
    ) -> tuple[Problem, ...]:
        """Return the problems of a story of which one fact is being recorded now.

        Problems of that fact come back as they are. If it fits but another one no longer does, the
        answer is one problem, ``story.later_fact_breaks``, that names it.
        """
        try:
            self.replay(story, pack, entered=entered)
        except ReplayError as error:
            mine = entered is not None and error.fact is entered
            return error.problems if mine else (breaks_later(error),)
        return ()

    def unfit(self, story: Story[Seat], pack: Pack, game: int) -> tuple[Fact, ...]:
        """Return the facts of a game's aftermath that do not fit its plan and result, in order.

        Each is checked after those before it that fit. If the plan or the result itself is wrong,
        none is returned: that problem comes first.
        """
        state = self.replay(story.until(game - 1), pack)
        unfit: list[Fact] = []
        for fact in story.games.get(game, ()):
            if not retroactive(self.problems(state, pack, game, fact)):
                state = self.apply(state, pack, fact)
            elif fact.rank <= SECOND:
                return ()
            else:
                unfit.append(fact)
        return tuple(unfit)


@dataclass(frozen=True, slots=True)
class System:
    """One game system: a box, and how it is played.

    ``family`` is the name of the folders of rules, pages and catalogues that it shares with the
    other boxes of the same game. ``load`` reads the file of its catalogue.
    """

    slug: str
    family: str
    load: Callable[[Path], Catalogue]
    one_off: OneOff[Any, Any, Any, Any] | None = None
    campaign: CampaignRules[Any, Any, Any] | None = None
    live: Live[Any, Any] | None = None
    # What is played live before the game itself, by its name; some of its table may be secret.
    phases: Mapping[str, Live[Any, Any]] = field(default_factory=dict, hash=False)


def seeded(seed: str) -> Random:
    """Return the random generator of a seed; digits count as a number, as on a command line."""
    return Random(int(seed) if seed.isascii() and seed.isdigit() else seed)
