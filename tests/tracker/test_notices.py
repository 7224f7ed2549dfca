"""Notifications: who is told of what, in a message that only their browser reads, and no more."""

from __future__ import annotations

import json
import re
import socket
import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, Notice, Person, PushSubscription, Role
from campaign.services.accounts import browser_note
from campaign.services.campaigns import campaign_archive
from campaign.services.evenings import date_settle, evening_call_off, link_renew
from campaign.services.live import table_open
from campaign.services.merging import person_merge
from campaign.services.notices import (
    MAX_REFUSALS,
    MAX_SUBSCRIPTIONS,
    subscription_arrived,
    subscription_refused,
)
from campaign.services.people import member_remove
from campaign.services.revoking import access_revoke_all
from tests.campaign import factories
from tests.campaign.next_evenings import answer, date_of, proposed, settled
from tests.tracker import clients
from tests.tracker.authenticator import passkey_of
from tests.tracker.test_web_push import CURVE, decrypt, point
from tracker.outgoing.sending import Fault
from tracker.outgoing.web_push import to_text
from tracker.web.envelopes import Envelope
from tracker.webhooks import notices

pytestmark = pytest.mark.django_db

PAGE, SUBSCRIBE = reverse("notices"), reverse("notices_subscribe")
AUTH = bytes(range(16))
PASSWORD = "nine piles, no more"


class Phone:
    """A phone that takes notices: its browser's keys, and what it was pushed."""

    def __init__(self, person: Person, number: int = 1) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.endpoint = f"https://push.example.org/{person.pk}/{number}"
        self.client = clients.client_of(person)

    def fields(self) -> dict[str, str]:
        public = to_text(point(self.key.public_key()))
        return {"endpoint": self.endpoint, "public_key": public, "auth": to_text(AUTH)}

    def listen(self) -> Phone:
        self.client.post(SUBSCRIBE, self.fields())
        return self


class Service:
    """A push service: takes every message, and keeps it for the phone that it is for."""

    def __init__(self) -> None:
        self.taken: list[Envelope] = []
        self.fault: Fault | None = None

    def sent(self, envelope: Envelope, _within: float) -> Fault | None:
        self.taken.append(envelope)
        return self.fault

    def read(self, phone: Phone) -> list[dict[str, Any]]:
        """Return what a phone was pushed, as its browser decrypts it."""
        mine = [each for each in self.taken if each.url == phone.endpoint]
        return [json.loads(decrypt(each.body, phone.key, AUTH)) for each in mine]


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    made = Service()
    monkeypatch.setattr(notices, "sent", made.sent)
    return made


@pytest.fixture
def keeper() -> Person:
    return factories.person("Ada")


@pytest.fixture
def bo() -> Person:
    return factories.person("Bo")


@pytest.fixture
def campaign(keeper: Person, bo: Person) -> Campaign:
    made = factories.planned_campaign(person=keeper)
    factories.join(made, bo)
    return made


def test_others_are_told_when_dates_are_proposed_and_settled_and_it_is_tomorrow(
    campaign: Campaign, keeper: Person, bo: Person, service: Service
) -> None:
    mine, theirs = Phone(keeper).listen(), Phone(bo).listen()
    made = proposed(campaign, keeper, days=(3,), place="Mill Lane 4")
    assert notices.send_notices() == 1
    date_settle(evening=made, person=keeper, date=date_of(made))
    notices.send_notices()
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        for _each in range(3):
            notices.send_notices()
    said = service.read(theirs)
    assert [each["body"].split()[0] for each in said[:2]] == ["Dates", "The"]
    assert sum("Tomorrow" in each["body"] for each in said) <= 1
    assert {each["url"] for each in said} == {reverse("evening", args=[made.key])}
    assert all("Tomorrow" in each["body"] for each in service.read(mine))
    assert "Mill Lane" not in json.dumps(said)
    assert not Notice.objects.exists()


def test_it_is_tomorrow_by_the_clock_of_the_group_and_not_by_night(
    campaign: Campaign, keeper: Person, bo: Person, service: Service
) -> None:
    phone = Phone(bo).listen()
    with time_machine.travel("2026-10-20T12:00+00:00"):
        settled(campaign, keeper, days=(5,))  # on the 25th, when clocks go back in Warsaw
        notices.send_notices()
    for now in ("2026-10-23T20:00+00:00", "2026-10-24T06:30+00:00"):
        with time_machine.travel(now):
            notices.send_notices()
    assert not any("Tomorrow" in each["body"] for each in service.read(phone))
    with time_machine.travel("2026-10-24T07:30+00:00"):
        notices.send_notices()
        notices.send_notices()
    assert sum("Tomorrow" in each["body"] for each in service.read(phone)) == 1
    assert "13:00" in service.read(phone)[-1]["body"]


