"""Passkeys, as far as a server goes; tests/browser/test_passkeys.py has a device."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from campaign.models import Passkey, Person
from tests.tracker.clients import client_of

pytestmark = pytest.mark.django_db

NONSENSE = ["", "{}", "[]", "null", '{"id": "AA", "rawId": "AA"}', "\x00", '{"rawId": 3}']


@pytest.fixture
def anna() -> Person:
    return Person.objects.create_user("anna", "a lantern over the table", display_name="Anna")


@pytest.mark.parametrize("credential", NONSENSE)
def test_what_proves_nothing_signs_nobody_in_and_adds_nothing(
    credential: str, anna: Person
) -> None:
    Passkey.objects.create(person=anna, credential="AA", public_key=b"x", name="Old")
    stranger = Client()
    stranger.post("/account/passkeys/options", headers={"host": "localhost"})
    answer = stranger.post(
        "/account/sign-in/passkey", {"credential": credential}, headers={"host": "localhost"}
    )
    assert answer["Location"] == "/account/sign-in"
    assert "_auth_user_id" not in stranger.session
    mine = client_of(anna)
    mine.post("/account/passkeys/options", {"for": "making"}, headers={"host": "localhost"})
    mine.post("/account/passkeys", {"credential": credential}, headers={"host": "localhost"})
    assert anna.passkeys.count() == 1


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
    assert "instead of its IP address" in page.content.decode()


def test_a_passkey_is_deleted_by_its_owner_alone(anna: Person) -> None:
    key = Passkey.objects.create(person=anna, credential="AA", public_key=b"x", name="Old")
    other = Person.objects.create_user("bela", "a lantern over the table")
    assert client_of(other).post("/account/passkeys", {"delete": key.pk}).status_code == 404
    client_of(anna).post("/account/passkeys", {"delete": key.pk})
    assert not anna.passkeys.exists()
