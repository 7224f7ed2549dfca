"""Campaigns: start, rename, fork, archive, reopen, delete."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Campaign, Change, ChangeKind, Fact, Membership, Person, Role
from campaign.models.records import CODE_ALPHABET, CODE_LENGTH
from campaign.rules.aeons_end.legacy.facts import Noted, Seat, Verdict
from campaign.selectors.campaigns import campaign_facts, campaign_sheet, campaign_state
from campaign.services.aeons_end import mage_rename
from campaign.services.campaigns import (
    campaign_archive,
    campaign_delete,
    campaign_fork,
    campaign_rename,
    campaign_start,
)
from campaign.services.facts import fact_withdraw
from campaign.services.people import invite_make
from tests.campaign.factories import (
    LOSS,
    WIN,
    amend_game,
    everything,
    join,
    keeper_of,
    long_campaign,
    party,
    person,
    plan,
    planned_campaign,
    play_game,
    played_campaign,
    played_through,
    record,
    record_loss,
    refused,
    settle_all,
    settled_campaign,
    signed,
    start_campaign,
)
from tracker.systems.aeons_end.shared.selectors import results_table

pytestmark = pytest.mark.django_db


def rows_of(campaign: Campaign) -> dict[str, list[Mapping[str, object]]]:
    """Return every row of one campaign."""
    facts = Fact.objects.filter(game__campaign=campaign)
    return {
        "campaign": list(Campaign.objects.filter(pk=campaign.pk).values()),
        "mages": list(campaign.mages.values()),
        "sessions": list(campaign.games.values()),
        "changes": list(campaign.changes.values()),
        "facts": list(facts.order_by("pk").values()),
        "members": list(campaign.memberships.values()),
    }


# --- start ---


def test_who_starts_a_campaign_keeps_it() -> None:
    zuza = person()
    campaign = campaign_start(
        person=zuza, name="  The  Long Watch ", seats=party(3), system="aeons-end-legacy"
    )
    assert campaign.name == "The Long Watch"
    assert campaign.revision == 1
    assert keeper_of(campaign) == zuza
    assert [mage.name for mage in campaign.mages.all()] == ["Ilva", "Torrin", "Maes"]
    change = campaign.changes.get()
    assert (change.kind, change.revision, change.person) == (ChangeKind.START, 1, zuza)
    assert campaign_state(campaign).seats == party(3)


def test_a_code_is_short_and_hard_to_guess() -> None:
    codes = {start_campaign().code for _ in range(20)}
    assert len(codes) == 20
    assert all(len(code) == CODE_LENGTH and set(code) <= set(CODE_ALPHABET) for code in codes)


def test_the_same_form_twice_starts_one_campaign() -> None:
    zuza = person()
    campaign = start_campaign(person=zuza, token="form-1")
    before = everything()
    assert start_campaign(person=zuza, token="form-1") == campaign
    assert everything() == before


def test_somebody_else_s_token_is_another() -> None:
    start_campaign(person=person(), token="form-1")
    start_campaign(person=person(), token="form-1")
    assert Campaign.objects.count() == 2


def seats(**changes: Any) -> tuple[Seat, ...]:
    """Return two mages, the second of whom is changed."""
    first, second = party(2)
    return first, replace(second, **changes)


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ({"name": ""}, ["campaign.name_missing"]),
        ({"name": " \t\n"}, ["campaign.name_missing"]),
        ({"name": "\u200b\u2060"}, ["campaign.name_missing"]),
        ({"name": "x" * 81}, ["text.too_long"]),
        ({"name": "a\0b"}, ["text.forbidden"]),
        ({"name": "\0"}, ["text.forbidden"]),
        ({"name": "\udfff"}, ["text.forbidden"]),
        ({"system": "chess"}, ["campaign.system_unknown"]),
        ({"system": "aeons-end-war-eternal"}, ["campaign.system_unknown"]),
        ({"system": "../../etc/passwd"}, ["campaign.system_unknown"]),
        ({"language": "es"}, ["campaign.language_unknown"]),
        ({"language": "en" * 50}, ["campaign.language_unknown"]),
        ({"language": ""}, ["campaign.language_unknown"]),
        ({"token": "x" * 41}, ["text.too_long"]),
        ({"seats": ()}, ["party.size"]),
        (
            {"seats": (*party(4), Seat(5, "green", "a", "Five"))},
            ["party.size", "party.colour_twice"],
        ),
        ({"seats": seats(number=3)}, ["party.seats"]),
        ({"seats": seats(number=-1)}, ["party.seats"]),
        ({"seats": seats(number=10**12)}, ["party.seats"]),
        ({"seats": seats(colour="green")}, ["party.colour_twice"]),
        ({"seats": seats(colour="mauve")}, ["party.colour"]),
        ({"seats": seats(side="c")}, ["party.side"]),
        ({"seats": seats(name=" ")}, ["party.name_missing"]),
        ({"seats": seats(name=" ILVA ")}, ["party.name_twice"]),
        ({"seats": seats(name="x" * 61)}, ["text.too_long"]),
        ({"seats": seats(player="x" * 61)}, ["text.too_long"]),
        ({"seats": seats(player="\0")}, ["text.forbidden"]),
        (
            {"name": "", "language": "xx", "seats": seats(colour="", side="", name="", number=9)},
            [
                "campaign.name_missing",
                "campaign.language_unknown",
                "party.seats",
                "party.colour",
                "party.side",
                "party.name_missing",
            ],
        ),
    ],
)
def test_a_start_is_refused_with_every_problem(arguments: dict[str, Any], codes: list[str]) -> None:
    zuza = person()
    with refused(*codes):
        given = {"name": "Watch", "seats": party(2), "system": "aeons-end-legacy", **arguments}
        campaign_start(person=zuza, **given)


def test_a_problem_says_whose_name_it_is_about() -> None:
    zuza = person()
    with refused("text.too_long") as caught:
        campaign_start(
            person=zuza, name="Watch", seats=seats(player="x" * 61), system="aeons-end-legacy"
        )
    assert caught.value.problems[0].path == "seats.2.player"


# --- rename ---


def test_a_campaign_gets_another_name_and_the_language_of_its_box() -> None:
    campaign = start_campaign()
    renamed = campaign_rename(**signed(campaign), name=" Another   watch ", language="pl")
    renamed.refresh_from_db()
    assert (renamed.name, renamed.language) == ("Another watch", "pl")
    again = campaign_rename(**signed(campaign), name="Third")
    assert again.language == "pl"
    assert campaign.changes.latest("pk").detail.name == "Third"


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ({"name": " "}, ["campaign.name_missing"]),
        ({"name": "x" * 81}, ["text.too_long"]),
        ({"name": "x\0"}, ["text.forbidden"]),
        ({"name": "x" * 200 + "\0", "language": "klingon"}, None),
    ],
)
def test_a_renaming_is_refused(arguments: dict[str, Any], codes: list[str] | None) -> None:
    campaign = start_campaign()
    everything_at_once = ["text.too_long", "text.forbidden", "campaign.language_unknown"]
    with refused(*(codes or everything_at_once)):
        campaign_rename(**signed(campaign), **arguments)


def test_a_mage_gets_another_name_and_player() -> None:
    campaign = start_campaign()
    mage_rename(**signed(campaign), seat=2, name=" Torr  the Old", player="")
    seat = campaign_state(campaign).seats[1]
    assert (seat.name, seat.player, seat.colour) == ("Torr the Old", "", "yellow")


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ({"seat": 0}, ["party.no_such_seat"]),
        ({"seat": 3}, ["party.no_such_seat"]),
        ({"seat": -1}, ["party.no_such_seat"]),
        ({"seat": 10**12}, ["party.no_such_seat"]),
        ({"name": "\u2009"}, ["party.name_missing"]),
        ({"name": "torrin"}, ["party.name_twice"]),
        ({"name": "x" * 61}, ["text.too_long"]),
        ({"name": "x\0"}, ["text.forbidden"]),
        ({"player": "x" * 61}, ["text.too_long"]),
        ({"name": "Torrin", "player": "\0"}, ["party.name_twice", "text.forbidden"]),
    ],
)
def test_a_mage_s_renaming_is_refused(arguments: dict[str, Any], codes: list[str]) -> None:
    campaign = start_campaign()
    with refused(*codes):
        given = {"seat": 1, "name": "New", "player": "", **arguments}
        mage_rename(**signed(campaign), **given)


# --- archive and reopen ---


def test_an_archived_campaign_is_put_aside_and_loses_nothing() -> None:
    campaign = settled_campaign()
    state = campaign_state(campaign)
    campaign_archive(**signed(campaign))
    assert not Campaign.objects.filter(archived_at=None).exists()
    assert campaign_state(campaign) == state
    campaign_archive(archived=False, **signed(campaign))
    assert Campaign.objects.get(archived_at=None) == campaign
    assert campaign_state(campaign) == state


# --- delete ---


def test_deleting_takes_everything() -> None:
    zuza = person()
    empty = everything()
    campaign = played_through(2, person=zuza)
    join(campaign, person("Marek"))
    invite_make(campaign=campaign, person=zuza, role=Role.PLAYER)
    row = record(campaign, Noted("once"))
    fact_withdraw(**signed(campaign), fact=row.pk)
    amend_game(**signed(campaign), game=1, tally=WIN)
    campaign_delete(campaign=campaign)
    left = everything()
    assert left.pop("Person") != empty.pop("Person")  # people are no part of a campaign
    assert left == empty


def test_deleting_leaves_other_campaigns_alone() -> None:
    campaign, other = played_campaign(), played_campaign()
    fork = campaign_fork(campaign=campaign, person=person(), after=1, name="Fork")
    before, state = rows_of(other), campaign_state(fork)
    campaign_delete(campaign=campaign)
    assert rows_of(other) == before
    fork.refresh_from_db()
    assert fork.forked_from is None
    assert campaign_state(fork) == state


def test_a_campaign_that_is_gone_is_deleted_already() -> None:
    campaign = start_campaign()
    campaign_delete(campaign=campaign)
    campaign_delete(campaign=campaign)
    assert Campaign.objects.count() == 0


# --- fork ---


def test_a_fork_after_any_game_is_what_the_campaign_was_then() -> None:
    campaign = played_through(3, mages=4)
    plan(campaign)
    record_loss(campaign)
    before = rows_of(campaign)
    for after in range(5):
        fork = campaign_fork(campaign=campaign, person=person(), after=after, name=f"After {after}")
        assert campaign_state(fork) == campaign_state(campaign, after=after)
        assert campaign_facts(fork).story == campaign_facts(campaign).story.until(after)
        assert (fork.forked_from, fork.forked_after) == (campaign, after)
        rows = [(row.played_on, row.minutes) for row in results_table(fork)]
        assert rows == [(row.played_on, row.minutes) for row in results_table(campaign)][:after]
        if after:
            assert campaign_sheet(fork) is not None
    assert rows_of(campaign) == before


def test_a_fork_plays_on_alone() -> None:
    campaign = settled_campaign()
    before = rows_of(campaign)
    marek = person("Marek")
    fork = campaign_fork(campaign=campaign, person=marek, after=1, name="Fork")
    assert keeper_of(fork) == marek
    play_game(fork)
    amend_game(**signed(fork), game=1, tally=LOSS)
    assert campaign_state(fork).ended == 2
    assert rows_of(campaign) == before
    forked = rows_of(fork)
    play_game(campaign, won=False)
    assert rows_of(fork) == forked


def test_a_fork_holds_what_stands_and_not_what_was_withdrawn() -> None:
    campaign = settled_campaign()
    row = record(campaign, Noted("a mistake"))
    fact_withdraw(**signed(campaign), fact=row.pk)
    amend_game(**signed(campaign), game=1, tally=LOSS)
    fork = campaign_fork(campaign=campaign, person=person(), after=1, name="Fork")
    facts = Fact.objects.filter(game__campaign=fork)
    assert not facts.exclude(withdrawn=None).exists()
    assert not facts.filter(kind="note").exists()
    assert campaign_state(fork) == campaign_state(campaign)
    assert fork.changes.get().kind == ChangeKind.FORK


def test_a_portrait_stays_with_the_campaign_it_was_given_to() -> None:
    campaign = planned_campaign()
    campaign.mages.filter(seat=1).update(portrait="picture-name")
    fork = campaign_fork(campaign=campaign, person=person(), after=0, name="Fork")
    assert {mage.portrait for mage in fork.mages.all()} == {""}
    assert campaign.mages.get(seat=1).portrait == "picture-name"


@pytest.mark.parametrize("after", [-1, 2, 10**9, 10**12, 10**30, -(10**30)])
def test_a_game_that_is_not_there_has_no_fork(after: int) -> None:
    campaign, zuza = settled_campaign(), person()
    with refused("game.not_there"):
        campaign_fork(campaign=campaign, person=zuza, after=after, name="Fork")


def test_an_undone_game_has_no_fork() -> None:
    campaign, zuza = planned_campaign(), person()
    campaign.games.update(withdrawn=campaign.changes.latest("pk"))
    with refused("game.not_there"):
        campaign_fork(campaign=campaign, person=zuza, after=1, name="Fork")


def test_a_fork_needs_a_name() -> None:
    campaign, zuza = planned_campaign(), person()
    with refused("campaign.name_missing"):
        campaign_fork(campaign=campaign, person=zuza, after=1, name=" ")
    with refused("text.too_long", "text.forbidden"):
        campaign_fork(campaign=campaign, person=zuza, after=1, name="x" * 80 + "\0")


def test_the_same_form_twice_makes_one_fork() -> None:
    campaign, zuza = planned_campaign(), person()
    fork = campaign_fork(campaign=campaign, person=zuza, after=1, name="Fork", token="form-1")
    before = everything()
    again = campaign_fork(campaign=campaign, person=zuza, after=1, name="Fork", token="form-1")
    assert again == fork
    assert everything() == before


def test_a_fork_of_a_fork_knows_where_it_came_from() -> None:
    campaign = played_through(2)
    fork = campaign_fork(campaign=campaign, person=person(), after=2, name="Fork")
    second = campaign_fork(campaign=fork, person=person(), after=1, name="Second")
    assert second.forked_from == fork
    assert campaign_state(second) == campaign_state(campaign, after=1)


def test_a_fork_of_many_games_takes_few_queries() -> None:
    few, many = long_campaign(3), long_campaign(30)
    counts = []
    for campaign, games in ((few, 3), (many, 30)):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            campaign_fork(campaign=campaign, person=person(), after=games, name="Fork")
        counts.append(len(queries))
    assert max(counts) <= 30


def test_a_lost_chapter_forks_before_the_verdict_and_after() -> None:
    campaign = settled_campaign()
    plan(campaign)
    record_loss(campaign)
    fork = campaign_fork(campaign=campaign, person=person(), after=2, name="What if")
    record(fork, Verdict(onward=False))
    settle_all(fork)
    settle_all(campaign, onward=True)
    assert (campaign_state(fork).next_chapter, campaign_state(campaign).next_chapter) == (2, 3)


def test_nobody_who_only_looks_on_gets_into_a_fork() -> None:
    campaign = planned_campaign()
    join(campaign, person("Marek"), Role.READER)
    fork = campaign_fork(campaign=campaign, person=person("Ola"), after=1, name="Fork")
    assert [m.role for m in Membership.objects.filter(campaign=fork)] == [Role.KEEPER]
    assert Person.objects.count() == 3
    assert Change.objects.filter(campaign=fork).count() == 1


def test_an_archived_campaign_takes_no_entries_until_it_is_reopened() -> None:
    campaign = start_campaign()
    campaign_archive(**signed(campaign))
    with refused("campaign.archived"):
        plan(campaign)
    campaign_archive(archived=False, **signed(campaign))
    assert plan(campaign).number == 1
