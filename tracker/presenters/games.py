"""A game's page: what was recorded and by whom, what the players wrote."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from campaign.models import Change, Fact, Game, Person
from campaign.models.games import PLAYED
from campaign.records import fact_of
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.facts import Noted
from campaign.selectors.history import Happening
from tracker.systems.registry import record_words
from tracker.words import who
from tracker.words.history import change


@dataclass(frozen=True, slots=True)
class Written:
    """Entries in words that one person recorded on one day."""

    who: str
    at: datetime.datetime
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordedFact:
    """A fact that stands, with the change it came by."""

    id: int
    fact: FactValue
    change: Change

    @property
    def who(self) -> str:
        """Return who recorded it."""
        return who(self.change)


def recorded_facts(game: Game) -> tuple[RecordedFact, ...]:
    """Return what stands in a game, the plan first."""
    rows = Fact.objects.standing().filter(game=game).select_related("recorded__person")
    found = []
    for row in rows.order_by("place"):
        row.game = game
        row.recorded.campaign = game.campaign  # asked for, if nobody signed; it is at hand
        found.append(RecordedFact(row.pk, fact_of(row), row.recorded))
    return tuple(found)


def written(game: Game, facts: tuple[RecordedFact, ...]) -> Iterator[Written]:
    """Yield what was recorded in a campaign's game, the plan first; a person's day is one."""
    words = record_words(game.campaign or game)
    entries = [each for each in facts if not isinstance(each.fact, Noted)]
    for (name, _day), group in groupby(entries, key=lambda each: (each.who, each.change.at.date())):
        found = list(group)
        said = (words.facts([each.fact]) for each in found)
        yield Written(name, found[0].change.at, tuple(said))


def recorded_by(game: Game) -> str:
    """Return who recorded the result of a one-off game, by the name they go by now."""
    results = game.facts.standing().filter(kind=PLAYED)
    return str(Person.objects.filter(change__recorded_facts__in=results).first() or "")


def changes(game: Game, happened: Iterable[Happening]) -> tuple[Written, ...]:
    """Return writes to a one-off game in words."""
    words = record_words(game)
    return tuple(
        Written(who(each.change), each.change.at, (change(each, words),)) for each in happened
    )