def test_others_are_told_when_a_live_game_begins_and_a_result_is_entered(
    campaign: Campaign, keeper: Person, bo: Person, service: Service
) -> None:
    phone = Phone(bo).listen()
    table_open(game=factories.game_of_campaign(campaign, 1), person=keeper)
    notices.send_notices()
    factories.record_win(campaign)
    notices.send_notices()
    said = [each["body"] for each in service.read(phone)]
    assert said[0] == "A live game has begun."
    assert re.fullmatch(r"A result was entered. \d+ decisions? (is|are) still open.", said[1])
    assert len(said) == 2


def test_whoever_wants_no_decisions_is_told_of_the_result_alone(
    campaign: Campaign, keeper: Person, bo: Person, service: Service
) -> None:
    phone = Phone(bo).listen()
    phone.client.post(PAGE, {"kinds": ["decision"]})
    factories.record_win(campaign)
    notices.send_notices()
    assert [each["body"] for each in service.read(phone)] == ["A result was entered."]
    phone.client.post(PAGE, {"kinds": ["decision", "result"]})
    assert phone.client.get(PAGE).content.decode().count("checked") == 2
    other = factories.planned_campaign(person=keeper)
    factories.join(other, bo)
    factories.record_win(other)
    assert notices.send_notices() == 0


def test_whoever_has_not_answered_is_asked_once_more_by_day(
    campaign: Campaign, keeper: Person, bo: Person, service: Service
) -> None:
    mine, theirs = Phone(keeper).listen(), Phone(bo).listen()
    with time_machine.travel("2026-10-20T12:00+00:00"):
        proposed(campaign, keeper, days=(5, 6))
        notices.send_notices()
    for now in ("2026-10-21T12:00", "2026-10-22T23:30", "2026-10-23T07:30", "2026-10-23T12:00"):
        with time_machine.travel(f"{now}+00:00"):
            notices.send_notices()
    said = [each["body"] for each in service.read(theirs)]
    assert said[1:] == ["Your answer is still missing: when can you come?"]
    assert service.read(mine) == []


def test_nothing_is_told_to_who_switched_it_off_or_has_left(
    campaign: Campaign, keeper: Person, bo: Person, service: Service
) -> None:
    phone = Phone(bo).listen()
    for off in ({"campaigns": [campaign.pk]}, {"everything": "on"}):
        phone.client.post(PAGE, off)
        assert "checked" in phone.client.get(PAGE).content.decode()
        proposed(campaign, keeper, days=(3,))
        assert notices.send_notices() == 0
    phone.client.post(PAGE, {})
    proposed(campaign, keeper, days=(4,))
    member_remove(membership=campaign.memberships.get(person=bo), person=keeper)
    assert notices.send_notices() == 0


