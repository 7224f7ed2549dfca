"""Back without the password; the browsers that are signed in; the password once more."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile

import pytest
import time_machine
from django.test import Client, override_settings
from django.utils import timezone

from campaign.exchange.exporting import export_json
from campaign.models import MailAddress, Mute, Person, Scope
from campaign.services.api_tokens import api_token_make
from campaign.services.webhooks import webhook_make
from tests.campaign import factories as f
from tests.tracker.clients import client_of

pytestmark = pytest.mark.django_db

PASSWORD = "a lantern over the table"
CODE = re.compile(r"<code>([A-Z0-9 ]{14})</code>")
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture
def anna() -> Person:
    return Person.objects.create_user("anna", PASSWORD, display_name="Anna")


def signed_in(agent: str = "") -> Client:
    """Return a browser in which Anna has signed in with her password."""
    client = Client(headers={"user-agent": agent} if agent else None)
    client.post("/account/sign-in", {"username": "anna", "password": PASSWORD})
    return client


# --- recovery codes ---


def new_codes(client: Client) -> list[str]:
    page = client.post("/account/recovery-codes", follow=True)
    return CODE.findall(page.content.decode())


def test_a_code_signs_in_once_and_a_new_password_is_set_without_the_old(anna: Person) -> None:
    codes = new_codes(signed_in())
    assert len(set(codes)) == 8
    lost = Client()
    answer = lost.post("/account/recover", {"username": "ANNA", "code": codes[0].lower()})
    assert answer["Location"] == "/account/password"
    assert lost.post("/account/password", {"password": "another lantern here"}).status_code == 302
    anna.refresh_from_db()
    assert anna.check_password("another lantern here")
    assert 'name="old"' in lost.get("/account/password").content.decode()  # once
    again = Client().post("/account/recover", {"username": "anna", "code": codes[0]})
    assert again.status_code == 422
    assert "Wrong username or code." in again.content.decode()
    assert anna.recovery_codes.count() == 7


def test_codes_are_shown_once_and_new_ones_replace_them(anna: Person) -> None:
    client = signed_in()
    first, *_rest = new_codes(client)
    assert not CODE.search(signed_in().get("/account/recovery-codes").content.decode())
    assert first not in new_codes(client)
    refused = Client().post("/account/recover", {"username": "anna", "code": first})
    assert refused.status_code == 422
    assert anna.recovery_codes.count() == 8


def test_fresh_codes_are_shown_to_nobody_who_signs_in_to_the_same_browser(anna: Person) -> None:
    Person.objects.create_user("marcin", PASSWORD)
    shared = signed_in()
    codes = new_codes(shared)
    cookie = shared.cookies["fresh_codes"].value
    shared.post("/account/sign-out")
    shared.post("/account/sign-in", {"username": "marcin", "password": PASSWORD})
    assert not CODE.findall(shared.get("/account/recovery-codes").content.decode())
    readable = base64.urlsafe_b64decode(cookie.partition(":")[0] + "===")
    assert codes[0].replace(" ", "").encode() not in readable
    shared.post("/account/sign-out")
    shared.post("/account/sign-in", {"username": "anna", "password": PASSWORD})
    assert CODE.findall(shared.get("/account/recovery-codes").content.decode()) == codes


def test_messages_are_shown_to_nobody_who_signs_in_to_the_same_browser(anna: Person) -> None:
    Person.objects.create_user("marcin", PASSWORD)
    shared = signed_in()
    shared.post("/account/name", {"display_name": "Annamaria"})  # the redirect never arrives
    assert shared.cookies["messages"].value
    shared.post("/account/sign-out")
    assert "Annamaria" not in shared.get("/account/sign-in").content.decode()
    shared.post("/account/sign-in", {"username": "marcin", "password": PASSWORD})
    assert "Annamaria" not in shared.get("/account").content.decode()


def test_a_code_is_of_one_person(anna: Person) -> None:
    Person.objects.create_user("bela", PASSWORD)
    code = new_codes(signed_in())[0]
    assert Client().post("/account/recover", {"username": "bela", "code": code}).status_code == 422


@override_settings(RATE_LIMITS=True)
def test_wrong_codes_are_counted_as_wrong_passwords_are(anna: Person) -> None:
    answers = [
        Client().post("/account/recover", {"username": "anna", "code": f"AAAABBBB{n:04}"})
        for n in range(9)
    ]
    assert [answer.status_code for answer in answers] == [422] * 8 + [429]


# --- browsers ---


def test_the_browsers_are_listed_and_one_is_signed_out(anna: Person) -> None:
    here, phone = signed_in(), signed_in(FIREFOX)
    page = here.get("/account/browsers").content.decode()
    assert "Firefox, Android" in page
    assert page.count("This browser") == 1
    there = anna.browsers.get(name="Firefox, Android")
    here.post("/account/browsers", {"browser": there.pk})
    assert phone.get("/account").status_code == 302
    assert here.get("/account").status_code == 200


def test_signing_out_everywhere_else_leaves_this_browser_signed_in(anna: Person) -> None:
    here, phone = signed_in(), signed_in(FIREFOX)
    old = Client()  # signed in before browsers were listed
    old.force_login(anna)
    anna.browsers.filter(session_id=old.session.session_key).delete()
    here.post("/account/browsers")
    assert [c.get("/account").status_code for c in (here, phone, old)] == [200, 302, 302]
    assert anna.browsers.count() == 1


def test_nobody_signs_another_person_out(anna: Person) -> None:
    phone = signed_in(FIREFOX)
    other = client_of(Person.objects.create_user("bela", PASSWORD))
    answer = other.post("/account/browsers", {"browser": anna.browsers.get().pk})
    assert answer.status_code == 404
    assert phone.get("/account").status_code == 200


# --- the password once more ---


def test_what_cannot_be_undone_asks_for_the_password_after_a_while(anna: Person) -> None:
    with time_machine.travel("2026-03-01 20:00Z", tick=False) as clock:
        client = signed_in()
        assert client.get("/account/delete").status_code == 200
        clock.shift(16 * 60)
        asked = client.post("/account/delete", {"word": "delete"})
        assert asked["Location"] == "/account/confirm?next=%2Faccount%2Fdelete"
        assert Person.objects.filter(pk=anna.pk).exists()
        wrong = client.post("/account/confirm", {"password": "no", "next": "/account/delete"})
        assert wrong.status_code == 422
        right = client.post("/account/confirm", {"password": PASSWORD, "next": "/account/delete"})
        assert right["Location"] == "/account/delete"
        client.post("/account/delete", {"word": "delete"})
    assert not Person.objects.filter(pk=anna.pk).exists()


def test_an_account_is_exported_whole_after_the_password(anna: Person) -> None:
    campaign = f.planned_campaign(person=anna)
    MailAddress.objects.create(person=anna, address="anna@example.org", language="en")
    Mute.objects.create(person=anna, campaign=campaign)
    with time_machine.travel("2026-03-01 20:00Z", tick=False) as clock:
        client = signed_in(FIREFOX)
        clock.shift(16 * 60)
        asked = client.get("/account/export")
        assert asked["Location"] == "/account/confirm?next=%2Faccount%2Fexport"
        client.post("/account/confirm", {"password": PASSWORD})
        answer = client.get("/account/export")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        kept = json.loads(archive.read("account.json"))
        record = archive.read(f"campaigns/{campaign.code}.zip")
    assert (kept["username"], kept["browsers"][0]["name"]) == ("anna", "Firefox, Android")
    assert kept["campaigns"] == [{"code": campaign.code, "name": campaign.name, "role": "keeper"}]
    assert kept["mail_addresses"][0]["address"] == "anna@example.org"
    assert kept["muted"] == [{"kind": "", "code": campaign.code}]
    with zipfile.ZipFile(io.BytesIO(record)) as archive:
        assert archive.read("campaign.json") == export_json(campaign)


def test_a_guest_is_asked_for_no_password() -> None:
    with time_machine.travel("2026-03-01 20:00Z", tick=False) as clock:
        client = client_of(f.person("Zuza"))
        clock.shift(60 * 60)
        assert client.get("/account/delete").status_code == 200


def test_confirming_leads_nowhere_else(anna: Person) -> None:
    answer = signed_in().post(
        "/account/confirm", {"password": PASSWORD, "next": "https://evil.example"}
    )
    assert answer["Location"] == "/"


def test_a_recovery_code_stands_for_the_old_password_for_a_quarter_of_an_hour(
    anna: Person,
) -> None:
    with time_machine.travel("2026-03-01 20:00Z", tick=False) as clock:
        code = new_codes(signed_in())[0]
        back = Client()
        back.post("/account/recover", {"username": "anna", "code": code})
        clock.shift(14 * 60)
        assert 'name="old"' not in back.get("/account/password").content.decode()
        clock.shift(2 * 60)
        assert 'name="old"' in back.get("/account/password").content.decode()
        refused = back.post("/account/password", {"password": "another lantern here"})
    assert refused.status_code == 422
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


@pytest.mark.parametrize(("sent", "left"), [({}, 0), ({"keep_tokens": "on"}, 1)])
def test_signing_out_everywhere_else_revokes_tokens_unless_they_are_kept(
    anna: Person, sent: dict[str, str], left: int
) -> None:
    here = signed_in()
    assert "Keep my API tokens" not in here.get("/account/browsers").content.decode()
    api_token_make(person=anna, name="script", scope=Scope.READ)
    assert "Keep my API tokens" in here.get("/account/browsers").content.decode()
    here.post("/account/browsers", sent)
    assert anna.api_tokens.count() == left


def test_signing_out_everywhere_else_says_what_still_tells_others(anna: Person) -> None:
    here = signed_in()
    page = here.get("/account/browsers").content.decode()
    assert ("E-mails still go" in page, "Webhooks still send" in page) == (False, False)
    confirmed = {
        "language": "en",
        "site": "https://games.example.org",
        "confirmed_at": timezone.now(),
    }
    MailAddress.objects.create(person=anna, address="somebody@example.org", **confirmed)
    webhook_make(person=anna, url="https://bot.example.org/")
    page = here.get("/account/browsers").content.decode()
    assert "E-mails still go to somebody@example.org afterwards." in page
    assert "Webhooks still send results afterwards." in page
