"""Whatever the description of the API allows is asked: no server error, every answer as described.

Half of the requests go to records that exist, so that not all of them end at the door; half of them
have values that the description forbids.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.models import Scope
from campaign.services.api_tokens import api_token_make
from tests.campaign import factories as f
from tests.marks import one_in
from tests.tracker import one_offs
from tests.tracker.ashes import decks
from tracker.api.site import description

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]


PARTS = ("number", "seat", "key", "step", "system")


def operations() -> Iterator[tuple[str, str]]:
    for path, methods in description()["paths"].items():
        yield from ((method, path) for method in methods)


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Keep the database open between requests, and with it the transaction of the test."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def known() -> dict[str, Any]:
    """Return a token that may do everything, and parts of addresses that exist."""
    zuza = f.person("Zuza", username="zuza")
    campaign, game = f.planned_campaign(person=zuza), one_offs.game(zuza)
    one_offs.played(zuza)
    deck = decks.saved(zuza)
    return {
        "record": api_token_make(person=zuza, name="Records", scope=Scope.RECORD),
        "read": api_token_make(person=zuza, name="Reads", scope=Scope.READ),
        "campaign": campaign.code,
        "game": game.code,
        "deck": deck.code,
        "number": 1,
        "seat": 1,
        "key": game.invite_key,
        "step": "plan",
        "system": game.system,
    }


@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize(("method", "path"), list(operations()))
def test_every_answer_is_as_described(
    method: str, path: str, mode: str, known: dict[str, Any]
) -> None:
    import schemathesis  # it takes a second, and the suite leaves this out
    from schemathesis import GenerationMode, checks

    from tracker.wsgi import application

    described = [
        checks.not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)
    operation = schema[path][method.upper()]
    cases = operation.as_strategy(generation_mode=GenerationMode(mode))
    parts = {name: known[name] for name in PARTS if f"{{{name}}}" in path}
    if "{code}" in path:
        kinds = {"/campaigns/": "campaign", "/decks/": "deck"}
        parts["code"] = known[next((kinds[each] for each in kinds if each in path), "game")]

    @given(case=cases, exists=st.booleans())
    @settings(
        max_examples=one_in(4),
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any, exists: bool) -> None:
        if exists:
            case.path_parameters = parts
        headers = {**(case.headers or {}), "Authorization": f"Bearer {known['record']}"}
        headers["Accept-Encoding"] = "identity"
        if path.endswith(".csv"):
            case.query = {**(case.query or {}), "token": known["read"]}
        case.call_and_validate(headers=headers, checks=described)

    ask()