def test_a_campaign_that_is_archived_stays_switched_off(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    phone = Phone(bo)
    phone.client.post(PAGE, {"campaigns": [campaign.pk]})
    campaign_archive(**factories.signed(campaign, keeper), archived=True)
    phone.client.post(PAGE, {})
    assert list(bo.mutes.values_list("campaign", flat=True)) == [campaign.pk]


def test_what_was_called_off_or_is_old_is_no_news(
    campaign: Campaign, keeper: Person, bo: Person, service: Service
) -> None:
    Phone(bo).listen()
    evening_call_off(evening=proposed(campaign, keeper), person=keeper)
    assert notices.send_notices() == 0
    proposed(campaign, keeper)
    with time_machine.travel(timezone.now() + timedelta(hours=13)):
        assert notices.send_notices() == 0


def test_a_viewer_and_a_guest_by_link_are_told_of_evenings_only(
    campaign: Campaign, keeper: Person, service: Service
) -> None:
    by_link, viewer = factories.person("Cy"), factories.person("Di")
    factories.join(campaign, viewer, Role.READER)
    phone, other = Phone(by_link).listen(), Phone(viewer).listen()
    made = proposed(campaign, keeper)
    answer(made, by_link)
    date_settle(evening=made, person=keeper, date=date_of(made))
    factories.record_win(campaign)
    notices.send_notices()
    assert len(service.read(phone)) == 1
    assert service.read(other) == []


def test_a_browser_that_its_service_refuses_is_forgotten(
    campaign: Campaign, keeper: Person, bo: Person, service: Service
) -> None:
    Phone(bo).listen()
    service.fault = Fault.REFUSED
    for number in range(MAX_REFUSALS):
        proposed(campaign, keeper, days=(3 + number,))
        notices.send_notices()
    assert not PushSubscription.objects.exists()


def test_refusals_of_two_rounds_at_once_count_and_one_that_is_gone_is_no_error(bo: Person) -> None:
    Phone(bo).listen()
    first, second = PushSubscription.objects.get(), PushSubscription.objects.get()
    for stale in (first, second):
        subscription_refused(subscription=stale)
    assert PushSubscription.objects.get().refusals == 2
    subscription_refused(subscription=first)
    assert not PushSubscription.objects.exists()
    second.refusals = 2
    subscription_arrived(subscription=second)


def test_so_many_browsers_and_no_more_and_each_can_be_removed(bo: Person) -> None:
    for number in range(MAX_SUBSCRIPTIONS + 1):
        Phone(bo, number).listen()
    assert bo.push_subscriptions.count() == MAX_SUBSCRIPTIONS
    phone, one = clients.client_of(bo), bo.push_subscriptions.first()
    assert one is not None
    stranger = clients.stranger()
    assert stranger.post(PAGE, {"remove": one.pk}).status_code == 404
    assert phone.post(PAGE, {"remove": one.pk}).status_code == 302
    assert bo.push_subscriptions.count() == MAX_SUBSCRIPTIONS - 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example.org/1"},
        {"endpoint": "https://127.0.0.1/1"},
        {"endpoint": "https://printer.local/1"},
        {"endpoint": "https://[::ffff:10.0.0.1]/1"},
        {"endpoint": "https://169.254.169.254/latest/meta-data"},
        {"endpoint": "https://ada:secret@push.example.org/1"},
        {"public_key": "x"},
        {"auth": ""},
    ],
)
def test_what_is_no_browser_is_refused(bo: Person, wrong: dict[str, str]) -> None:
    phone = Phone(bo)
    said = phone.client.post(SUBSCRIBE, phone.fields() | wrong, follow=True).content.decode()
    assert "can’t be reached" in said
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1"])
def test_a_browser_whose_name_leads_into_a_private_network_is_never_asked(
    campaign: Campaign,
    keeper: Person,
    bo: Person,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
) -> None:
    Phone(bo).listen()
    row = (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: [row])
    asked: list[object] = []
    monkeypatch.setattr(socket, "create_connection", lambda *args, **_more: asked.append(args))
    proposed(campaign, keeper)
    assert notices.send_notices() == 1
    assert asked == []
    assert PushSubscription.objects.get().refusals == 1


