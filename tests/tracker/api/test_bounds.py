"""Whatever a program sends has an upper bound, and whatever it reads takes few queries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.campaign import factories as f
from tests.tracker import one_offs
from tests.tracker.api.clients import Program
from tests.tracker.ashes import decks
from tracker.api.site import description

MAX_QUERIES = 13  # as many as a page, and one that takes a token of the rate limit


def sent_schemas() -> Iterator[tuple[str, Any]]:
    """Yield every value that is read from a body or a query, with its place."""
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            for each in operation.get("parameters", ()):
                if each["in"] == "query":
                    yield from walk(f"{method} {path} {each['name']}", each["schema"])
            body = operation.get("requestBody", {}).get("content", {})
            for content in body.values():
                yield from walk(f"{method} {path}", content["schema"])


def walk(place: str, schema: Any) -> Iterator[tuple[str, Any]]:
    """Yield a schema and those within it, without what may be null."""
    if ref := schema.get("$ref"):
        schema = description()["components"]["schemas"][ref.rpartition("/")[2]]
    yield place, schema
    for option in schema.get("anyOf", ()):
        yield from walk(place, option)
    for name, inner in schema.get("properties", {}).items():
        yield from walk(f"{place}.{name}", inner)
    if isinstance(values := schema.get("additionalProperties"), dict):
        yield from walk(f"{place}.*", values)
    if items := schema.get("items"):
        yield from walk(f"{place}[]", items)


def is_bounded(schema: Any) -> bool:
    match schema.get("type"):
        case "string":
            return "maxLength" in schema or "enum" in schema or schema.get("format") == "date"
        case "integer":
            return "maximum" in schema
        case "array":
            return "maxItems" in schema
        case "object":
            return schema.get("additionalProperties") is False or "maxProperties" in schema
        case "number":
            return False
    return True


def test_everything_that_is_sent_has_an_upper_bound() -> None:
    found = list(sent_schemas())
    assert len(found) > 30
    assert [place for place, schema in found if not is_bounded(schema)] == []


@pytest.mark.django_db
def test_a_longer_campaign_and_more_games_take_no_more_queries() -> None:
    zuza = f.person("Zuza", username="zuza")
    program = Program(zuza)

    def asked() -> dict[str, int]:
        code = campaign.code
        counted = {}
        for path in (
            *("/campaigns", f"/campaigns/{code}", f"/campaigns/{code}/games"),
            f"/campaigns/{code}/steps",
            *(f"/campaigns/{code}/games/1", f"/campaigns/{code}/games/1/sheet"),
            *(f"/campaigns/{code}/history", f"/campaigns/{code}/statistics"),
            *("/games", f"/games/{game.code}", f"/games/{game.code}/sheet"),
            *("/plays", "/statistics", "/decks", "/systems"),
        ):
            with CaptureQueriesContext(connection) as queries:
                assert program.get(path).status_code == 200
            counted[path.replace(code, "CODE").replace(game.code, "CODE")] = len(queries)
        return counted

    campaign = f.store(f.long_story(2), person=zuza)
    game = one_offs.played(zuza)
    decks.saved(zuza)
    program.get("/campaigns")  # notes the day of the token
    few = asked()
    campaign = f.store(f.long_story(30), person=zuza)
    for _time in range(5):
        game = one_offs.played(zuza)
        decks.saved(zuza)
    many = asked()
    assert max(few.values()) <= MAX_QUERIES, few
    assert {path: count for path, count in many.items() if count > few[path]} == {}
