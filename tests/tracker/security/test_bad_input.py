"""Bad input: whatever is sent, the answer is no fault of ours, and only a success changes anything.

A few thousand requests here; `make fuzz` sends a million (BREACHKEEPER_FUZZ says how many).
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from tests.campaign.factories import everything
from tests.tracker.security.fuzz import Asked, Forms, harvest, requests, send
from tests.tracker.security.house import House, undone

pytestmark = pytest.mark.django_db

COUNT = int(os.environ.get("BREACHKEEPER_FUZZ", "2000"))
ROUND = 500  # requests between two beginnings: hypothesis remembers all it has tried
SUCCESS = 302
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


@pytest.fixture(scope="module")
def forms(house: House) -> Forms:
    """Read the site's forms once."""
    return harvest(house)


class Watch:
    """Notice a statement that writes to the record; what a visitor's session keeps is their own."""

    def __init__(self) -> None:
        self.wrote = False

    def __call__(self, execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        self.wrote = self.wrote or (sql.startswith(WRITES) and '"campaign_' in sql)
        return execute(sql, *more)


def test_the_forms_of_the_site_are_found(forms: Forms) -> None:
    assert len(forms.held) > 20
    assert {"revision", "token", "name", "display_name", "pictures"} <= set(forms.names())


@pytest.mark.parametrize("turn", range(max(1, COUNT // ROUND)))
def test_no_request_is_a_fault_or_changes_anything_without_saying_so(
    turn: int, house: House, forms: Forms
) -> None:
    before = everything()

    @seed(turn)
    @settings(
        max_examples=ROUND,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(requests(house, forms))
    def sent(asked: Asked) -> None:
        watch = Watch()
        with undone(), connection.execute_wrapper(watch):
            response = send(house.client(asked.visitor), asked)
            assert response.status_code < 500, (asked.url, response.status_code)
            by_htmx = any(key.startswith("HTTP_HX_") for key, _value in asked.headers)
            safe = asked.method in ("GET", "HEAD", "OPTIONS")
            if watch.wrote and (safe or not (response.status_code == SUCCESS or by_htmx)):
                assert everything() == before, (asked.method, asked.url, response.status_code)

    sent()


@given(st.binary(max_size=60))
@settings(
    max_examples=150,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_no_address_at_all_is_a_fault(house: House, raw: bytes) -> None:
    path = b"/" + raw
    for prefix in (b"", b"/c", b"/g", b"/join", b"/c/" + house.place.campaign.code.encode()):
        info = (prefix + path).decode("latin-1")  # as WSGI hands it on
        response = house.client("keeper").get("/", PATH_INFO=info, QUERY_STRING=info)
        assert response.status_code < 500, info
