"""A database that is gone, hangs or is full: every page says so, and nothing is half-written."""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import psycopg
import pytest
from django.db import OperationalError, connections
from django.test import Client
from psycopg.pq import TransactionStatus

from campaign.models import Photo
from tests.campaign import factories
from tests.postgresql import ABSENT, postgresql
from tests.tracker import one_offs, photos
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


@pytest.mark.django_db
def test_a_full_disk_refuses_a_photo_and_says_so() -> None:
    game = one_offs.played()
    client = one_offs.owner(game)
    client.raise_request_exception = False
    full = OSError(errno.ENOSPC, "No space left on device")
    with mock.patch("campaign.pictures.default_storage.save", side_effect=full):
        response = client.post(f"/g/{game.code}/photos", photos.form(photos.jpeg()))
    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0
    assert "disk is full" in response.content.decode()
    assert not Photo.objects.exists()


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


def test_only_waiting_for_the_database_counts() -> None:
    if not (url := postgresql()):
        pytest.skip(ABSENT)
    held = mock.Mock(vendor="postgresql", connection=psycopg.connect(f"{url}/postgres"))
    with (
        mock.patch("tracker.web.deadlines.connections", {"default": held}),
        database_deadline(0.5),
    ):
        held.connection.execute("SELECT 1")
        time.sleep(1.5)  # as while pictures are read
        held.connection.execute("SELECT 1")
        with pytest.raises(psycopg.OperationalError):
            held.connection.execute("SELECT pg_sleep(20)")
    held.connection.close()


@contextmanager
def frozen_after(received: int) -> Iterator[int]:
    """Forward a port to PostgreSQL until it has sent so much; then only acknowledge."""
    frozen = threading.Event()

    def forward(source: socket.socket, sink: socket.socket, most: int | None) -> None:
        sent = 0
        while data := source.recv(65536):
            sent += len(data)
            if most is not None and sent > most:
                frozen.set()
            if not frozen.is_set():
                sink.sendall(data)

    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            phone, _address = server.accept()
            database = socket.create_connection(("127.0.0.1", 5432))
            for ends in ((phone, database, received), (database, phone, None)):
                threading.Thread(target=forward, args=ends, daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


def test_a_server_that_freezes_is_noticed_by_the_deadline_alone() -> None:
    if not (url := postgresql()):
        pytest.skip(ABSENT)
    user = url.removeprefix("postgres://").partition("@")[0]
    with frozen_after(2000) as port:
        held = mock.Mock(vendor="postgresql")
        held.connection = psycopg.connect(
            host="127.0.0.1",
            port=port,
            user=user,
            dbname="postgres",
            tcp_user_timeout=500,
            options="-c statement_timeout=500",
        )
        held.connection.execute("SELECT 1")
        begun = time.monotonic()
        with (
            mock.patch("tracker.web.deadlines.connections", {"default": held}),
            pytest.raises(psycopg.OperationalError),
            database_deadline(2),
        ):
            held.connection.execute("SELECT %s", ["x" * 5000])
        assert 1.5 < time.monotonic() - begun < 6
        held.connection.close()


def test_one_that_cannot_be_cut_keeps_none_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    cut, stuck, other = [], mock.Mock(), mock.Mock()
    for held in (stuck, other):
        held.connection.pgconn.transaction_status = TransactionStatus.ACTIVE

    def fail_for_one(held: object) -> None:
        if held is stuck:
            raise OSError("not connected")
        cut.append(held)

    monkeypatch.setattr(deadlines, "_shut_down", fail_for_one)
    watch = deadlines._Watchdog()
    with watch.over(stuck, 0), watch.over(other, 0):
        time.sleep(5 * deadlines.EVERY)
    assert cut == [other]
