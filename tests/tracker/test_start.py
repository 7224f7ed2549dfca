"""Starting on any disk and beside any other program: a sentence and an exit code, or the site."""

from __future__ import annotations

import os
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import mock
from urllib.request import Request

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError, connection
from django.db.utils import load_backend
from django.test import Client

from campaign.models import TokenBucket
from campaign.services import probes
from tests.cluster.machines import free_port
from tests.served_site import served
from tests.tracker.clean_environment import ROOT, _environment, run_python
from tracker.command_line import _prepare
from tracker.config.start import explained


def of_postgresql(fault: psycopg.Error) -> DatabaseError:
    """Return a fault as Django raises it; PostgreSQL says it in its own language."""
    raised = ProgrammingError("Spalte existiert nicht")
    raised.__cause__ = fault
    return raised


FAULTS = [
    (OperationalError("database or disk is full"), "The disk is full"),
    (OperationalError("attempt to write a readonly database"), "The database is read-only"),
    (OperationalError("unable to open database file"), "The database cannot be opened"),
    (DatabaseError("database disk image is malformed"), "The database is damaged"),
    (OperationalError("database is locked"), "Another program is writing"),
    (OperationalError("no such table: campaign_person"), "There is no data of this release"),
    (OperationalError("no such column: game_name"), "The data is that of an older release"),
    (of_postgresql(psycopg.errors.UndefinedTable()), "There is no data of this release here yet"),
    (of_postgresql(psycopg.errors.UndefinedColumn()), "The data is that of an older release"),
    (of_postgresql(psycopg.errors.ReadOnlySqlTransaction()), "The database is read-only: it takes"),
    (of_postgresql(psycopg.errors.DiskFull()), "The disk of the database is full"),
    (OperationalError("connection refused\nIs it running?"), "does not answer: connection refused"),
    (OSError(28, "No space left on device"), "The disk is full"),
    (PermissionError(13, "Permission denied", "/data"), "Permission denied: /data."),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a directory as somebody may have made it: everybody can read it."""
    found = tmp_path / "data"
    found.mkdir()
    found.chmod(0o755)
    return found


def start(data: Path, *args: str, **variables: str) -> subprocess.CompletedProcess[str]:
    port = str(free_port())
    return run_python("-m", "tracker", "--port", port, *args, data=data, **variables)


@pytest.mark.parametrize(("error", "said"), FAULTS, ids=[said for _error, said in FAULTS])
def test_what_the_operator_can_mend_is_said_in_a_sentence(error: Exception, said: str) -> None:
    with pytest.raises(SystemExit, match=said) as ended, explained():
        raise error
    assert ended.value.code not in (0, None)


def test_a_fault_of_ours_is_no_sentence() -> None:
    with pytest.raises(KeyError), explained():
        raise KeyError("campaign")


def test_a_directory_that_cannot_be_written_to() -> None:
    done = start(Path("/proc"))
    assert done.returncode == 1
    assert "make the directory writable" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_one_sentence_and_nothing_is_written(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run_python("-m", "tracker", "--port", str(port), data=data)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Port {port} is taken:")
    assert "Breachkeeper is at" not in done.stdout
    assert not (data / "breachkeeper.sqlite3").exists()


def test_a_file_that_is_no_database(data: Path) -> None:
    (data / "breachkeeper.sqlite3").write_text("no database" * 100)
    done = start(data)
    assert done.returncode == 1
    assert "damaged, or is no database" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [["-m", "tracker"], ["manage.py", "migrate"]])
def test_data_of_a_newer_release_is_left_alone(data: Path, command: list[str]) -> None:
    file = data / "breachkeeper.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute(
            "CREATE TABLE django_migrations AS"
            " SELECT 1 AS id, 'campaign' AS app, '9999_later' AS name, '2030-01-01' AS applied"
        )
    database.close()
    before = file.read_bytes()
    done = run_python(*command, data=data, PORT=str(free_port()))
    assert done.returncode == 1
    assert "written by a newer Breachkeeper" in done.stderr
    assert file.read_bytes() == before


def test_it_says_each_step_and_its_address_last_and_nobody_else_reads_the_data(
    data: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "tracker"]
    environment = {**_environment(data, {}), "PYTHONPATH": str(ROOT)}
    before = os.umask(0o022)  # as most shells have it; the process sets its own
    try:
        with served(command, tmp_path, environment) as site:
            said = (tmp_path / "log").read_text().splitlines()
            open_files = list(others_read(data))
            packed = site.opener.open(
                Request(f"{site.base}/static/css/base.css", headers={"Accept-Encoding": "gzip"})
            )
    finally:
        os.umask(before)
    assert said[0] == "Breachkeeper is starting."
    assert [line.split(":")[0].split(" in ")[0] for line in said[1:-1]] == [
        "Opening the data",
        "Creating the database",
        "Creating the demo campaigns",
        "Starting the server",
    ]
    assert said[-1] == f"Breachkeeper is at {site.base}/ – Ctrl-C stops it."
    assert open_files == []
    assert packed.headers["Content-Encoding"] == "gzip"


def test_old_sheets_go_at_every_start_at_home() -> None:
    with (
        mock.patch("tracker.command_line.missing_migrations", return_value=(0, True)),
        mock.patch("campaign.services.probes.write_probe"),
        mock.patch("campaign.demo.languages_without_demo", return_value=()),
        mock.patch("tracker.sheets.compiler.delete_old_sheets") as deleted,
    ):
        _prepare()
    deleted.assert_called_once_with()


def others_read(data: Path) -> Iterator[Path]:
    """Yield what other users of the machine may read or enter."""
    for path in (data, *data.rglob("*")):
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield path


# --- whether it is ready ---


@pytest.mark.django_db
def test_it_is_not_ready_when_nothing_can_be_written(client: Client) -> None:
    assert client.get("/readyz").content == b"ready\n"
    full = OperationalError("database or disk is full")
    with mock.patch("tracker.views.health.write_probe", side_effect=full):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready: writing\n")


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite has one lock for all")
def test_it_is_soon_said_not_to_be_ready_while_others_lock_the_database(client: Client) -> None:
    opened = load_backend("tracker.config.sqlite").DatabaseWrapper(
        connection.settings_dict, "default"
    )
    begun = time.monotonic()
    try:
        with opened.cursor() as other:
            other.execute("BEGIN IMMEDIATE")
            answer = client.get("/readyz")
            other.execute("ROLLBACK")
    finally:
        opened.close()
    assert (answer.status_code, answer.content) == (503, b"not ready: writing\n")
    assert time.monotonic() - begun < 5
    with connection.cursor() as cursor:
        patience = cursor.execute("PRAGMA busy_timeout").fetchone()
    assert patience == (connection.settings_dict["OPTIONS"]["timeout"] * 1000,)


@pytest.mark.django_db
def test_whoever_asks_often_makes_it_write_rarely(client: Client) -> None:
    for _ in range(3):
        probes.write_probe()
    first = TokenBucket.objects.get().full_at
    probes.write_probe()
    assert TokenBucket.objects.get().full_at == first
    TokenBucket.objects.update(full_at=first + 10**9)  # by a clock that ran ahead
    probes.write_probe()
    assert first <= TokenBucket.objects.get().full_at < first + 10**6


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite has a file")
def test_a_kept_connection_notices_that_its_file_was_replaced(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite3"
    settings = {**connection.settings_dict, "NAME": str(file)}
    kept = load_backend("tracker.config.sqlite").DatabaseWrapper(settings, "default")
    try:
        for number in (1, 2):
            other = tmp_path / "other.sqlite3"
            with sqlite3.connect(other) as database:
                database.execute(f"CREATE TABLE t AS SELECT {number} AS n")
            database.close()
            other.replace(file)
            kept.close_if_unusable_or_obsolete()  # as Django does before a request
            with kept.cursor() as cursor:
                assert cursor.execute("SELECT n FROM t").fetchone() == (number,)
    finally:
        kept.close()
