"""Stories: who plays a campaign, its facts game by game, and where a replay of them breaks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Detail, Problem, RulesError

Seat = TypeVar("Seat")


@dataclass(frozen=True, slots=True)
class Game:
    """The facts of one game, in the order they are replayed."""

    number: int
    facts: tuple[Fact, ...]


def game_of(number: int, facts: Iterable[Fact]) -> Game:
    """Return a game with its facts put in the order of replay."""
    return Game(number, tuple(sorted(facts, key=lambda fact: fact.rank)))


@dataclass(frozen=True, slots=True)
class Story(Generic[Seat]):
    """A whole campaign as it is recorded."""

    seats: tuple[Seat, ...]
    games: tuple[Game, ...] = ()

    def until(self, game: int) -> Self:
        """Return the story as it was when this game had been settled."""
        return replace(self, games=tuple(g for g in self.games if g.number <= game))

    def with_fact(self, game: int, fact: Fact) -> Self:
        """Return the story with one more fact, in a game it has or in the next one."""
        games = {g.number: g for g in self.games}
        facts = games[game].facts if game in games else ()
        games[game] = game_of(game, (*facts, fact))
        return replace(self, games=tuple(games[number] for number in sorted(games)))


def story_of(seats: tuple[Seat, ...], games: Iterable[tuple[int, Iterable[Fact]]]) -> Story[Seat]:
    """Return a story with the facts of each game in the order of replay."""
    return Story(seats, tuple(game_of(number, facts) for number, facts in games))


class ReplayError(RulesError):
    """The story does not hold: ``fact``, the ``index``-th of its game, is the first that fails."""

    def __init__(
        self, problems: tuple[Problem, ...], *, game: int, index: int, fact: Fact | None
    ) -> None:
        super().__init__(problems)
        self.game = game
        self.index = index
        self.fact = fact


def lasting(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the problems that stand against what was recorded long ago as well."""
    return tuple(problem for problem in problems if not problem.new_only)


def breaks_later(error: ReplayError) -> Problem:
    """Return the problem that names the fact at which a changed story no longer holds."""
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
