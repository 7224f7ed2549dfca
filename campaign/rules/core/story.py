"""Stories: who plays a campaign, and its facts game by game."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from campaign.rules.core.facts import Fact

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
