"""Rows as values: what the tables hold, as the values that a game system works with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from campaign.models import Campaign, Fact, Game
from campaign.models.games import NOTE, PLANNED, PLAYED
from campaign.records.parties import party_of
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.facts import Planned, Played
from campaign.rules.core.serialize import SerializeError, from_plain
from campaign.rules.core.story import Story, story_of
from campaign.rules.registry import campaign_rules, one_off_rules

# --- facts: every kind of every system is one column, read and written by its type ---


def fact_of(row: Fact) -> FactValue:
    """Return a stored fact as the rules of its game read it."""
    game = row.game
    return read_fact(row.kind, row.payload, game.system, in_campaign=game.campaign_id is not None)


def read_fact(kind: str, payload: Any, system: str, *, in_campaign: bool) -> FactValue:
    """Return the fact of a payload."""
    types: Mapping[str, Any] = (campaign_rules if in_campaign else one_off_rules)(system).facts
    if kind not in types:
        raise LookupError(f"{kind} in {system}")
    try:
        fact: FactValue = from_plain(types[kind], payload)
    except SerializeError:
        if kind != PLANNED or in_campaign or payload.get("setup") is None:
            raise
        # A set-up that another version stored and this one cannot read is drawn again.
        return read_fact(kind, {**payload, "setup": None}, system, in_campaign=False)
    return fact


# --- records: all that stands in a campaign or in a one-off game, read in one go ---


@dataclass(frozen=True, slots=True)
class Entry:
    """A standing fact with what the engine does not need: its id, and the change it came by."""

    id: int
    game: int  # its number in the campaign
    fact: FactValue
    change: int = 0


@dataclass(frozen=True)
class Record:
    """All that stands in a campaign; ``entries`` leaves out the plans, which are the games."""

    seats: tuple[Any, ...]  # of its system's own type
    entries: tuple[Entry, ...]
    plans: Mapping[int, Entry]  # by the number of the game

    @cached_property
    def story(self) -> Any:
        """All facts in the order of replay: a ``Story`` of its system's own seats."""
        return self.with_facts({})

    @property
    def results(self) -> dict[int, Any]:
        """How each game that was played ended, by its number: facts of its system."""
        return {entry.game: entry.fact for entry in self.entries if entry.fact.kind == PLAYED}

    def with_facts(self, instead: Mapping[int, FactValue | None]) -> Story[Any]:
        """Return the story with other facts in some places, by the id of each, or without them."""
        found: dict[int, list[FactValue]] = {}
        for entry in (*self.plans.values(), *self.entries):
            fact = instead.get(entry.id, entry.fact)
            if fact is not None:
                found.setdefault(entry.game, []).append(fact)
        return story_of(self.seats, found)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """All that stands in a one-off game."""

    planned: Planned[Any, Any]
    played: Played[Any] | None = None
    note: str = ""


def record_of(campaign: Campaign) -> Record:
    """Read all that stands in a campaign."""
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
    """Read all that stands in a one-off game."""
    return game_records([game])[game.pk]


def game_records(games: Iterable[Game]) -> dict[int, GameRecord]:
    """Read all that stands in some one-off games, by their ids."""
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