def test_a_browser_that_is_silent_is_asked_once_and_delays_nobody_else(
    campaign: Campaign, keeper: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner could otherwise hold up the notices of everybody, message by message."""
    silent, other = Phone(bo).listen(), Phone(factories.person("Cy")).listen()
    factories.join(campaign, Person.objects.get(display_name="Cy"))
    table_open(game=factories.game_of_campaign(campaign, 1), person=keeper)
    proposed(campaign, keeper)
    both, asked = threading.Barrier(2, timeout=20), []

    def sent(envelope: Envelope, _within: float) -> Fault | None:
        asked.append(envelope.url)
        if asked.count(envelope.url) == 1:
            both.wait()  # only if the two are sent to at the same time
        return Fault.SILENT if envelope.url == silent.endpoint else None

    monkeypatch.setattr(notices, "sent", sent)
    assert notices.send_notices() == 3
    assert (asked.count(silent.endpoint), asked.count(other.endpoint)) == (1, 2)


def test_somebody_whose_messages_take_long_has_one_turn(
    campaign: Campaign,
    keeper: Person,
    bo: Person,
    service: Service,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Phone(bo).listen()
    table_open(game=factories.game_of_campaign(campaign, 1), person=keeper)
    proposed(campaign, keeper)
    monkeypatch.setattr(notices, "A_TURN", -1.0)
    assert notices.send_notices() == 0
    assert not Notice.objects.exists()


def test_who_came_by_an_earlier_link_is_told_nothing_by_the_next(
    campaign: Campaign, keeper: Person, service: Service
) -> None:
    """Else the new link would be sent to whom it was replaced for."""
    by_link = factories.person("Cy")
    phone, made = Phone(by_link).listen(), proposed(campaign, keeper)
    answer(made, by_link)
    link_renew(evening=made, person=keeper)
    date_settle(evening=made, person=keeper, date=date_of(made))
    notices.send_notices()
    assert service.read(phone) == []


def test_who_was_locked_is_told_nothing(
    campaign: Campaign, keeper: Person, service: Service
) -> None:
    by_link = factories.person("Cy")
    phone, made = Phone(by_link).listen(), proposed(campaign, keeper)
    answer(made, by_link)
    date_settle(evening=made, person=keeper, date=date_of(made))
    Person.objects.filter(pk=by_link.pk).update(is_active=False)
    assert notices.send_notices() == 0
    assert service.read(phone) == []


# --- a browser that is signed out ---


def test_a_browser_that_signs_out_is_notified_no_more() -> None:
    bo = Person.objects.create_user("bo", PASSWORD)
    phone, _other = Phone(bo).listen(), Phone(bo, 2).listen()
    phone.client.post(reverse("sign_out"))
    assert [each.endpoint[-1] for each in bo.push_subscriptions.all()] == ["2"]


def test_signing_out_everywhere_else_ends_notifications_there() -> None:
    bo = Person.objects.create_user("bo", PASSWORD)
    here, _there = Phone(bo).listen(), Phone(bo, 2).listen()
    here.client.post(reverse("browsers"), {})
    assert [each.endpoint for each in bo.push_subscriptions.all()] == [here.endpoint]


def test_signing_out_one_browser_ends_notifications_there() -> None:
    bo = Person.objects.create_user("bo", PASSWORD)
    here, there = Phone(bo).listen(), Phone(bo, 2).listen()
    for phone in (here, there):
        browser_note(person=bo, session_key=phone.client.session.session_key, name="Firefox")
    gone = bo.browsers.get(session=there.client.session.session_key)
    here.client.post(reverse("browsers"), {"browser": gone.pk})
    assert [each.endpoint for each in bo.push_subscriptions.all()] == [here.endpoint]


def test_a_new_password_ends_notifications_elsewhere() -> None:
    bo = Person.objects.create_user("bo", PASSWORD)
    here, _there = Phone(bo).listen(), Phone(bo, 2).listen()
    sent = {"old": PASSWORD, "password": "a lamp beside the table", "again": ""}
    here.client.post(reverse("password"), sent | {"again": sent["password"]})
    assert [each.endpoint for each in bo.push_subscriptions.all()] == [here.endpoint]


def test_a_restore_that_revokes_ends_notifications(bo: Person) -> None:
    Phone(bo).listen()
    access_revoke_all()
    assert not PushSubscription.objects.exists()


def test_a_guest_keeps_their_browsers_in_an_account() -> None:
    guest = Person.objects.guest(display_name="Gia")
    phone = Phone(guest).listen()
    phone.client.post(PAGE, {"everything": "on"})
    account = Person.objects.create_user("gia", "nine piles, no more")
    person_merge(guest=guest, into=account)
    assert account.push_subscriptions.count() == account.mutes.count() == 1


def test_a_guest_who_is_left_behind_is_notified_no_more() -> None:
    guest = Person.objects.guest(display_name="Gia")
    factories.start_campaign(person=guest)
    phone = Phone(guest).listen()
    Person.objects.create_user("bo", PASSWORD)
    sent = {"username": "bo", "password": PASSWORD, "asked": "on"}
    assert phone.client.post(reverse("sign_in"), sent).status_code == 302
    assert Person.objects.filter(pk=guest.pk).exists()
    assert not PushSubscription.objects.exists()


def test_somebody_else_who_signs_in_by_passkey_ends_notifications_there() -> None:
    anna, bo = (Person.objects.create_user(name, PASSWORD) for name in ("anna", "bo"))
    phone = Phone(anna).listen()
    passkey_of(bo).sign_in(phone.client)
    assert phone.client.session["_auth_user_id"] == str(bo.pk)
    assert not PushSubscription.objects.exists()


def test_a_passkey_of_ones_own_leaves_notifications_as_they_are() -> None:
    bo = Person.objects.create_user("bo", PASSWORD)
    phone = Phone(bo).listen()
    passkey_of(bo).sign_in(phone.client)
    assert bo.push_subscriptions.count() == 1
    phone.client.post(reverse("sign_out"))
    assert not PushSubscription.objects.exists()


def test_whoever_is_not_signed_in_is_asked_to() -> None:
    assert Client().get(PAGE).status_code == 302
    assert Client().post(SUBSCRIBE).status_code == 302
