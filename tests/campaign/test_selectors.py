"""Reads: state, sheets, results, history; few queries, and no old answer."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from campaign.memory import SHEET, memory
from campaign.models import Campaign, Change, ChangeKind, Fact, Game, Invite
from campaign.rules.aeons_end.legacy.decisions import StepKind
from campaign.rules.aeons_end.legacy.facts import Noted, Planned, SealOpened, SectionUnlocked
from campaign.selectors.campaigns import (
    campaign_facts,
    campaign_sheet,
    campaign_state,
)
from campaign.selectors.history import events_of, history, history_by_game
from campaign.services.campaigns import campaign_fork, campaign_rename
from campaign.services.facts import fact_replace, fact_withdraw
from campaign.services.games import game_undo
from campaign.services.writes import Stale
from tests.campaign.factories import (
    EVENING,
    LOSS,
    amend_game,
    finished_campaign,
    long_campaign,
    person,
    plan,
    planned_campaign,
    play_game,
    played_campaign,
    played_through,
    record,
    record_loss,
    record_win,
    settle_all,
    settled_campaign,
    signed,
    start_campaign,
    third_chapter,
)
from tests.marks import thorough
from tracker.systems.aeons_end.shared.selectors import campaign_next_step, namer_of, results_table

pytestmark = pytest.mark.django_db

COLD_RECORD = 3  # mages, facts; and the stamp once more
HISTORY = 3  # how many changes, changes, facts


@pytest.fixture(autouse=True)
def _cold() -> None:
    memory.clear()


# --- how many queries ---

few_and_many = pytest.mark.parametrize("games", [3, 30, thorough(300)])


@few_and_many
def test_a_cold_record_takes_as_many_queries_for_few_games_as_for_many(
    games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    campaign = Campaign.objects.get(pk=long_campaign(games).pk)
    memory.clear()
    with django_assert_num_queries(COLD_RECORD):
        facts = campaign_facts(campaign)
    assert len(facts.story.games) == games


def test_a_campaign_with_every_kind_of_fact_takes_no_more(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    campaign = Campaign.objects.get(pk=finished_campaign(mages=4).pk)
    memory.clear()
    with django_assert_num_queries(COLD_RECORD):
        campaign_facts(campaign)


@few_and_many
def test_everything_that_is_derived_takes_no_further_query(
    games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    campaign = long_campaign(games)
    campaign_facts(campaign)
    with django_assert_num_queries(0):
        campaign_state(campaign)
        campaign_state(campaign, after=2)
        campaign_next_step(campaign)
        results_table(campaign)
        campaign_sheet(campaign)
        campaign_sheet(campaign, game=2)


@pytest.mark.parametrize("games", [3, 20])
def test_the_history_takes_as_many_queries_for_few_games_as_for_many(
    games: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    campaign = settled_campaign()
    for _ in range(games - 1):
        plan(campaign)
        record_loss(campaign)
        game_undo(**signed(campaign), game=2)
    with django_assert_max_num_queries(HISTORY):
        happened = history(campaign)
        for event in happened:
            assert str(event.change.person) == "Zuza"
            assert all(fact.game.number for fact in event.recorded)
    assert (len(happened) == 50) is (games == 20)


def test_a_page_of_history_of_a_campaign_told_at_once_takes_no_more_either(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    campaign = long_campaign(60)
    with django_assert_num_queries(HISTORY):
        happened = history(campaign)
    assert len([f for f in happened[0].recorded if f.kind == "planned"]) == 60


@few_and_many
def test_a_write_takes_as_many_queries_for_few_games_as_for_many(games: int) -> None:
    campaign = long_campaign(games)
    signature = signed(campaign)
    with CaptureQueriesContext(connection) as queries:
        amend_game(**signature, game=2, tally=LOSS)
    assert len(queries) <= 25


# --- the database finds what is asked for ---

READS: dict[str, Callable[[Campaign], object]] = {
    "mages": lambda c: c.mages.all(),
    "games": lambda c: c.games.not_withdrawn(),
    "facts": lambda c: (
        Fact.objects.not_withdrawn()
        .filter(game__campaign=c, game__withdrawn=None)
        .order_by("game__number", "place")
    ),
    "history": lambda c: c.changes.select_related("person").order_by("-pk")[:51],
    "facts of writes": lambda c: Fact.objects.filter(recorded__in=[1, 2]),
    "facts withdrawn by writes": lambda c: Fact.objects.filter(withdrawn__in=[1, 2]),
    "what changed since": lambda c: c.changes.filter(revision__gt=3).order_by("revision"),
    "a form sent before": lambda c: c.changes.filter(token="x"),
    "a form that started": lambda c: Change.objects.filter(person=1, token="x", kind="start"),
    "an invite": lambda c: Invite.objects.open().filter(selector="x"),
    "a code": lambda c: Campaign.objects.filter(code="ABC"),
    "a game": lambda c: Game.objects.not_withdrawn().filter(campaign=c, number=3),
}


@pytest.mark.parametrize("name", READS)
def test_no_read_looks_through_a_whole_table(name: str) -> None:
    campaign = long_campaign(30)
    queryset = READS[name](campaign)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # A small table is read whole because that is quicker: ask what it could do.
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("ANALYZE")
    explained = queryset.explain()  # type: ignore[attr-defined]
    whole = re.findall(r"Seq Scan on (\w+)|^\d+ \d+ \d+ SCAN (\w+)$", explained, re.MULTILINE)
    assert not whole, explained


# --- the state, now and then ---


def test_the_state_after_each_game_is_what_it_was_then() -> None:
    campaign = start_campaign()
    then = [campaign_state(campaign)]
    for _ in range(3):
        play_game(campaign)
        then.append(campaign_state(campaign))
    assert [campaign_state(campaign, after=n) for n in range(4)] == then


@pytest.mark.parametrize(("after", "games"), [(-(10**30), 0), (-1, 0), (0, 0), (1, 1), (2, 2)])
def test_before_the_first_game_there_is_none(after: int, games: int) -> None:
    campaign = played_through(2)
    assert len(campaign_state(campaign, after=after).games) == games


@pytest.mark.parametrize("after", [2, 3, 10**12, 10**30])
def test_after_the_last_game_is_now(after: int) -> None:
    campaign = played_through(2)
    assert campaign_state(campaign, after=after) is campaign_state(campaign)


def test_absurd_numbers_fill_no_memory() -> None:
    campaign = played_through(2)
    campaign_sheet(campaign)
    campaign_state(campaign, after=0)
    held = len(memory._held)
    for number in range(-500, 0):
        campaign_state(campaign, after=number)
        campaign_state(campaign, after=10**9 - number)
        assert campaign_sheet(campaign, game=number) is None
        assert campaign_sheet(campaign, game=10**9 - number) is None
    assert len(memory._held) == held


def test_memory_forgets_what_was_not_asked_for_in_long() -> None:
    campaigns = [start_campaign() for _ in range(3)]
    memory._size, size = 4 * SHEET, memory._size
    try:
        for campaign in campaigns:
            campaign_state(campaign)
        assert len(memory._held) == 4
    finally:
        memory._size = size


# --- no old answer ---


def test_a_write_is_seen_at_once_by_who_holds_an_older_campaign() -> None:
    campaign = planned_campaign()
    older = Campaign.objects.get(pk=campaign.pk)
    record_win(campaign)
    memory.clear()  # another process: it has never seen this campaign
    assert len(campaign_facts(older).story.games[1]) == 2
    assert (older.revision, older.stamp) == (campaign.revision, campaign.stamp)


def test_what_was_read_anew_is_not_remembered_under_the_older_stamp() -> None:
    campaign = planned_campaign()
    first, second = (Campaign.objects.get(pk=campaign.pk) for _ in range(2))
    record_win(campaign)
    memory.clear()
    for stale in (first, second):
        sheet = campaign_sheet(stale)
        assert sheet is not None
        # What is shown and the revision that a form on the page will carry belong together.
        assert len(campaign_facts(stale).story.games[1]) == 2
        assert stale.revision == campaign.revision


def test_who_has_seen_the_older_record_keeps_its_revision_and_is_told() -> None:
    campaign = planned_campaign()
    seen = Campaign.objects.get(pk=campaign.pk)
    campaign_facts(seen)
    record_win(campaign)
    assert len(campaign_facts(seen).story.games[1]) == 1
    with pytest.raises(Stale):
        record_win(seen)


def test_a_rename_changes_the_language_of_the_sheet() -> None:
    campaign = planned_campaign()
    english = campaign_sheet(campaign)
    renamed = campaign_rename(**signed(campaign), name="Watch", language="pl")
    polish = campaign_sheet(renamed)
    assert english is not None
    assert polish is not None
    assert (english.language, polish.language) == ("en", "pl")
    assert english.body.nemesis.name != polish.body.nemesis.name
    assert namer_of(renamed).language == "pl"


# --- sheets ---


def test_without_a_game_there_is_no_sheet() -> None:
    campaign = start_campaign()
    assert campaign_sheet(campaign) is None
    assert campaign_sheet(campaign, game=1) is None


def test_each_game_has_the_sheet_it_was_laid_out_from() -> None:
    campaign = third_chapter()
    sheets = [campaign_sheet(campaign, game=n) for n in (1, 2, 3)]
    assert [sheet.body.chapter for sheet in sheets if sheet] == [1, 2, 3]
    first, second, third = (sheet for sheet in sheets if sheet)
    assert "ancient-cyanolith" in {pile.id for pile in first.body.market}
    assert "ancient-cyanolith" not in {pile.id for pile in second.body.market}
    assert first.changes == ()
    assert third.changes
    assert campaign_sheet(campaign) == third


def test_a_sheet_is_the_same_once_its_game_is_settled_and_the_next_one_planned() -> None:
    campaign = settled_campaign()
    plan(campaign)
    record(campaign, SealOpened("envelope-2"))
    record(campaign, SectionUnlocked("S", "S"))
    laid_out = campaign_sheet(campaign)
    record_win(campaign)
    settle_all(campaign)
    plan(campaign)
    assert campaign_sheet(campaign, game=2) == laid_out


def test_the_latest_games_sheet_is_not_rewritten_by_its_own_aftermath() -> None:
    campaign = settled_campaign()
    plan(campaign)
    laid_out = campaign_sheet(campaign)
    assert laid_out is not None
    record_win(campaign)
    settle_all(campaign)
    after = campaign_sheet(campaign)
    assert after is not None
    assert after.body.market == laid_out.body.market
    assert [pile.key for pile in campaign_state(campaign).market] != [
        pile.id for pile in after.body.market
    ]
    assert after.restore != laid_out.restore, "what is put back is as it is now"


# --- results and previews ---


def test_the_results_table_has_a_row_for_each_game() -> None:
    campaign = settled_campaign()
    plan(campaign)
    rows = results_table(campaign)
    assert [row.nemesis for row in rows] == ["Maelstrom", "Hollow Regent 2"]
    assert (rows[0].played_on, rows[0].minutes) == (EVENING, 90)
    assert (rows[1].played_on, rows[1].minutes) == (None, None)
    assert rows[0].game.won


def test_the_next_step_follows_the_campaign() -> None:
    campaign = start_campaign()
    assert campaign_next_step(campaign).kind is StepKind.PLAN
    plan(campaign)
    assert campaign_next_step(campaign).kind is StepKind.PLAY
    record_win(campaign)
    assert campaign_next_step(campaign).kind is StepKind.AFTERMATH


def test_an_undo_withdraws_all_that_the_story_has_of_a_game() -> None:
    campaign = played_campaign()
    record(campaign, Noted("a note"))
    preview = campaign_facts(campaign).story.games[1]
    assert isinstance(preview[0], Planned)
    assert preview[-1] == Noted("a note")
    game_undo(**signed(campaign), game=1)
    withdrawn = campaign.changes.latest("pk").withdrawn_facts.count()
    assert withdrawn == len(preview)


def test_every_standing_fact_can_be_named_by_its_id() -> None:
    campaign = played_campaign()
    row = record(campaign, Noted("a note"))
    entries = {entry.id: entry for entry in campaign_facts(campaign).entries}
    assert entries[row.pk].fact == Noted("a note")
    assert entries[row.pk].game == 1


# --- history ---


def test_the_history_tells_who_did_what_the_latest_first() -> None:
    campaign = planned_campaign()
    marek = person("Marek")
    row = record(campaign, Noted("one"), person=marek)
    fact_replace(**signed(campaign), fact=row.pk, by=Noted("two"))
    game_undo(**signed(campaign, marek), game=1)
    undone, replaced, noted, planned, started = history(campaign)
    assert undone.change.person == marek
    assert [fact.kind for fact in undone.withdrawn] == ["planned", "note"]
    assert undone.withdrawn[1].payload == {"text": "two"}
    assert [fact.payload for fact in replaced.withdrawn] == [{"text": "one"}]
    assert [fact.payload for fact in replaced.recorded] == [{"text": "two"}]
    assert noted.change.person == marek
    assert [(fact.kind, fact.game.number) for fact in planned.recorded] == [("planned", 1)]
    assert started.recorded == ()


@pytest.mark.parametrize("page", [10**30, 0, -(10**30), "x", "9" * 5000])
def test_a_page_of_history_that_is_not_there_is_another(page: int | str) -> None:
    assert len(history_by_game(planned_campaign(), page=page, size=5)) == 2


def test_what_changed_since_can_be_told() -> None:
    campaign = planned_campaign()
    late = Campaign.objects.get(pk=campaign.pk)
    record_win(campaign)
    with pytest.raises(Stale) as caught:
        record_win(late)
    (happened,) = events_of(caught.value.changes)
    assert [fact.kind for fact in happened.recorded] == ["played"]


def test_a_withdrawn_fact_is_told_twice_when_it_came_and_when_it_went() -> None:
    campaign = planned_campaign()
    row = record(campaign, SealOpened("box-a"))
    fact_withdraw(**signed(campaign), fact=row.pk)
    went, came, *_ = history(campaign)
    assert went.withdrawn == came.recorded == (row,)


def test_a_fork_s_history_begins_with_the_fork_and_not_with_all_it_brought() -> None:
    campaign = settled_campaign()
    fork = campaign_fork(campaign=campaign, person=person("Marek"), after=1, name="Fork")
    (forked,) = history(fork)
    assert forked.recorded == ()
    assert forked.change.detail.name == campaign.name
    plan(fork)
    game_undo(**signed(fork), game=2)
    game_undo(**signed(fork), game=1)  # what the fork brought can be withdrawn like anything else
    assert len(history(fork)[0].withdrawn) == 4


def test_a_change_of_a_thousand_games_has_a_history() -> None:
    # As a file can bring them: an expression of SQLite has at most 1,000 terms.
    campaign = start_campaign()
    change = Change.objects.create(campaign=campaign, kind=ChangeKind.PLAN)
    common = {"campaign": campaign, "system": campaign.system, "pack_version": 1}
    games = Game.objects.bulk_create(Game(number=number, **common) for number in range(1, 1101))
    Fact.objects.bulk_create(
        Fact(game=game, kind="note", place=1, payload={"text": "x"}, recorded=change)
        for game in games
    )
    (event,) = events_of((change,))
    assert [fact.game.number for fact in event.recorded[:2]] == [1, 2]
    assert len(event.recorded) == 1100
