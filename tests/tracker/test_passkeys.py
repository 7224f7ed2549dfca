"""Passkeys, as far as a server goes; tests/browser/test_passkeys.py has a device."""

from __future__ import annotations

import json
import os
from io import StringIO
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client

from campaign.models import Passkey, Person
from campaign.services.accounts import MAX_PASSKEYS, PASSKEY_LINK_LASTS
from tests.tracker.authenticator import HOST, OPTIONS, Authenticator, passkey_of
from tests.tracker.clients import client_of
from tracker.people.passkeys import CHALLENGE

pytestmark = pytest.mark.django_db

URL, SIGN_IN = "/account/passkeys", "/account/sign-in/passkey"
PASSWORD = "a lantern over the table"
NONSENSE = ["", "{}", "[]", "null", '{"id": "AA", "rawId": "AA"}', "\x00", '{"rawId": 3}']
NONSENSE += ["[" * 100_000, '{"a":' * 100_000]


@pytest.fixture
def anna() -> Person:
    return Person.objects.create_user("anna", PASSWORD, display_name="Anna")


@pytest.fixture
def staff() -> Person:
    return Person.objects.create_user("helper", PASSWORD, is_staff=True)


@pytest.mark.parametrize("credential", NONSENSE)
def test_what_proves_nothing_signs_nobody_in_and_adds_nothing(
    credential: str, anna: Person
) -> None:
    mine = client_of(anna)
    mine.post(OPTIONS, {"for": "making"}, headers=HOST)
    mine.post(URL, {"credential": credential}, headers=HOST)
    assert not anna.passkeys.exists()
    Passkey.objects.create(person=anna, credential="AA", public_key=b"x", name="Old")
    stranger = Client()
    stranger.post(OPTIONS, headers=HOST)
    answer = stranger.post(SIGN_IN, {"credential": credential}, headers=HOST)
    assert answer["Location"] == "/account/sign-in"
    assert "_auth_user_id" not in stranger.session


@pytest.mark.parametrize(
    "attestation",
    [
        b"\x81" * 60_000,  # lists within lists
        {"fmt": "android-safetynet", "attStmt": {"ver": "1", "response": {}}},
        {"fmt": "packed", "attStmt": {"sig": b"x", "alg": -7, "x5c": [b"x"]}},
        {"fmt": 3},
    ],
)
def test_an_attestation_that_cannot_be_read_adds_nothing(
    attestation: bytes | dict[str, object], anna: Person
) -> None:
    client = client_of(anna)
    answer = Authenticator().add(client, attestation=attestation)
    assert answer["Location"] == URL
    assert "could not be added" in client.get(URL, headers=HOST).text
    assert not anna.passkeys.exists()


def test_a_passkey_is_added_and_signs_in(anna: Person) -> None:
    client = Client()
    passkey_of(anna).sign_in(client)
    assert client.session["_auth_user_id"] == str(anna.pk)


@pytest.mark.parametrize("challenge", ["", "AA"])
def test_a_challenge_that_was_not_asked_for_proves_nothing(challenge: str, anna: Person) -> None:
    device = Authenticator()
    data = {"credential": device.registration(challenge)}
    client_of(anna).post(URL, data, headers=HOST)
    assert not anna.passkeys.exists()
    device.add(client_of(anna))
    client = Client()
    client.post(SIGN_IN, {"credential": device.assertion(challenge)}, headers=HOST)
    assert "_auth_user_id" not in client.session


def test_a_challenge_is_signed_once(anna: Person) -> None:
    device, client = passkey_of(anna), Client()
    challenge = json.loads(client.post(OPTIONS, headers=HOST).content)["challenge"]
    sent = {"credential": device.assertion(challenge)}
    assert client.post(SIGN_IN, sent, headers=HOST)["Location"] == "/"
    client.post("/account/sign-out")
    assert client.post(SIGN_IN, sent, headers=HOST)["Location"] == "/account/sign-in"


def test_a_passkey_of_somebody_else_is_refused_in_a_sentence(anna: Person) -> None:
    device = passkey_of(anna)
    bela = Person.objects.create_user("bela", PASSWORD)
    client = client_of(bela)
    assert device.add(client).status_code == 302
    assert "This passkey is registered already." in client.get(URL).content.decode()
    assert not bela.passkeys.exists()


@pytest.mark.parametrize(("length", "fits"), [(1023, True), (1024, False), (1060, False)])
def test_an_id_may_be_as_long_as_the_standard_says(length: int, fits: bool, anna: Person) -> None:
    client = client_of(anna)
    assert Authenticator(b"x" * length).add(client).status_code == 302
    said = "Passkey added." if fits else "The passkey could not be added."
    assert said in client.get(URL).content.decode()
    assert anna.passkeys.count() == fits


def test_nobody_has_passkeys_without_end(anna: Person) -> None:
    client = Client()
    passkey_of(anna).sign_in(client)
    for _key in range(MAX_PASSKEYS):
        Authenticator().add(client)
    assert anna.passkeys.count() == MAX_PASSKEYS
    assert "You have too many passkeys." in client.get(URL).content.decode()


# --- who may add one ---


