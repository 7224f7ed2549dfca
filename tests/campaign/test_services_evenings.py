"""Evenings: who may propose, answer and settle; agreement; what a removal and a merge leave."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from campaign.models import (
    Campaign,
    Change,
    Evening,
    EveningAnswer,
    EveningDate,
    NoticeKind,
    Person,
    Role,
)
from campaign.rules.evenings.agreement import MAX_PEOPLE, Answer, Stage
from campaign.selectors.evenings import next_for, next_of
from campaign.services import evenings as services
from campaign.services.campaigns import campaign_archive
from campaign.services.merging import person_merge
from campaign.services.people import member_remove, person_delete
from campaign.services.seats import seat_take
from tests.campaign import factories
from tests.campaign.factories import refused
from tests.campaign.next_evenings import ZONE, answer, date_of, proposed, settled
from tests.tracker import one_offs

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper() -> Person:
    return factories.person("Ada")


@pytest.fixture
def bo() -> Person:
    return factories.person("Bo")


@pytest.fixture
def campaign(keeper: Person, bo: Person) -> Campaign:
    """Return a campaign of two."""
    made = factories.start_campaign(person=keeper)
    factories.join(made, bo)
    return made


def test_dates_proposed_while_an_evening_goes_on_are_those_of_the_next(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    tonight = settled(campaign, keeper)
    assert tonight.starts_at is not None
    with time_machine.travel(tonight.starts_at + timedelta(hours=2)):
        following = proposed(campaign, bo, days=(7,))
        assert following != tonight
        tonight.refresh_from_db()
        assert tonight.stage is Stage.OVER
        assert Evening.objects.of(campaign).ahead().get() == following
        assert list(Evening.objects.of(campaign).behind()) == [tonight]
    with time_machine.travel(tonight.starts_at + timedelta(hours=9)):
        answer(following, keeper)
        assert next_of(campaign) == following
        following.refresh_from_db()
        assert following.stage is Stage.SETTLED


def test_a_date_that_everybody_proposed_is_settled(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        proposed(campaign, keeper, days=(3,))
        made = proposed(campaign, bo, days=(3,))
    assert made.stage is Stage.SETTLED


def test_who_proposes_second_fills_in_what_the_first_left_open(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    proposed(campaign, keeper, days=(3,))
    made = proposed(campaign, bo, days=(5,), place="At Bo’s")
    assert made.place == "At Bo’s"
    assert proposed(campaign, keeper, days=(6,), place="At Ada’s").place == "At Bo’s"


def test_a_link_that_is_renewed_while_somebody_answers_stays_renewed(
    campaign: Campaign, keeper: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = proposed(campaign, keeper)

    def renewed_meanwhile(*_args: object) -> bool:
        services.links_renew(Evening.objects.filter(pk=made.pk))
        Evening.objects.filter(pk=made.pk).update(asked_again_at=timezone.now())
        return False

    monkeypatch.setattr(services, "_settle_if_agreed", renewed_meanwhile)
    answer(made, bo)
    stored = Evening.objects.get()
    assert stored.key != made.key
    assert stored.link_made_at > made.link_made_at
    assert stored.asked_again_at is not None


def test_whoever_proposes_a_date_can_make_it_and_all_dates_are_of_one_evening(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    first = proposed(campaign, bo, days=(3,))
    again = proposed(campaign, keeper, days=(3, 9))
    assert first.pk == again.pk
    assert Evening.objects.count() == 1
    assert EveningDate.objects.count() == 2
    assert EveningAnswer.objects.filter(answer=Answer.YES).count() == 3


def test_an_evening_is_settled_once_everybody_who_plays_can_make_a_date(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    viewer, by_link = factories.person("Cy"), factories.person("Di")
    factories.join(campaign, viewer, Role.READER)
    made = proposed(campaign, keeper)
    assert answer(made, by_link, Answer.NO).stage is Stage.OPEN
    assert answer(made, bo, Answer.MAYBE).stage is Stage.OPEN
    assert answer(made, bo, Answer.YES, number=1).starts_at == made.dates.all()[1].starts_at


def test_one_player_alone_settles_nothing(keeper: Person) -> None:
    made = proposed(factories.start_campaign(person=keeper), keeper)
    assert made.stage is Stage.OPEN


def test_only_the_keeper_settles_and_calls_off(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    made = proposed(campaign, bo)
    for service in (services.evening_reopen, services.evening_call_off, services.link_renew):
        with pytest.raises(PermissionDenied):
            service(evening=made, person=bo)
    with pytest.raises(PermissionDenied):
        services.date_settle(evening=made, person=bo, date=date_of(made))
    done = services.date_settle(evening=made, person=keeper, date=date_of(made, 1))
    assert done.stage is Stage.SETTLED
    moved = services.date_settle(evening=made, person=keeper, date=date_of(made))
    assert moved.started_before == done.starts_at
    assert moved.sequence > done.sequence


def test_a_second_tap_settles_nothing_again_and_tells_nobody(
    campaign: Campaign, keeper: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = proposed(campaign, keeper)
    told: list[NoticeKind] = []
    monkeypatch.setattr(services, "evening_notice", lambda **given: told.append(given["kind"]))
    logged = Change.objects.count()
    services.evening_reopen(evening=made, person=keeper)
    assert Change.objects.count() == logged
    for _tap in range(2):
        services.date_settle(evening=made, person=keeper, date=date_of(made))
    assert Change.objects.count() == logged + 1
    assert told == [NoticeKind.SETTLED]
    for _tap in range(2):
        services.evening_reopen(evening=made, person=keeper)
    assert Change.objects.count() == logged + 2


def test_a_viewer_and_a_stranger_propose_nothing(campaign: Campaign) -> None:
    viewer, stranger = factories.person("Cy"), factories.person("Di")
    factories.join(campaign, viewer, Role.READER)
    for person in (viewer, stranger):
        with pytest.raises(PermissionDenied):
            proposed(campaign, person)


def test_a_date_is_removed_by_who_proposed_it_or_the_keeper_but_never_the_last(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    made = proposed(campaign, keeper)
    with pytest.raises(PermissionDenied):
        services.date_withdraw(evening=made, person=bo, date=date_of(made))
    services.date_withdraw(evening=made, person=keeper, date=date_of(made))
    with refused("evening.date_needed"):
        services.date_withdraw(evening=made, person=keeper, date=date_of(made))
    with refused("evening.date_gone"):
        services.date_withdraw(evening=made, person=keeper, date=0)


def test_past_evenings_close_themselves_and_the_next_one_is_another(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    first = settled(campaign, keeper)
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        assert first.stage is Stage.OVER
        assert next_of(campaign) is None
        with refused("evening.over"):
            answer(first, bo)
        second = proposed(campaign, keeper)
        assert second.pk != first.pk
    with time_machine.travel(timezone.now() + timedelta(days=40)):
        assert second.stage is Stage.MISSED
        assert [each.pk for each in Evening.objects.behind()] == [first.pk]


def test_nothing_in_the_past_is_proposed_nor_settled(campaign: Campaign, keeper: Person) -> None:
    with refused("evening.past"):
        proposed(campaign, keeper, days=(-1,))
    made = proposed(campaign, keeper, days=(1, 5))
    with time_machine.travel(timezone.now() + timedelta(days=2)), refused("evening.past"):
        services.date_settle(evening=made, person=keeper, date=date_of(made))


def test_what_does_not_fit_is_refused_and_changes_nothing(
    campaign: Campaign, keeper: Person
) -> None:
    soon = [timezone.now() + timedelta(days=3)]
    with refused("evening.zone_unknown", "evening.minutes_unknown"):
        services.dates_propose(record=campaign, person=keeper, starts=soon, zone="Mars", minutes=7)
    with refused("text.too_long"):
        services.dates_propose(
            record=campaign, person=keeper, starts=soon, zone=ZONE, place="x" * 101
        )
    with refused("evening.no_date"):
        services.dates_propose(record=campaign, person=keeper, starts=[], zone=ZONE)
    campaign_archive(**factories.signed(campaign, keeper))
    campaign.refresh_from_db()
    with refused("campaign.archived"):
        proposed(campaign, keeper)


def test_nobody_answers_under_the_name_of_somebody_else(campaign: Campaign, keeper: Person) -> None:
    made, other = proposed(campaign, keeper), factories.person("ADA")
    with refused("people.looks_alike"):
        answer(made, other, Answer.NO)


def test_so_many_people_answer_and_no_more(campaign: Campaign, keeper: Person) -> None:
    made = proposed(campaign, keeper)
    for number in range(MAX_PEOPLE - 1):
        answer(made, factories.person(f"Guest number {number:02}"), Answer.NO)
    late = factories.person("One too many")
    with refused("evening.too_many_people"):
        answer(made, late, Answer.NO)


def test_who_was_removed_answers_no_more_and_their_answers_go(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    made = proposed(campaign, keeper)
    answer(made, bo, Answer.MAYBE)
    member_remove(membership=campaign.memberships.get(person=bo), person=keeper)
    assert not EveningAnswer.objects.filter(person=bo).exists()
    with refused("evening.closed_to_you"):
        answer(made, bo)
    renewed = services.link_renew(evening=made, person=keeper)
    assert answer(renewed, bo, Answer.NO).pk == made.pk  # the new link was given to them


def test_a_guest_brings_their_answers_into_an_account(campaign: Campaign, keeper: Person) -> None:
    guest = Person.objects.guest(display_name="Gia")
    account = Person.objects.create_user("georgia", "nine piles, no more")
    made = proposed(campaign, keeper)
    answer(made, guest, Answer.NO)
    answer(made, guest, Answer.NO, number=1)
    answer(made, account, Answer.YES)
    person_merge(guest=guest, into=account)
    assert set(account.evening_answers.values_list("answer", flat=True)) == {"yes", "no"}


def test_a_deleted_person_leaves_the_evening_and_no_answer(campaign: Campaign, bo: Person) -> None:
    made = proposed(campaign, bo)
    person_delete(person=bo)
    made.refresh_from_db()
    assert made.made_by is None
    assert not EveningAnswer.objects.exists()


def test_the_people_of_a_one_off_game_are_asked_and_agree(keeper: Person, bo: Person) -> None:
    game = one_offs.played(keeper)
    seat_take(game=game, key=game.invite_key, number=2, person=bo, name="Bo")
    made = proposed(game, keeper)
    assert next_for(bo) == made
    assert answer(made, bo).stage is Stage.SETTLED


def test_everybody_sees_the_evening_that_comes_first_for_them(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    other = factories.start_campaign(person=bo)
    proposed(campaign, keeper, days=(20,))
    first = settled(other, bo, days=(2,))
    assert next_for(bo) == first
    assert next_for(keeper) == next_of(campaign)
    assert next_for(factories.person("Cy")) is None


def test_the_database_keeps_its_promises(campaign: Campaign, keeper: Person) -> None:
    made = proposed(campaign, keeper)
    date = made.dates.all()[0]
    wrong = (
        lambda: Evening.objects.create(zone=ZONE, closes_at=timezone.now()),
        lambda: EveningDate.objects.create(evening=made, starts_at=date.starts_at),
        lambda: EveningAnswer.objects.create(date=date, person=keeper, answer="yes"),
        lambda: EveningAnswer.objects.create(
            date=date, person=factories.person("Cy"), answer="often"
        ),
    )
    for write in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            write()
