"""The facts of a campaign or of a one-off game, without those that were withdrawn, as values.

:mod:`campaign.records.reading` reads them from rows, secrets included.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import cached_property

from campaign.models.games import PLAYED
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.facts import Planned, Played
from campaign.rules.core.problems import RulesError
from campaign.rules.core.story import Story, story_of


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the members of a record: by their numbers, by person, by seat of a game."""

    by_number: Mapping[int, str] = field(default_factory=dict)
    by_person: Mapping[int, str] = field(default_factory=dict)
    by_seat: Mapping[int, str] = field(default_factory=dict)


NO_NAMES = Names()


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact that was not withdrawn, with its row's id and the change that recorded it."""

    id: int
    game: int  # its number in the campaign
    fact: FactValue
    change: int


@dataclass(frozen=True)
class CampaignFacts:
    """All facts of a campaign but withdrawn ones; ``entries`` are those that are no plans."""

    seats: tuple[Any, ...]  # of its system's own type
    entries: tuple[Entry, ...]
    plans: Mapping[int, Entry]  # by the number of the game
    opening: Any = None  # of its system's own type, where a campaign has one
    codes: Mapping[int, str] = field(default_factory=dict)  # of its games, by their numbers
    names: Names = field(default=NO_NAMES, compare=False)

    @cached_property
    def story(self) -> Any:
        """All facts in the order of replay: a ``Story`` of its system's own seats."""
        return self.with_facts({})

    @property
    def results(self) -> dict[int, Any]:
        """The results, by the number of the game; of the system's own type."""
        return {entry.game: entry.fact for entry in self.entries if entry.fact.kind == PLAYED}

    def with_facts(self, instead: Mapping[int, FactValue | None]) -> Story[Any]:
        """Return the story with some facts, by id, replaced or (None) left out."""
        found: dict[int, list[FactValue]] = {}
        for entry in (*self.plans.values(), *self.entries):
            fact = instead.get(entry.id, entry.fact)
            if fact is not None:
                found.setdefault(entry.game, []).append(fact)
        return story_of(self.seats, found, self.opening)


@dataclass(frozen=True, slots=True)
class GameFacts:
    """All facts of a one-off game but withdrawn ones."""

    planned: Planned[Any, Any]
    played: Played[Any] | None = None
    note: str = ""
    names: Names = field(default=NO_NAMES, compare=False)


class SetupLost(RulesError):
    """A game's set-up was not stored, and its box can no longer draw it from its seed."""
