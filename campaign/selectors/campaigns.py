"""Reads of campaigns: the record, the state now or after a game, set-up sheets."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from django.db.models import Exists, OuterRef, QuerySet

from campaign.memory import SHEET, memory
from campaign.models import Campaign, Fact, Game, Person, Record
from campaign.models.campaigns import CampaignQuerySet
from campaign.models.games import PLANNED, PLAYED
from campaign.packs import get_pack
from campaign.records import CampaignFacts, Entry, Names
from campaign.records.members import refreshed_names
from campaign.records.reading import facts_of
from campaign.rules.core.facts import Ended
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.registry import campaign_rules

Row = TypeVar("Row", bound=Record)
T = TypeVar("T")


def campaign_facts(campaign: Campaign) -> CampaignFacts:
    """Return the record; if it is newer than ``campaign``, refresh the stamp and revision."""
    return cached_record(campaign, facts_of, ["stamp", "revision"])


def cached_record(
    row: Row, read: Callable[[Row, Callable[[Row], Names]], T], columns: list[str]
) -> T:
    """Read the record of a campaign or a one-off game, cached by its stamp.

    The row's ``columns`` are refreshed with it, so that both are of one revision: with the names of
    its members, in one query.
    """
    held = memory.get((row.stamp, "record"))
    if held is not None:
        return held  # type: ignore[return-value] # a stamp is never used twice
    while True:
        stamp = row.stamp
        record = read(row, lambda row: refreshed_names(row, columns))
        if row.stamp == stamp:
            break  # else somebody wrote between queries
    # Under the stamp that was read with it, which may be newer than the caller's.
    memory.set((row.stamp, "record"), record, _weight(record))
    return record


def read_consistently(row: Row, read: Callable[[Row], T]) -> T:
    """Read something of a record, and refresh it; again, if somebody wrote between queries."""
    while True:
        stamp = row.stamp
        found = read(row)
        row.refresh_from_db()
        if row.stamp == stamp:
            return found


def facts_at(campaign: Campaign, stamp: str) -> CampaignFacts:
    """Return the record at a stamp, of a campaign that is locked and not yet written to."""
    held = memory.get((stamp, "record"))
    if isinstance(held, CampaignFacts):
        return held
    facts = facts_of(campaign)
    memory.set((stamp, "record"), facts, _weight(facts))
    return facts


def standing_entry(campaign: Campaign, fact: int) -> Entry | None:
    """Return an entry by the id of its fact, or what has replaced it; None if it was deleted."""
    standing = {entry.id: entry for entry in campaign_facts(campaign).entries}
    if fact in standing:
        return standing[fact]
    rows = Fact.objects.filter(game__campaign=campaign).exclude(replaces=None)
    followed_by = dict(rows.values_list("replaces", "pk"))
    while fact in followed_by:
        fact = followed_by.pop(fact)
    return standing.get(fact)


def campaign_state(campaign: Campaign, *, after: int | None = None) -> Any:
    """Return the state now, or as it was when a game had been settled."""
    facts = campaign_facts(campaign)
    story = facts.story
    pack, rules = get_pack(campaign.system), campaign_rules(campaign.system)
    if after is not None:
        # One cache key for each state that exists, whatever number is in the URL.
        after = max(after, 0)
        after = None if after >= len(story.games) else after
    return memory.get_or_set(
        (campaign.stamp, "state", after),
        lambda: rules.state_of(story if after is None else story.until(after), pack),
        _weight(facts),
    )


def _weight(record: object) -> int:
    """Return how much of the cache a record takes, or a state that is replayed from it."""
    entries = len(record.entries) + len(record.plans) if isinstance(record, CampaignFacts) else 0
    return max(entries, SHEET)


def campaign_sheet(
    campaign: Campaign, *, game: int | None = None, language: str | None = None
) -> SetupSheet[Any] | None:
    """Return the sheet of a game, by default the latest; None if there is no such game.

    A game that is not yet played is set up from the current state; one that has a result keeps the
    sheet it was played with, whatever its aftermath changed. Only what comes before the latest game
    and what is put back after it are as they are now.
    """
    last = len(campaign_facts(campaign).story.games)
    number = last if game is None else game
    if not 1 <= number <= last:
        return None
    language = language or campaign.language
    key = (campaign.stamp, "sheet", number, language)
    return memory.get_or_set(key, lambda: _sheet(campaign, number, language))


def amend_preview(
    campaign: Campaign,
    *,
    game: int,
    played: Ended,
    along: FactValue | None = None,
    facts: CampaignFacts | None = None,
) -> tuple[Entry, ...]:
    """Return the facts of a game's aftermath that another result would withdraw.

    ``along`` is entered with the result, in place of any of its kind.
    """
    facts = facts or campaign_facts(campaign)
    mine = [entry for entry in facts.entries if entry.game == game]
    old = next(entry for entry in mine if entry.fact.kind == PLAYED)
    replaced = [entry for entry in mine if along is not None and entry.fact.kind == along.kind]
    left_out: dict[int, FactValue | None] = {entry.id: None for entry in replaced}
    amended = facts.with_facts({**left_out, old.id: played}).until(game)
    if along is not None:
        amended = amended.with_fact(game, along)
    unfit = campaign_rules(campaign.system).unfit(amended, get_pack(campaign.system), game)
    going = [*unfit, *(entry.fact for entry in replaced)]
    return tuple(entry for entry in mine if any(entry.fact is fact for fact in going))


def _sheet(campaign: Campaign, number: int, language: str) -> SetupSheet[Any]:
    story = campaign_facts(campaign).story
    pack, rules = get_pack(campaign.system), campaign_rules(campaign.system)

    def set_up(game: int) -> Any:
        return rules.state_of(rules.as_set_up(story, pack, game), pack)

    def sheet(state: Any) -> SetupSheet[Any]:
        return rules.setup_sheet(state, pack, before=before, language=language)

    before = set_up(number - 1) if number > 1 else None
    if number < len(story.games):
        return sheet(set_up(number))
    now = sheet(campaign_state(campaign))
    if all(fact.kind != PLAYED for fact in story.games[number]):
        return now
    return replace(sheet(set_up(number)), before=now.before, restore=now.restore)


def campaigns_of(person: Person) -> CampaignQuerySet:
    """Return the campaigns that a person is a member of."""
    return Campaign.objects.of(person)


def with_plan(campaigns: CampaignQuerySet, **holding: object) -> CampaignQuerySet:
    """Keep the campaigns that have planned a game with such values."""
    values = {f"payload__{name}": value for name, value in holding.items()}
    plans = Fact.objects.not_withdrawn().filter(game=OuterRef("pk"), kind=PLANNED, **values)
    # Through the games: with a join SQLite would scan all facts.
    games = Game.objects.filter(Exists(plans))
    return campaigns.filter(Exists(games.filter(campaign=OuterRef("pk"))))


def people_of(campaign: int | None) -> QuerySet[Person]:
    """Return the members of a campaign, by its id; nobody without one."""
    if campaign is None:
        return Person.objects.none()
    return Person.objects.filter(memberships__campaign=campaign)
