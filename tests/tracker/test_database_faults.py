"""A database that is gone, hangs or is full: every page says so, and nothing is half-written."""

from __future__ import annotations

import time
from unittest import mock

import psycopg
import pytest
from django.db import OperationalError, connections
from django.test import Client

from tests.campaign import factories
from tests.postgresql import ABSENT, postgresql
from tracker.web import deadlines
from tracker.web.deadlines import database_deadline

GONE = OperationalError("connection to server was lost, password of keeper@db")
FULL = OperationalError("database or disk is full")


@pytest.mark.parametrize("url", ["/", "/log", "/account/sign-in", "/c/ABCDEFGH/", "/play"])
@pytest.mark.django_db
def test_a_page_without_its_database_says_so_and_when_to_come_back(url: str) -> None:
    campaign = factories.planned_campaign()
    client = Client(raise_request_exception=False)
    client.force_login(campaign.memberships.get(role="keeper").person)
    with mock.patch.object(type(connections["default"]), "cursor", side_effect=GONE):
        response = client.get(url)
    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0
    said = response.content.decode()
    assert "The site can’t reach its data." in said
    assert "keeper@db" not in said


@pytest.mark.django_db
def test_a_full_disk_refuses_what_is_to_be_saved_and_shows_what_is_there() -> None:
    campaign = factories.planned_campaign()
    client = Client(raise_request_exception=False)
    person = campaign.memberships.get(role="keeper").person
    client.force_login(person)
    with mock.patch("campaign.services.accounts.Person.save", side_effect=FULL):
        response = client.post("/account/name", {"display_name": "Zuza"})
        assert client.get(f"/c/{campaign.code}/").status_code == 200
    assert response.status_code == 503
    assert "disk is full" in response.content.decode()


def test_a_connection_that_hangs_is_cut() -> None:
    if not (url := postgresql()):
        pytest.skip(ABSENT)
    held = mock.Mock(vendor="postgresql", connection=psycopg.connect(f"{url}/postgres"))
    begun = time.monotonic()
    with mock.patch("tracker.web.deadlines.connections", {"default": held}):
        with database_deadline(20):
            held.connection.execute("SELECT 1")  # in time
        with pytest.raises(psycopg.OperationalError), database_deadline(0.3):
            held.connection.execute("SELECT pg_sleep(20)")
    assert time.monotonic() - begun < 5
    held.connection.close()


def test_one_that_cannot_be_cut_keeps_none_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    cut, stuck, other = [], mock.Mock(), mock.Mock()

    def fail_for_one(held: object) -> None:
        if held is stuck:
            raise OSError("not connected")
        cut.append(held)

    monkeypatch.setattr(deadlines, "_shut_down", fail_for_one)
    watch = deadlines._Watchdog()
    with watch.over(stuck, 0), watch.over(other, 0):
        time.sleep(5 * deadlines.EVERY)
    assert cut == [other]
