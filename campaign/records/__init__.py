"""From rows to the values that a game system's rules work with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from campaign.models import Campaign, Fact, Game
from campaign.models.games import NOTE, PLANNED, PLAYED
from campaign.records.parties import party_of
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.facts import Planned, Played
from campaign.rules.core.serialize import SerializeError, from_stored
from campaign.rules.core.story import Story, story_of
from campaign.rules.registry import campaign_rules, one_off_rules

# --- facts: one JSON column, read as the dataclass of the kind ---


def fact_of(row: Fact) -> FactValue:
    """Return a stored fact as a value of its system's type."""
    game = row.game
    return read_fact(row.kind, row.payload, game.system, in_campaign=game.campaign_id is not None)


def read_fact(kind: str, payload: Any, system: str, *, in_campaign: bool) -> FactValue:
    """Return the fact of a payload, as a value of its system's type."""
    types: Mapping[str, Any] = (campaign_rules if in_campaign else one_off_rules)(system).facts
    if kind not in types:
        raise LookupError(f"{kind} in {system}")
    try:
        fact: FactValue = from_stored(types[kind], payload)
    except SerializeError:
        if kind != PLANNED or in_campaign or payload.get("setup") is None:
            raise
        # A set-up stored by another version that this one cannot read is drawn again.
        return read_fact(kind, {**payload, "setup": None}, system, in_campaign=False)
    return fact


# --- records: all standing facts of a campaign or of a one-off game ---


@dataclass(frozen=True, slots=True)
class Entry:
    """A standing fact, with its row's id and the change that recorded it."""

    id: int
    game: int  # its number in the campaign
    fact: FactValue
    change: int


@dataclass(frozen=True)
class Record:
    """All standing facts of a campaign; ``entries`` are those that are no plans."""

    seats: tuple[Any, ...]  # of its system's own type
    entries: tuple[Entry, ...]
    plans: Mapping[int, Entry]  # by the number of the game

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
        return story_of(self.seats, found)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """All standing facts of a one-off game."""

    planned: Planned[Any, Any]
    played: Played[Any] | None = None
    note: str = ""


def record_of(campaign: Campaign) -> Record:
    """Read the record of a campaign."""
    facts = Fact.objects.standing().filter(game__campaign=campaign, game__withdrawn=None)
    columns = ("pk", "game__number", "kind", "payload", "recorded")
    rows = facts.order_by("game__number", "place").values_list(*columns)
    every = [
        Entry(pk, number, read_fact(kind, payload, campaign.system, in_campaign=True), change)
        for pk, number, kind, payload, change in rows
    ]
    plans = {entry.game: entry for entry in every if entry.fact.kind == PLANNED}
    entries = tuple(entry for entry in every if entry.fact.kind != PLANNED)
    return Record(party_of(campaign), entries, plans)


def game_record(game: Game) -> GameRecord:
    """Read the record of a one-off game."""
    return game_records([game])[game.pk]


def game_records(games: Iterable[Game]) -> dict[int, GameRecord]:
    """Read the records of one-off games, by the ids of the games."""
    systems = {game.pk: game.system for game in games}
    facts: dict[int, dict[str, Any]] = {pk: {} for pk in systems}
    for row in Fact.objects.standing().filter(game__in=systems).order_by("place"):
        fact = read_fact(row.kind, row.payload, systems[row.game_id], in_campaign=False)
        facts[row.game_id][row.kind] = fact
    return {
        pk: GameRecord(
            planned=found[PLANNED],
            played=found.get(PLAYED),
            note=found[NOTE].text if NOTE in found else "",
        )
        for pk, found in facts.items()
    }
