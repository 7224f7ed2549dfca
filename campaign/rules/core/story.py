"""Stories: who plays a campaign, its facts game by game, and where a replay of them breaks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Generic, Self, TypeVar

from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Detail, Problem, RulesError

Seat = TypeVar("Seat")


@dataclass(frozen=True, slots=True)
class Story(Generic[Seat]):
    """A whole campaign as it is recorded: the facts of its games, in the order of replay."""

    seats: tuple[Seat, ...]
    games: Mapping[int, tuple[Fact, ...]] = field(default_factory=dict)  # by number
    opening: Any = None  # what was chosen and drawn for the start, where a campaign has that

    @property
    def facts(self) -> Iterator[Fact]:
        """Return the facts of all games."""
        return chain.from_iterable(self.games.values())

    def until(self, game: int) -> Self:
        """Return the story as it was when this game had been settled."""
        return replace(self, games={n: facts for n, facts in self.games.items() if n <= game})

    def with_fact(self, game: int, fact: Fact) -> "Story[Seat]":
        """Return the story with one more fact, in a game it has or in the next one."""
        games = {**self.games, game: (*self.games.get(game, ()), fact)}
        return story_of(self.seats, games, self.opening)


def story_of(
    seats: tuple[Seat, ...], games: Mapping[int, Iterable[Fact]], opening: Any = None
) -> Story[Seat]:
    """Return a story with its games, and the facts of each, in the order of replay."""
    ordered = {n: tuple(sorted(games[n], key=lambda fact: fact.rank)) for n in sorted(games)}
    return Story(seats, ordered, opening)


class ReplayError(RulesError):
    """The story does not replay: ``fact``, the ``index``-th of its game, is the first to fail."""

    def __init__(
        self, problems: tuple[Problem, ...], *, game: int, index: int, fact: Fact | None
    ) -> None:
        super().__init__(problems)
        self.game = game
        self.index = index
        self.fact = fact


def retroactive(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the problems that also apply to what was recorded before their rule existed."""
    return tuple(problem for problem in problems if not problem.new_only)


def breaks_later(error: ReplayError) -> Problem:
    """Return the problem that names the fact at which a changed story breaks."""
    kind = error.fact.kind if error.fact else ""
    codes = tuple(problem.code for problem in error.problems)
    return Problem(
        "story.later_fact_breaks",
        {"game": error.game, "kind": kind, "index": error.index, "codes": codes},
    )


def breaks_own(game: int, facts: Sequence[Fact]) -> Problem:
    """Return the problem that these facts of a game no longer fit its own result."""
    details: dict[str, Detail] = {"game": game, "kind": facts[0].kind, "count": len(facts)}
    return Problem("story.aftermath_breaks", details)
