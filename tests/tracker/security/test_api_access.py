"""Every operation of the API × role is answered as the table says; one that is not in it fails."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from campaign.models import Scope
from tests.tracker.api.clients import Program
from tests.tracker.security.api_table import NO, OK, TABLE, operations
from tests.tracker.security.site import ROLES, Site, rolled_back

pytestmark = pytest.mark.django_db

ENTRY: dict[str, Any] = {"revision": 0, "token": "a-token-of-its-own"}
WRONG = "Ann\u202e"  # a name that would turn the text after it round


def client_of(site: Site, role: str) -> Client:
    """Return a program of a role; without a token, the browser of it."""
    person = site.people[role]
    if person is None or person.is_guest:
        return site.client(role)
    return Program(person, Scope.RECORD).client


def test_every_operation_is_in_the_table_and_nothing_else_is() -> None:
    assert sorted(operation.name for operation in operations()) == sorted(TABLE)
    assert all(set(answers) == set(ROLES) for answers in TABLE.values())


def test_each_role_reads_what_the_table_says(site: Site) -> None:
    wrong = {}
    for role in ROLES:
        with rolled_back():
            client = client_of(site, role)
            for operation in operations():
                if operation.method == "GET":
                    answer = client.get(operation.address(site))
                    if answer.status_code != TABLE[operation.name][role]:
                        wrong[role, operation.name] = answer.status_code
    assert not wrong


def test_each_role_records_what_the_table_says(site: Site) -> None:
    """What is sent is of the right types; most of it is refused by the form."""
    bodies: dict[str, dict[str, Any]] = {
        "POST /games": {"system": "chess", "token": ENTRY["token"]},
        "POST /campaigns": {"system": "chess", "token": ENTRY["token"]},
        "POST /campaigns/{code}/steps/{step}": ENTRY,
        "POST /decks": {"text": "chess", "token": ENTRY["token"]},
        "POST /decks/{deck}": {"revision": 0, "text": "chess"},
        "POST /games/{game}/seats/{seat}": {"token": ENTRY["token"], "name": WRONG},
        "POST /games/{game}/seats/{seat}/free": {"token": ENTRY["token"]},
        "POST /games/{duel}/seats/{seat}/choices": {"token": ENTRY["token"]},
        "POST /games/{game}/owner": {"token": ENTRY["token"]},
        "POST /games/{game}/invitation": {"token": ENTRY["token"]},
        "POST /invitations/{key}": {"token": ENTRY["token"], "seat": 2, "name": WRONG},
        "POST /games/{game}/result": ENTRY,
        "POST /games/{game}/correction": ENTRY,
        "POST /campaigns/{code}/games/{number}/correction": ENTRY,
        "POST /campaigns/{code}/games/{number}/result": ENTRY,
        "POST /campaigns/{code}/games/{number}/notes": {**ENTRY, "text": "Late."},
        "POST /games/{campaign_game}/notes": {**ENTRY, "text": "Late."},
    }
    wrong = {}
    for role in ROLES:
        with rolled_back():
            client = client_of(site, role)
            for operation in operations():
                if operation.method != "POST":
                    continue
                url, expected = operation.address(site), TABLE[operation.name][role]
                body = bodies[operation.name]
                with rolled_back():
                    answer = client.post(url, body, content_type="application/json")
                let_in = (201, 409, 422)  # done, stale, or wrong
                allowed = let_in if expected == OK else (expected,)
                if answer.status_code not in allowed:
                    wrong[role, operation.name] = answer.status_code
    assert not wrong


def test_the_demo_is_read_by_any_token_and_written_by_none(site: Site) -> None:
    with rolled_back():
        stranger = Program(site.person("stranger"))
        path = f"/campaigns/{site.demo.code}"
        for part in ("", "/games", "/games/1", "/games/1/sheet", "/history", "/statistics"):
            assert stranger.get(path + part).status_code == OK, part
        assert stranger.post(f"{path}/games/1/notes", **ENTRY, text="Mine.").status_code == NO
