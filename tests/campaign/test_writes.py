"""What every write to a story has in common: signed, counted, refused when stale, done once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.memory import memory
from campaign.models import Campaign, Change, ChangeKind, Fact, Person
from campaign.rules.aeons_end.legacy.facts import Noted
from campaign.rules.core.keys import typed_key
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.aeons_end import mage_rename
from campaign.services.campaigns import (
    campaign_archive,
    campaign_rename,
)
from campaign.services.facts import fact_record, fact_replace, fact_withdraw, facts_record
from campaign.services.games import game_settle, game_undo
from campaign.services.writes import AlreadyDone, Stale
from tests.campaign.campaign_cache import built_once
from tests.campaign.factories import (
    EVENING,
    LOSS,
    WIN,
    amend_game,
    answer_all,
    everything,
    foe,
    join,
    keeper_of,
    last_game,
    person,
    plan,
    plan_game,
    planned_campaign,
    played_campaign,
    record,
    record_game,
    refused,
    settled_campaign,
    signed,
    start_campaign,
)

pytestmark = pytest.mark.django_db


@built_once
def noted() -> Campaign:
    campaign = planned_campaign()
    record(campaign, Noted("as we found it"))
    return campaign


@built_once
def answered() -> Campaign:
    return answer_all(played_campaign())


def latest(campaign: Campaign) -> int:
    """Return the id of the latest fact; 0 if it has been withdrawn."""
    rows = Fact.objects.not_withdrawn().filter(game__campaign=campaign).order_by("-pk")
    return rows[0].pk if rows else 0


@dataclass(frozen=True)
class Case:
    """A write: the campaign it is made to, the call, its kind, and what takes it back."""

    before: Callable[[], Campaign]
    write: Callable[..., Any]
    kind: ChangeKind
    back: Callable[..., Any] | None = None


def case(
    before: Callable[[], Campaign],
    service: Callable[..., Any],
    kind: ChangeKind,
    arguments: Callable[[Campaign], dict[str, Any]] = lambda _campaign: {},
    back: Callable[..., Any] | None = None,
) -> Case:
    return Case(before, lambda c, /, **by: service(**by, **arguments(c)), kind, back)


def undo(campaign: Campaign, /, **by: Any) -> None:
    game_undo(**by, game=last_game(campaign))


def withdraw(campaign: Campaign, /, **by: Any) -> None:
    fact_withdraw(**by, fact=latest(campaign))


def withdraw_both(campaign: Campaign, /, **by: Any) -> None:
    withdraw(campaign, **by)
    withdraw(campaign, **signed(campaign))


def win_again(campaign: Campaign, /, **by: Any) -> None:
    amend_game(**by, game=1, tally=WIN, played_on=EVENING, minutes=90)


def note_again(campaign: Campaign, /, **by: Any) -> None:
    fact_record(**by, game=1, fact=Noted("as we found it"))


def replace_again(campaign: Campaign, /, **by: Any) -> None:
    fact_replace(**by, fact=latest(campaign), by=Noted("as we found it"))


def rename_again(campaign: Campaign, /, **by: Any) -> None:
    mage_rename(**by, seat=1, name="Ilva", player="Player 1")


def plan_again(campaign: Campaign, /, **by: Any) -> None:
    plan_game(**by, foe=foe(1))


def two(c: Campaign) -> dict[str, Any]:
    return {"game": 1, "facts": [Noted("one"), Noted("two")]}


def note(c: Campaign) -> dict[str, Any]:
    return {"game": 1, "fact": Noted("one")}


def first(c: Campaign) -> dict[str, Any]:
    return {"game": 1}


def named(c: Campaign) -> dict[str, Any]:
    return {"name": "Another name"}


def mage(c: Campaign) -> dict[str, Any]:
    return {"seat": 1, "name": "Ilva the Grey", "player": "Zuza"}


K = ChangeKind
CASES = {
    "plan": case(start_campaign, plan_game, K.PLAN, lambda c: {"foe": foe(1)}, undo),
    "plan the second": case(settled_campaign, plan_game, K.PLAN, lambda c: {"foe": foe(2)}, undo),
    "win": case(
        planned_campaign, record_game, K.RECORD, lambda c: {"game": 1, "tally": WIN}, withdraw
    ),
    "lose": case(
        planned_campaign, record_game, K.RECORD, lambda c: {"game": 1, "tally": LOSS}, withdraw
    ),
    "amend": case(
        played_campaign, amend_game, K.AMEND, lambda c: {"game": 1, "tally": LOSS}, win_again
    ),
    "settle": case(answered, game_settle, K.SETTLE, first, withdraw),
    "undo": case(planned_campaign, game_undo, K.UNDO, first, plan_again),
    "record": case(planned_campaign, fact_record, K.RECORD, note, withdraw),
    "record two": case(planned_campaign, facts_record, K.RECORD, two, withdraw_both),
    "withdraw": case(noted, fact_withdraw, K.WITHDRAW, lambda c: {"fact": latest(c)}, note_again),
    "replace": case(
        noted,
        fact_replace,
        K.AMEND,
        lambda c: {"fact": latest(c), "by": Noted("another")},
        replace_again,
    ),
    "rename": case(start_campaign, campaign_rename, K.RENAME, named),
    "rename a mage": case(start_campaign, mage_rename, K.RENAME, mage, rename_again),
    "archive": case(start_campaign, campaign_archive, K.ARCHIVE),
    "reopen": case(
        start_campaign, campaign_archive, K.REOPEN, lambda _campaign: {"archived": False}
    ),
}
every_write = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())


@every_write
def test_a_write_is_signed_and_counted(case: Case) -> None:
    campaign = case.before()
    revision, stamp, changes = campaign.revision, campaign.stamp, campaign.changes.count()
    writer = person("Marek")
    case.write(campaign, **signed(campaign, writer), token="form-1")
    stored = Campaign.objects.get(pk=campaign.pk)
    assert stored.revision == campaign.revision == revision + 1
    assert stored.stamp == campaign.stamp != stamp
    assert campaign.changes.count() == changes + 1
    change = campaign.changes.latest("pk")
    assert (change.kind, change.person, change.token) == (case.kind, writer, "form-1")
    assert change.revision == revision + 1


@every_write
def test_a_stale_write_is_told_what_changed_and_by_whom(case: Case) -> None:
    campaign = case.before()
    late = Campaign.objects.get(pk=campaign.pk)
    marek, ola = person("Marek"), person("Ola")
    campaign_rename(**signed(campaign, marek), name="First")
    mage_rename(**signed(campaign, ola), seat=2, name="Torr", player="")
    before = everything()
    with pytest.raises(Stale) as caught:
        case.write(late, **signed(late))
    assert everything() == before
    since = [(change.person, change.kind, change.detail.name) for change in caught.value.changes]
    assert since == [(marek, ChangeKind.RENAME, "First"), (ola, ChangeKind.RENAME, "Torr")]
    assert caught.value.record.revision == late.revision + 2


@every_write
def test_the_same_form_twice_is_one_write(case: Case) -> None:
    campaign = case.before()
    seen = signed(campaign)
    case.write(campaign, **seen, token="form-1")
    before = everything()
    with pytest.raises(AlreadyDone) as caught:
        case.write(campaign, **seen, token="form-1")
    assert everything() == before
    assert caught.value.change == Change.objects.get(token="form-1")


@every_write
def test_a_token_of_another_campaign_is_no_token_of_this_one(case: Case) -> None:
    other = start_campaign()
    plan(other, token="form-1")
    campaign = case.before()
    case.write(campaign, **signed(campaign), token="form-1")
    assert Change.objects.filter(token="form-1").count() == 2


@every_write
def test_a_revision_that_never_was_is_stale(case: Case) -> None:
    campaign = case.before()
    before = everything()
    for revision in (0, -1, 10**9, 10**12, 10**30):
        with pytest.raises(Stale):
            case.write(campaign, **(signed(campaign) | {"revision": revision}))
    assert everything() == before


@every_write
@pytest.mark.parametrize(
    ("token", "code"), [("x" * 41, "text.too_long"), ("a\0b", "text.forbidden")]
)
def test_a_token_that_no_column_holds_is_refused(case: Case, token: str, code: str) -> None:
    campaign = case.before()
    with refused(code) as caught:
        case.write(campaign, **signed(campaign), token=token)
    assert caught.value.problems[0].path == "token"


@pytest.mark.parametrize(
    "case",
    [case for case in CASES.values() if case.back],
    ids=[name for name, case in CASES.items() if case.back],
)
def test_taking_a_write_back_gives_the_state_before_it(case: Case) -> None:
    campaign = case.before()
    story, state = campaign_facts(campaign).story, campaign_state(campaign)
    case.write(campaign, **signed(campaign))
    assert campaign_facts(campaign).story != story
    assert case.back is not None
    case.back(campaign, **signed(campaign))
    assert campaign_facts(campaign).story == story
    assert campaign_state(campaign) == state


@every_write
def test_a_write_is_the_same_whether_its_story_is_remembered_or_read(case: Case) -> None:
    told = []
    for forget in (True, False):
        campaign = case.before()
        campaign_facts(campaign)
        if forget:
            memory.clear()
        case.write(campaign, **signed(campaign))
        written = campaign_facts(campaign).story
        memory.clear()
        assert campaign_facts(campaign).story == written
        told.append(written)
    assert told[0] == told[1]


def test_a_write_asks_less_of_the_database_when_its_story_is_remembered() -> None:
    asked = []
    campaign = planned_campaign()
    for forget in (True, False):
        campaign_facts(campaign)
        if forget:
            memory.clear()
        with CaptureQueriesContext(connection) as queries:
            record(campaign, Noted("What a night."))
        asked.append(len(queries))
    read, remembered = asked
    assert remembered <= read - 2


@every_write
def test_a_write_to_one_campaign_leaves_the_others_alone(case: Case) -> None:
    other = played_campaign(name="Next door")
    others = {"campaign_id": other.pk}
    before = (
        Campaign.objects.filter(pk=other.pk).values().get(),
        list(other.games.values()),
        list(Fact.objects.filter(game__campaign=other).values()),
        list(Change.objects.filter(**others).values()),
    )
    campaign = case.before()
    case.write(campaign, **signed(campaign))
    after = (
        Campaign.objects.filter(pk=other.pk).values().get(),
        list(other.games.values()),
        list(Fact.objects.filter(game__campaign=other).values()),
        list(Change.objects.filter(**others).values()),
    )
    assert after == before


def test_what_people_do_makes_no_entry_stale() -> None:
    campaign = planned_campaign()
    seen = signed(campaign)
    join(campaign, person("Marek"))
    keeper = keeper_of(campaign)
    assert isinstance(keeper, Person)
    Change.objects.create(campaign=campaign, revision=None, kind=ChangeKind.PEOPLE, person=keeper)
    record_game(**seen, game=1, tally=WIN)


def test_somebody_who_is_gone_stays_in_the_log_without_a_name() -> None:
    campaign = planned_campaign()
    marek = person("Marek")
    record(campaign, Noted("from Marek"), person=marek)
    marek.delete()
    change = campaign.changes.latest("pk")
    assert change.person is None
    assert Fact.objects.not_withdrawn().filter(recorded=change).count() == 1


def test_a_letter_typed_as_one_character_or_as_two_is_the_same_name() -> None:
    assert typed_key("Caf\u00e9") == typed_key("Cafe\u0301")
