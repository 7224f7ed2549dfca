"""Every operation of the API × role is answered as the table says; one that is not in it fails.

A guest has no token, and neither has who is not signed in: their sessions open nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from campaign.models import Scope
from tests.tracker.api.clients import BASE, Program
from tests.tracker.security.site import ROLES, Site, rolled_back
from tests.tracker.security.table import Answers
from tracker.api.site import description

pytestmark = pytest.mark.django_db

OK, NONE, NO, NOTHING, ENTERED = 200, 401, 403, 404, 409
WITHOUT_TOKEN = {"anonymous": NONE, "onlooker": NONE, "guest": NONE}
_OUT = {**WITHOUT_TOKEN, "stranger": NOTHING, "other": NOTHING}


def _all(status: int, **others: int) -> Answers:
    return {role: others.get(role, status) for role in ROLES}


MINE = _all(OK, **WITHOUT_TOKEN)
LOOK = _all(OK, **_OUT)
RECORD = _all(OK, **_OUT, reader=NO)

# A game that was played has no form for its result: 409.
TABLE: dict[str, Answers] = {
    "GET /campaigns": MINE,
    "GET /campaigns/{code}": LOOK,
    "GET /campaigns/{code}/history": LOOK,
    "GET /campaigns/{code}/statistics": LOOK,
    "GET /campaigns/{code}/games": LOOK,
    "GET /campaigns/{code}/games/{number}": LOOK,
    "GET /campaigns/{code}/games/{number}/sheet": LOOK,
    "GET /campaigns/{code}/games/{number}/result": {**RECORD, "player": ENTERED, "keeper": ENTERED},
    "POST /campaigns/{code}/games/{number}/result": RECORD,
    "GET /campaigns/{code}/games/{number}/correction": RECORD,
    "POST /campaigns/{code}/games/{number}/correction": RECORD,
    "POST /campaigns/{code}/games/{number}/notes": RECORD,
    "GET /games": MINE,
    "POST /games": MINE,
    "GET /games/{game}": LOOK,
    "GET /games/{game}/sheet": LOOK,
    "GET /games/{game}/result": {**RECORD, "player": ENTERED, "keeper": ENTERED},
    "POST /games/{game}/result": RECORD,
    "GET /games/{game}/correction": RECORD,
    "POST /games/{game}/correction": RECORD,
    "GET /plays": MINE,
    "GET /plays.csv": _all(NONE),  # a token in the header does not count there
    "GET /statistics": MINE,
    "GET /systems": MINE,
    "GET /systems/{system}/start": MINE,
    "GET /systems/{system}/catalogue": MINE,
    "GET /decks": MINE,
}
ENTRY: dict[str, Any] = {"revision": 0, "token": "a-token-of-its-own"}


@dataclass(frozen=True)
class Operation:
    """A method and an address."""

    method: str
    path: str

    @property
    def name(self) -> str:
        """Return its name in the table."""
        game = self.path.replace("/games/{code}", "/games/{game}")
        return f"{self.method} {game}"

    def address(self, site: Site) -> str:
        """Return the address of what the sample has."""
        parts = {
            "code": site.sample.campaign.code,
            "game": site.sample.one_off.code,
            "number": 2,
            "system": site.sample.one_off.system,
        }
        return BASE + self.name.partition(" ")[2].format(**parts)


def operations() -> Iterator[Operation]:
    """Yield every operation that the description has."""
    for path, methods in description()["paths"].items():
        for method in methods:
            yield Operation(method.upper(), path.removeprefix(BASE))


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
    """What is sent is of the right types, and refused by the form at the latest."""
    bodies: dict[str, dict[str, Any]] = {
        "POST /games": {"system": "chess", "token": ENTRY["token"]},
        "POST /games/{game}/result": ENTRY,
        "POST /games/{game}/correction": ENTRY,
        "POST /campaigns/{code}/games/{number}/correction": ENTRY,
        "POST /campaigns/{code}/games/{number}/result": ENTRY,
        "POST /campaigns/{code}/games/{number}/notes": {**ENTRY, "text": "Late."},
    }
    wrong = {}
    for role in ROLES:
        with rolled_back():
            client = client_of(site, role)
            for operation in operations():
                if operation.method != "POST":
                    continue
                url, expected = operation.address(site), TABLE[operation.name][role]
                answer = client.post(url, bodies[operation.name], content_type="application/json")
                let_in = (409, 422)  # stale, or wrong
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
