"""Two at once: one wins, the other is told, nothing is lost and nobody reads half a write."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

import pytest
from django.db import connection

from campaign.memory import memory
from campaign.models import Campaign, Change, Fact, Game, Invite, Membership, Person, Role
from campaign.rules.aeons_end.legacy.facts import Noted, Verdict
from campaign.rules.core.problems import RulesError
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.campaigns import campaign_delete, campaign_fork
from campaign.services.facts import fact_record
from campaign.services.games import game_undo
from campaign.services.people import campaign_hand_over, invite_accept, invite_make
from campaign.services.writes import AlreadyDone, Stale
from tests.campaign.at_once import Between, at_once
from tests.campaign.factories import (
    LOSS,
    WIN,
    foe,
    join,
    keeper_of,
    pack_of,
    person,
    plan,
    plan_game,
    planned_campaign,
    record_game,
    record_win,
    settled_campaign,
    signed,
    start_campaign,
)
from tests.rules.aeons_end.legacy_replay import replay

# Few tests, each with a lot in it: PostgreSQL takes its time to empty every table after each.
pytestmark = pytest.mark.django_db(transaction=True)


def kinds(answers: list[Any]) -> Counter[str]:
    named = (type(answer).__name__ for answer in answers)
    return Counter("written" if name == "NoneType" else name for name in named)


def copies(campaign: Campaign, count: int = 2) -> list[Campaign]:
    """Return the campaign as several phones hold it."""
    return [Campaign.objects.get(pk=campaign.pk) for _ in range(count)]


def whole(campaign: Campaign) -> None:
    """Assert that the record is whole: it replays, and there is one write for each revision."""
    memory.clear()
    fresh = Campaign.objects.get(pk=campaign.pk)
    replay(campaign_facts(fresh).story, pack_of(fresh))
    revisions = list(fresh.changes.exclude(revision=None).values_list("revision", flat=True))
    assert sorted(revisions) == list(range(1, fresh.revision + 1))


def test_two_results_at_once_are_one_result() -> None:
    for _again in range(3):
        race_for_a_result(planned_campaign())


def race_for_a_result(campaign: Campaign) -> None:
    zuza, marek = keeper_of(campaign), person("Marek")
    one, two = copies(campaign)
    answers = at_once(
        lambda: record_game(**signed(one, zuza), game=1, tally=WIN),
        lambda: record_game(**signed(two, marek), game=1, tally=LOSS),
    )
    assert kinds(answers) == {"written": 1, "Stale": 1}
    stale = next(answer for answer in answers if isinstance(answer, Stale))
    winner = {0: zuza, 1: marek}[answers.index(None)]
    assert [change.person for change in stale.changes] == [winner]
    assert Fact.objects.filter(kind="played", game__campaign=campaign).count() == 1
    whole(campaign)


def test_eight_phones_write_one_note_each_and_none_is_lost() -> None:
    campaign = planned_campaign()
    writers = [person(f"Writer {n}") for n in range(8)]

    def write(held: Campaign, who: Person) -> int:
        """Write until it is written, as people do who are told that something has changed."""
        tries = 0
        while True:
            tries += 1
            try:
                fact_record(**signed(held, who), game=1, fact=Noted(f"from {who}"))
            except Stale as stale:
                held.revision = stale.record.revision
            else:
                return tries

    pairs = list(zip(copies(campaign, 8), writers, strict=True))
    answers = at_once(*(lambda held=held, who=who: write(held, who) for held, who in pairs))
    assert all(isinstance(tries, int) for tries in answers), answers
    campaign.refresh_from_db()
    assert campaign.revision == 2 + 8
    texts = {row.payload["text"] for row in Fact.objects.filter(kind="note")}
    assert texts == {f"from Writer {n}" for n in range(8)}
    whole(campaign)


def test_the_same_form_sent_twice_at_once_is_one_write() -> None:
    campaign = planned_campaign()
    zuza = keeper_of(campaign)
    answers = at_once(
        *(
            lambda held=held: record_game(**signed(held, zuza), game=1, tally=WIN, token="form-1")
            for held in copies(campaign, 4)
        )
    )
    assert kinds(answers) == {"written": 1, "AlreadyDone": 3}
    assert {a.change.token for a in answers if isinstance(a, AlreadyDone)} == {"form-1"}
    whole(campaign)


def test_the_same_form_sent_twice_at_once_starts_one_campaign() -> None:
    zuza = person()
    answers = at_once(*[lambda: start_campaign(person=zuza, token="form-1")] * 4)
    assert kinds(answers) == {"Campaign": 4}
    assert Campaign.objects.count() == 1


def test_two_games_planned_at_once_are_one_game() -> None:
    campaign = settled_campaign()
    answers = at_once(
        *(
            lambda held=held: plan_game(
                campaign=held, revision=held.revision, person=None, foe=foe(2)
            )
            for held in copies(campaign, 3)
        )
    )
    assert kinds(answers) == {"Game": 1, "Stale": 2}
    assert Game.objects.not_withdrawn().filter(campaign=campaign).count() == 2
    whole(campaign)


def test_an_undo_and_a_result_at_once_leave_a_whole_record() -> None:
    campaign = planned_campaign()
    one, two = copies(campaign)
    answers = at_once(
        lambda: game_undo(campaign=one, revision=one.revision, person=None, game=1),
        lambda: record_game(campaign=two, revision=two.revision, person=None, game=1, tally=WIN),
    )
    assert kinds(answers)["Stale"] == 1
    assert not Fact.objects.not_withdrawn().exclude(game__withdrawn=None).exists()
    whole(campaign)


def test_different_campaigns_are_written_at_once() -> None:
    campaigns = [planned_campaign() for _ in range(4)]
    answers = at_once(*(lambda held=held: record_win(held) for held in campaigns))
    assert kinds(answers) == {"written": 4}


def test_a_fork_holds_all_of_a_write_or_nothing() -> None:
    campaign = settled_campaign()
    plan(campaign)
    one, two = copies(campaign)
    zuza = person()
    answers = at_once(
        lambda: record_game(
            campaign=one, revision=one.revision, person=None, game=2, tally=LOSS, note="With a note"
        ),
        lambda: campaign_fork(campaign=two, person=zuza, after=2, name="Fork"),
    )
    fork = answers[1]
    assert isinstance(fork, Campaign)
    facts = Fact.objects.filter(game__campaign=fork, game__number=2)
    assert sorted(facts.values_list("kind", flat=True)) in (
        ["planned"],
        ["note", "planned", "played"],
    )
    whole(fork)
    whole(campaign)


def test_a_write_to_a_campaign_that_is_being_deleted_leaves_nothing_behind() -> None:
    campaign = planned_campaign()
    one, two = copies(campaign)
    answers = at_once(
        lambda: campaign_delete(campaign=one),
        lambda: fact_record(
            campaign=two, revision=two.revision, person=None, game=1, fact=Noted("late")
        ),
    )
    assert answers[0] is None
    assert isinstance(answers[1], Fact | Campaign.DoesNotExist)
    left = (Campaign, Game, Fact, Change)
    assert [model.objects.count() for model in left] == [0] * 4


def test_a_campaign_handed_to_two_at_once_has_one_keeper() -> None:
    campaign = planned_campaign()
    zuza = keeper_of(campaign)
    assert zuza is not None
    heirs = [join(campaign, person(name)) for name in ("Marek", "Ola")]
    answers = at_once(
        *(
            lambda heir=heir: campaign_hand_over(campaign=campaign, person=zuza, to=heir)
            for heir in heirs
        )
    )
    assert kinds(answers) == {"written": 1, "PermissionDenied": 1}
    assert campaign.memberships.filter(role=Role.KEEPER).count() == 1


def test_an_invite_accepted_twice_at_once_is_one_membership() -> None:
    campaign = planned_campaign()
    zuza, marek = keeper_of(campaign), person("Marek")
    assert zuza is not None
    invite, _ = invite_make(campaign=campaign, person=zuza, role=Role.PLAYER)
    answers = at_once(*[lambda: invite_accept(invite=invite, person=marek)] * 3)
    assert kinds(answers) == {"Membership": 3}
    assert Membership.objects.filter(person=marek).count() == 1
    assert Invite.objects.get().uses == 1


# --- readers ---


def test_a_reader_never_sees_half_of_a_write() -> None:
    campaign = settled_campaign()
    plan(campaign)
    for nth in range(1, 7):  # a cold read has six queries
        write_between(campaign, nth)


def write_between(campaign: Campaign, nth: int) -> None:
    """Write before the nth query of a reader, and look at what it has read."""
    reader, writer = copies(campaign)

    def write() -> None:
        game_undo(campaign=writer, revision=writer.revision, person=None, game=2)
        plan_game(campaign=writer, revision=writer.revision, person=None, foe=foe(2))
        record_game(campaign=writer, revision=writer.revision, person=None, game=2, tally=LOSS)
        verdict = Verdict(onward=True)
        fact_record(campaign=writer, revision=writer.revision, person=None, game=2, fact=verdict)

    memory.clear()
    with connection.execute_wrapper(Between(nth, write)):
        story = campaign_facts(reader).story
    assert reader.revision == writer.revision
    assert reader.stamp == writer.stamp
    memory.clear()
    assert campaign_facts(writer).story == story
    assert len(story.games[2]) == 3


def test_readers_and_a_writer_at_once() -> None:
    campaign = settled_campaign()
    done = threading.Event()

    def write(held: Campaign) -> int:
        try:
            for _ in range(4):
                plan_game(campaign=held, revision=held.revision, person=None, foe=foe(2))
                record_game(campaign=held, revision=held.revision, person=None, game=2, tally=LOSS)
                game_undo(campaign=held, revision=held.revision, person=None, game=2)
        finally:
            done.set()
        return held.revision

    def read() -> int:
        reads = 0
        while not done.is_set() or not reads:
            memory.clear()
            held = Campaign.objects.get(pk=campaign.pk)
            before = held.revision
            state = campaign_state(held)  # raises, if it does not replay
            assert held.revision >= before
            assert len(state.games) in (1, 2)
            reads += 1
        return reads

    (written, *reads) = at_once(lambda: write(copies(campaign, 1)[0]), read, read)
    assert written == campaign.revision + 12
    assert all(isinstance(count, int) and count > 0 for count in reads), reads
    whole(campaign)


def test_a_refused_write_lets_the_next_one_in() -> None:
    campaign = planned_campaign()
    with pytest.raises(RulesError):
        record_game(**signed(campaign), game=9, tally=WIN)
    one, two = copies(campaign)
    answers = at_once(
        lambda: record_game(campaign=one, revision=one.revision, person=None, game=9, tally=WIN),
        lambda: record_game(campaign=two, revision=two.revision, person=None, game=1, tally=WIN),
    )
    assert kinds(answers[1:]) == {"written": 1}
    assert isinstance(answers[0], RulesError | Stale)