def refused(client: Client) -> bool:
    """Say whether adding a passkey is refused at either step, to who has got round the first."""
    asked = client.post(OPTIONS, {"for": "making"}, headers=HOST)
    session, challenge = client.session, "c29tZSBjaGFsbGVuZ2U"
    session[CHALLENGE] = challenge
    session.save()
    before = Passkey.objects.count()
    client.post(URL, {"credential": Authenticator().registration(challenge)}, headers=HOST)
    return asked.status_code == 403 and Passkey.objects.count() == before


def test_a_second_one_is_added_after_signing_in_with_the_first(anna: Person) -> None:
    device, client = passkey_of(anna), client_of(anna)
    assert refused(client)
    page = client.get(URL, headers=HOST).content.decode()
    assert "To add another passkey, sign in with one that you have." in page
    assert 'data-passkey="making"' not in page
    device.sign_in(client, next=URL)
    Authenticator().add(client)
    assert anna.passkeys.count() == 2


def test_who_has_lost_the_device_deletes_its_passkey_first(anna: Person) -> None:
    passkey_of(anna)
    client = client_of(anna)
    client.post(URL, {"delete": anna.passkeys.get().pk})
    Authenticator().add(client)
    assert anna.passkeys.count() == 1


def test_a_phished_password_of_staff_opens_nothing(staff: Person) -> None:
    phisher = client_of(staff)
    assert refused(phisher)
    assert "a link from the site’s operator" in phisher.get(URL, headers=HOST).content.decode()


def test_a_phished_password_deletes_no_passkey_of_staff(staff: Person) -> None:
    key = Passkey.objects.create(person=staff, credential="AA", public_key=b"x", name="Old")
    phisher = client_of(staff)
    phisher.post(URL, {"delete": key.pk})
    assert staff.passkeys.get() == key
    assert refused(phisher)


def link_for(username: str) -> str:
    printed = StringIO()
    call_command("passkey_link", username, stdout=printed)
    return urlsplit(printed.getvalue().strip()).path


def test_staff_add_the_first_by_a_link_that_a_command_prints(staff: Person) -> None:
    client, url = Client(), link_for("HELPER")
    asked = client.get(url)
    assert asked["Location"].startswith("/account/sign-in?next=")
    right = {"username": "helper", "password": PASSWORD, "next": url}
    client.post("/account/sign-in", right, follow=True)
    device = Authenticator()
    device.add(client)
    assert staff.passkeys.count() == 1
    fresh = Client()
    device.sign_in(fresh)
    assert fresh.get("/admin/").status_code == 200


def test_the_link_works_once(staff: Person) -> None:
    url, client, late = link_for("helper"), client_of(staff), client_of(staff)
    client.get(url)
    late.get(url)
    Authenticator().add(client)
    assert refused(late)  # though it was opened there before
    late.get(url)
    assert "This link is not valid" in late.get(URL).content.decode()
    assert staff.passkeys.count() == 1


def test_the_link_expires(staff: Person) -> None:
    with time_machine.travel("2026-03-01 20:00Z", tick=False) as clock:
        url, client = link_for("helper"), client_of(staff)
        client.get(url)
        clock.shift(PASSKEY_LINK_LASTS)
        assert refused(client)


def test_the_link_is_for_one_person_and_a_new_one_replaces_it(anna: Person, staff: Person) -> None:
    first, second = link_for("helper"), link_for("helper")
    other = Person.objects.create_user("other", PASSWORD, is_staff=True)
    thief = client_of(other)
    for url in (first, second):
        thief.get(url)
        assert refused(thief)
    client = client_of(staff)
    client.get(first)
    assert refused(client)
    client.get(second)
    Authenticator().add(client)
    assert staff.passkeys.count() == 1


def test_the_command_names_who_is_unknown() -> None:
    with pytest.raises(CommandError, match="Nobody signs in as nobody"):
        call_command("passkey_link", "nobody")
    with pytest.raises(CommandError, match="this is not UTF-8"):
        call_command("passkey_link", os.fsdecode(b"\xff"))


# --- what the site says to the browser ---


def test_the_options_name_the_site_and_want_the_owner_at_the_device(anna: Person) -> None:
    answer = client_of(anna).post(
        "/account/passkeys/options", {"for": "making"}, headers={"host": "localhost:8000"}
    )
    options = json.loads(answer.content)
    assert options["rp"]["id"] == "localhost"
    assert options["user"]["name"] == "anna"
    assert options["authenticatorSelection"]["userVerification"] == "required"


def test_an_address_without_a_name_has_no_passkeys(anna: Person) -> None:
    page = client_of(anna).get("/account/passkeys", headers={"host": "127.0.0.1:8000"})
    assert "data-passkey" not in page.content.decode()
    assert "work on an IP address" in page.content.decode()


def test_a_passkey_is_deleted_by_its_owner_alone(anna: Person) -> None:
    key = Passkey.objects.create(person=anna, credential="AA", public_key=b"x", name="Old")
    other = Person.objects.create_user("bela", "a lantern over the table")
    assert client_of(other).post("/account/passkeys", {"delete": key.pk}).status_code == 404
    client_of(anna).post("/account/passkeys", {"delete": key.pk})
    assert not anna.passkeys.exists()
