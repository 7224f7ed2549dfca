"""From rows to the values that a game system's rules work with, secrets included.

No page reads them here (import-linter says so), but by :mod:`campaign.selectors.seeing`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from campaign.models import Campaign, Fact, Game
from campaign.models.games import NOTE, PLANNED, PLAYED
from campaign.packs import get_shelf
from campaign.records import NO_NAMES, CampaignFacts, Entry, GameFacts, Names, SetupLost
from campaign.records.members import member_names, member_names_by_game, named
from campaign.records.own_tables import party_rows
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_stored
from campaign.rules.core.system import CampaignRules, OneOff, seeded
from campaign.rules.registry import campaign_rules, one_off_rules

ReadNames = Callable[[Any], Names]  # of the members of a record

# --- facts: one JSON column, read as the dataclass of the kind ---


def rules_of(game: Game) -> CampaignRules[Any, Any, Any] | OneOff[Any, Any, Any, Any]:
    """Return the rules by which a game is played: those of campaigns, or of one-off games."""
    in_campaign = game.campaign_id is not None
    return campaign_rules(game.system) if in_campaign else one_off_rules(game.system)


def fact_of(row: Fact, names: Names | None = None) -> FactValue:
    """Return a stored fact as a value of its system's type.

    ``names`` are those of the members of its record, if they were read already.
    """
    if names is None:
        names = member_names(row.game.record)
    return read_fact(row.kind, row.payload, rules_of(row.game).facts, names)


def read_fact(
    kind: str, payload: Any, types: Mapping[str, Any], names: Names = NO_NAMES
) -> FactValue:
    """Return the fact of a payload.

    ``types`` are those of its system, by kind; ``names`` those of the members of its record.
    """
    try:
        fact: FactValue = from_stored(types[kind], named(types[kind], payload, names))
    except SerializeError:
        if kind != PLANNED or payload.get("setup") is None:
            raise
        # A set-up stored by another version that this one cannot read is drawn again.
        return read_fact(kind, {**payload, "setup": None}, types, names)
    return fact


# --- records ---


def facts_of(campaign: Campaign, read_names: ReadNames = member_names) -> CampaignFacts:
    """Read the record of a campaign; the names last, which may refresh the campaign."""
    facts = Fact.objects.not_withdrawn().filter(game__campaign=campaign, game__withdrawn=None)
    columns = ("pk", "game__number", "kind", "payload", "recorded", "game__code")
    rows = list(facts.order_by("game__number", "place").values_list(*columns))
    rules = campaign_rules(campaign.system)
    seats = party_rows(campaign).read(campaign)
    types, names = rules.facts, read_names(campaign)
    every = [
        Entry(pk, number, read_fact(kind, payload, types, names), change)
        for pk, number, kind, payload, change, _code in rows
    ]
    plans = {entry.game: entry for entry in every if entry.fact.kind == PLANNED}
    entries = tuple(entry for entry in every if entry.fact.kind != PLANNED)
    return CampaignFacts(
        seats,
        entries,
        plans,
        opening_of(campaign, rules, names),
        codes={number: code for _pk, number, _kind, _payload, _change, code in rows},
        names=names,
    )


def opening_of(campaign: Campaign, rules: CampaignRules[Any, Any, Any], names: Names) -> Any:
    """Return what a campaign began with beside its party; None where its system has no more."""
    if rules.opening is None or campaign.opening is None:
        return None
    return from_stored(rules.opening, named(rules.opening, campaign.opening, names))


def facts_of_game(game: Game, read_names: ReadNames = member_names) -> GameFacts:
    """Read the record of a one-off game; the names last, which may refresh the game."""
    return facts_of_games([game], lambda _games: {game.pk: read_names(game)})[game.pk]


def facts_of_games(
    games: Iterable[Game],
    read_names: Callable[[Iterable[int]], Mapping[int, Names]] = member_names_by_game,
) -> dict[int, GameFacts]:
    """Read the records of one-off games, by their ids; a game deleted meanwhile is left out."""
    systems = {game.pk: game.system for game in games}
    facts: dict[int, dict[str, Any]] = {pk: {} for pk in systems}
    rows = list(Fact.objects.not_withdrawn().filter(game__in=systems).order_by("place"))
    names = read_names(systems)
    for row in rows:
        types = one_off_rules(systems[row.game_id]).facts
        fact = read_fact(row.kind, row.payload, types, names.get(row.game_id, NO_NAMES))
        facts[row.game_id][row.kind] = fact
    without = {pk for pk, found in facts.items() if PLANNED not in found}
    gone = without.difference(Game.objects.filter(pk__in=without).values_list("pk", flat=True))
    return {
        pk: GameFacts(
            planned=found[PLANNED],
            played=found.get(PLAYED),
            note=found[NOTE].text if NOTE in found else "",
            names=names.get(pk, NO_NAMES),
        )
        for pk, found in facts.items()
        if pk not in gone
    }


def setup_of(game: Game, facts: GameFacts) -> Any:
    """Return a game's set-up; if it was never stored, draw it from the seed again."""
    planned = facts.planned
    if planned.setup is not None:
        return planned.setup
    rules, shelf = one_off_rules(game.system), get_shelf(game.system)
    try:
        return rules.draw(shelf, planned.choices, seeded(planned.seed))
    except RulesError as error:
        raise SetupLost(error.problems) from error
