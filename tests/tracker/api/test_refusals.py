"""Whatever is refused below /api/v1/ is JSON with a sentence that says what is valid."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from campaign.models import Person
from tests.campaign import factories as f
from tests.tracker.api.clients import BASE, Program, codes
from tests.tracker.api.test_bounds import sent_schemas
from tracker.api.site import api, description

pytestmark = pytest.mark.django_db
VAGUE = "Enter a valid value."
START: dict[str, Any] = {"system": "aeons-end", "token": "start-1234"}


@pytest.fixture
def zuza() -> Person:
    return f.person("Zuza", username="zuza")


@pytest.mark.parametrize("path", ["", "/openapi.json", "/campaigns", "/games/ABC", "/nothing"])
@pytest.mark.parametrize("method", ["DELETE", "OPTIONS", "PUT"])
def test_a_wrong_method_is_refused_with_json(path: str, method: str) -> None:
    answer = Client().generic(method, BASE + (path or "/"))
    assert (answer.status_code, codes(answer)) == (405, {"api.method"})
    assert answer["Allow"] in answer.json()["problems"][0]["sentence"]


@pytest.mark.parametrize("path", ["/systems", "/plays.csv", "/openapi.json", "/"])
def test_a_post_to_what_is_only_read_is_refused_with_json(path: str) -> None:
    program = Client(enforce_csrf_checks=True)
    answer = program.post(BASE + path, headers={"Accept-Language": "de"})
    assert (answer.status_code, codes(answer)) == (405, {"api.method"})
    assert answer["Content-Language"] == "de"


def test_a_charset_that_is_not_utf_8_is_refused_with_json(zuza: Person) -> None:
    kind = "application/json; charset=latin-1"
    answer = Program(zuza).client.post(f"{BASE}/games", "{}", content_type=kind)
    assert (answer.status_code, codes(answer)) == (400, {"api.request"})


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (OperationalError("gone"), 503, "api.unavailable"),
        (ZeroDivisionError(), 500, "api.error"),
    ],
)
def test_a_server_error_is_answered_with_json(
    zuza: Person, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str
) -> None:
    def fails(_person: Person) -> None:
        raise error

    monkeypatch.setattr("tracker.api.campaigns.shelf_of", fails)
    program = Program(zuza)
    program.client.raise_request_exception = False
    answer = program.get("/campaigns")
    assert (answer.status_code, codes(answer)) == (status, {code})
    assert answer["X-Request-ID"]
    assert ("Retry-After" in answer) == (status == 503)


def test_every_refusal_is_in_the_description() -> None:
    for path, methods in description()["paths"].items():
        for operation in methods.values():
            listed = set(operation["responses"])
            assert {"401", "404", "405", "422", "429", "500", "503"} <= listed, path


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"token": "short"}, "token", "Send at least 8 characters."),
        ({"token": "x" * 41}, "token", "Send at most 40 characters."),
        ({"token": 12345678}, "token", "Send a text."),
        ({"system": "\0"}, "system", "Send a text without control characters."),
        ({"fields": []}, "fields", "Send an object."),
        ({"colour": "blue"}, "colour", "There is no such field here."),
    ],
)
def test_a_refusal_says_what_is_valid(
    zuza: Person, body: dict[str, Any], field: str, sentence: str
) -> None:
    (problem,) = Program(zuza).post("/games", **{**START, **body}).json()["problems"]
    assert (problem["field"], problem["sentence"]) == (field, sentence)


@pytest.mark.parametrize("value", [{}, 2.5, None, [True, {}], "x" * 30_000])
def test_a_wrong_value_of_a_field_is_one_problem(zuza: Person, value: object) -> None:
    (problem,) = Program(zuza).post("/games", **START, fields={"seed": value}).json()["problems"]
    assert problem["field"] == "fields.seed"
    assert problem["sentence"].startswith("Send true or false, a whole number, a text")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"since": "yesterday"}, "Send a date such as 2026-05-01."),
        ({"page": "two"}, "Send a whole number."),
        ({"page": 0}, "Send a whole number, 1 or more."),
        ({"page": 10**9}, "Send a whole number, 100000 or less."),
    ],
)
def test_a_wrong_query_says_what_is_valid(
    zuza: Person, query: dict[str, Any], sentence: str
) -> None:
    (problem,) = Program(zuza).get("/plays", **query).json()["problems"]
    assert (problem["field"], problem["sentence"]) == (next(iter(query)), sentence)


@pytest.mark.parametrize("wrong", ["x" * 30_000, -1, True, None, 1.5, [], {}, ["", {}]])
def test_no_wrong_value_of_a_body_gets_a_vague_sentence(zuza: Person, wrong: object) -> None:
    """Every name that a body can have, with every kind of value."""
    names = {place.rpartition(".")[2] for place, _schema in sent_schemas() if "." in place}
    program = Program(zuza)
    for path in ("/games", "/games/ABC/result", "/games/ABC/correction"):
        answer = program.post(path, **{name: wrong for name in names if name.isidentifier()})
        said = {problem["sentence"] for problem in answer.json()["problems"]}
        assert VAGUE not in said, (path, answer.json())


def test_the_description_names_its_server_and_its_operations(client: Client) -> None:
    described = client.get(f"{BASE}/openapi.json").json()
    assert described["servers"] == [{"url": "http://testserver"}]
    ids = [
        operation["operationId"]
        for methods in described["paths"].values()
        for operation in methods.values()
    ]
    assert len(ids) == len(set(ids))
    assert "enterGameResult" in ids
    assert all(each.isalpha() and each[0].islower() for each in ids)
    assert api.version == described["info"]["version"]
