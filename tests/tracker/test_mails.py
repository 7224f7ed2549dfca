"""Notifications by e-mail: an address is confirmed first, each mail ends them, and none spoils."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, MailAddress, Notice, Person
from campaign.services.evenings import date_settle
from campaign.services.mails import CONFIRM_WITHIN
from campaign.services.merging import person_merge
from tests.campaign import factories
from tests.campaign.next_evenings import date_of, proposed
from tests.tracker import clients
from tracker.webhooks import notices

pytestmark = pytest.mark.django_db

PAGE, MAIL = reverse("notices"), reverse("notices_mail")
ADDRESS = "bo@example.org"


@pytest.fixture(autouse=True)
def _server() -> Iterator[None]:
    """A mail server of the host's; what it takes is in ``mail.outbox``."""
    with override_settings(EMAIL_HOST="mail.example.org"):
        yield


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


def link_in(message: EmailMessage) -> str:
    found = re.search(r"http://testserver(/mail/\S+)", str(message.body))
    assert found is not None
    return found[1]


def enter(person: Person, address: str = ADDRESS) -> str:
    """Enter an address on the page; return the link that came in the mail."""
    clients.client_of(person).post(MAIL, {"address": address})
    return link_in(mail.outbox[-1])


def confirm(person: Person) -> str:
    link = enter(person)
    assert Client().post(link).status_code == 302
    mail.outbox.clear()
    return link


def test_an_address_gets_nothing_before_it_is_confirmed_and_then_what_phones_get(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    link = enter(bo)
    assert mail.outbox[-1].to == [ADDRESS]
    mail.outbox.clear()
    proposed(campaign, keeper, days=(3,), place="Mill Lane 4")
    assert notices.send_notices() == 0
    assert not mail.outbox
    assert Client().get(link).status_code == 200  # looked at by a mail program: nothing changes
    assert MailAddress.objects.get().confirmed_at is None
    Client().post(link)
    made = proposed(campaign, keeper, days=(4,))
    notices.send_notices()
    date_settle(evening=made, person=keeper, date=date_of(made))
    notices.send_notices()
    assert [message.subject for message in mail.outbox] == [campaign.name, campaign.name]
    for message in mail.outbox:
        assert reverse("evening", args=[made.key]) in message.body
        assert "Mill Lane" not in message.body
        assert link_in(message) in message.extra_headers["List-Unsubscribe"]
    assert not Notice.objects.exists()


def test_each_mail_has_a_link_that_ends_them_without_signing_in(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    link = confirm(bo)
    assert "Send no more e-mails" in Client().get(link).content.decode()
    assert Client().post(link).status_code == 302
    assert not MailAddress.objects.exists()
    proposed(campaign, keeper)
    assert notices.send_notices() == 0
    assert Client().get(link).status_code == 404


def test_what_is_switched_off_is_not_mailed_either(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    confirm(bo)
    for off in ({"kinds": ["proposed"]}, {"campaigns": [campaign.pk]}, {"everything": "on"}):
        clients.client_of(bo).post(PAGE, off)
        proposed(campaign, keeper, days=(3,))
        assert notices.send_notices() == 0


def test_a_link_ends_with_its_address_and_confirms_for_two_days_only(bo: Person) -> None:
    first = enter(bo, "old@example.org")
    second = enter(bo)
    assert Client().get(first).status_code == 404
    with time_machine.travel(timezone.now() + CONFIRM_WITHIN + timedelta(minutes=1)):
        assert Client().post(second).status_code == 404
    assert Client().get(second[:-1] + "x").status_code == 404
    clients.client_of(bo).post(MAIL, {"remove": "1"})
    assert not MailAddress.objects.exists()


@pytest.mark.parametrize(
    "wrong", ["", "bo", "bo@example.org, eve@example.org", "a@b.c\nBcc: x@y.z"]
)
def test_what_is_no_address_is_refused_and_nothing_is_sent(bo: Person, wrong: str) -> None:
    clients.client_of(bo).post(MAIL, {"address": wrong})
    assert not mail.outbox
    assert not MailAddress.objects.exists()


@override_settings(RATE_LIMITS=True)
def test_nobody_sends_many_mails_to_an_address_that_is_not_theirs(bo: Person) -> None:
    phone = clients.client_of(bo)
    answered = {phone.post(MAIL, {"address": ADDRESS}).status_code for _each in range(12)}
    assert answered == {302, 429}
    assert len(mail.outbox) <= 6


@override_settings(EMAIL_HOST="")
def test_without_a_mail_server_nobody_is_asked_for_an_address(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    phone = clients.client_of(bo)
    assert MAIL not in phone.get(PAGE).content.decode()
    phone.post(MAIL, {"address": ADDRESS})
    assert not mail.outbox
    assert not MailAddress.objects.exists()


@override_settings(EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend", EMAIL_TIMEOUT=1)
def test_a_server_that_does_not_answer_is_no_error_page(bo: Person) -> None:
    with override_settings(EMAIL_HOST="127.0.0.1", EMAIL_PORT=1):
        page = clients.client_of(bo).post(MAIL, {"address": ADDRESS}, follow=True)
    assert "could not be sent" in page.content.decode()


def test_a_name_with_line_breaks_is_one_subject(
    campaign: Campaign, keeper: Person, bo: Person
) -> None:
    confirm(bo)
    Campaign.objects.filter(pk=campaign.pk).update(name="Ours\nBcc: eve@example.org")
    proposed(campaign, keeper)
    notices.send_notices()
    assert mail.outbox[0].subject == "Ours Bcc: eve@example.org"
    assert mail.outbox[0].recipients() == [ADDRESS]


def test_a_guest_keeps_their_address_in_an_account() -> None:
    guest = Person.objects.guest(display_name="Gia")
    enter(guest)
    account = Person.objects.create_user("gia", "nine piles, no more")
    person_merge(guest=guest, into=account)
    assert account.mail_address.address == ADDRESS
