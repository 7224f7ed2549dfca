"""An installation of its own: data directory, database, uvicorn as docs/hosting.md starts it."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import psycopg

from tests.cluster.machines import free_port
from tests.postgresql import empty_postgresql, postgresql

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90.0  # seconds; far more than a start takes
LISTENING = re.compile(rb"Uvicorn running on http://127\.0\.0\.1:(\d+)")
HELPERS = (b"tracker.bounded", b"resource_tracker")  # processes that answer nobody
# None of these may ever stand in the server's log.
FAULTS = ("Traceback", '"level": "ERROR"', "database is locked")
# But whoever starts it asks until it is ready, which it is not while others keep SQLite's lock.
NOT_YET = ('"message": "Not ready: writing."', '"route": "readyz"')


class Installation:
    """One Breachkeeper: its data, its database, and the server while it runs."""

    def __init__(
        self, data: Path, *, url: str = "", workers: int = 2, forked: bool = False, key: str = ""
    ) -> None:
        self.data = data
        self.url = url
        self.served_url = url  # how the server reaches its database; a proxy may stand between
        self.settings: dict[str, str] = {}  # more than every installation here sets
        self.workers = workers
        self.port = 0
        self.log = data / "server.log"
        self.forked = forked  # started by tests/soak/fork_server.py, which is quicker
        self._fork_server: subprocess.Popen[bytes] | None = None
        self._server = 0  # the id of its process, and of its group
        self._started: subprocess.Popen[bytes] | None = None
        self._key = key or secrets.token_urlsafe(64)

    def twin(self) -> Installation:
        """Return a second server of the same data, with processes and a log of its own."""
        twin = Installation(
            self.data, url=self.url, workers=self.workers, forked=self.forked, key=self._key
        )
        twin.log = self.data / "twin.log"
        return twin

    @property
    def environment(self) -> dict[str, str]:
        """Return what a deployment sets, and nothing of whoever runs the tests."""
        kept = {
            k: v for k, v in os.environ.items() if not k.startswith(("BREACHKEEPER_", "DJANGO"))
        }
        for name in ("DATABASE_URL", "PORT", "WEB_CONCURRENCY"):
            kept.pop(name, None)
        kept |= {
            "BREACHKEEPER_DEBUG": "off",
            "BREACHKEEPER_HTTPS": "off",
            "BREACHKEEPER_THROTTLING": "off",  # a whole crowd comes from one address
            "BREACHKEEPER_SECRET_KEY": self._key,
            "BREACHKEEPER_DATA_DIR": str(self.data),
            "BREACHKEEPER_LOG_LEVEL": "WARNING",
            **self.settings,
        }
        return kept | ({"DATABASE_URL": self.served_url} if self.served_url else {})

    def manage(self, *command: str) -> str:
        """Run a command of manage.py; whatever it says is returned, and a failure is raised."""
        ran = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    # --- the server ---

    def start(self) -> None:
        """Start the server on a free port and wait until it lets visitors in."""
        begins = self.log.stat().st_size if self.log.exists() else 0
        self.port = 0 if self.forked else free_port()
        self._server = self._fork() if self.forked else self._launch()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.forked:
                self.port = self._logged_port(begins)
            if self.port and self._ready():
                return
            assert self._runs(), self.log.read_text()
            time.sleep(0.02)
        raise AssertionError(f"the server did not start:\n{self.log.read_text()}")

    def _logged_port(self, begins: int) -> int:
        """Return the port that a forked server says it listens at; 0 before."""
        with self.log.open("rb") as log:
            log.seek(begins)
            found = LISTENING.search(log.read())
        return int(found.group(1)) if found else 0

    def _launch(self) -> int:
        arguments = ["--workers", str(self.workers), "--port", str(self.port), "--no-access-log"]
        arguments += ["--http", "tracker.web.protocol:BoundedHttp"]
        arguments += ["--timeout-graceful-shutdown", "5"]
        with self.log.open("ab") as log:
            self._started = subprocess.Popen(
                [sys.executable, "-m", "uvicorn", *arguments, "tracker.asgi:application"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,  # a process group of its own, to be killed whole
            )
        return self._started.pid

    def _fork(self) -> int:
        if self._fork_server is None:
            with self.log.open("ab") as log:
                self._fork_server = subprocess.Popen(
                    [sys.executable, "-m", "tests.soak.fork_server"],
                    cwd=ROOT,
                    env=self.environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                )
        assert self._fork_server.stdin is not None
        assert self._fork_server.stdout is not None
        self._fork_server.stdin.write(f"{self.workers}\n".encode())
        self._fork_server.stdin.flush()
        return int(self._fork_server.stdout.readline())

    def _runs(self) -> bool:
        if self._started is not None:
            return self._started.poll() is None
        try:
            os.kill(self._server, 0)
        except ProcessLookupError:
            return False
        return True

    def owns(self, pid: int) -> bool:
        """Say whether a process is one of the server's."""
        return os.getpgid(pid) == self._server

    def kill(self, *, alone: bool = True) -> None:
        """Kill the server and its workers, as a power cut would; ``alone``: nobody else serves."""
        self._end(signal.SIGKILL)
        if self.url and alone:
            self._wait_for_postgresql()

    def kill_worker(self) -> bool:
        """Kill one process of the server that answers, if another is left to go on."""
        for process in Path("/proc").glob("[0-9]*"):
            pid = int(process.name)
            with suppress(OSError):
                if pid == self._server or not self.owns(pid):
                    continue
                if any(name in (process / "cmdline").read_bytes() for name in HELPERS):
                    continue
                os.kill(pid, signal.SIGKILL)
                return True
        return False

    def stop(self) -> None:
        """Stop the server as an administrator does, if it runs."""
        self._end(signal.SIGTERM)
        if self._fork_server is not None:
            self._fork_server.communicate()  # no more lines: it ends
            self._fork_server = None

    def _end(self, how: signal.Signals) -> None:
        if not self._server:
            return
        end = os.killpg if how is signal.SIGKILL else os.kill
        end(self._server, how)
        until = time.monotonic() + 30
        while self._runs():
            assert time.monotonic() < until, "the server does not end"
            time.sleep(0.005)
        with suppress(ProcessLookupError):
            os.killpg(self._server, signal.SIGKILL)
        self._server, self._started = 0, None

    def _ready(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def _wait_for_postgresql(self) -> None:
        """Wait until the database has closed the connections of killed clients."""
        until = time.monotonic() + PATIENCE
        others = (
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        while self.ask(others) != [(0,)]:
            assert time.monotonic() < until, "a killed server still holds the database"
            time.sleep(0.02)

    # --- what is in it ---

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Query the database directly."""
        if self.url:
            with psycopg.connect(self.url) as connection:
                return connection.execute(sql).fetchall()
        file = sqlite3.connect(self.data / "breachkeeper.sqlite3")
        try:
            return file.execute(sql).fetchall()
        finally:
            file.close()

    def faults(self) -> list[str]:
        """Return the lines of the log that must not be there."""
        lines = self.log.read_text(errors="replace").splitlines()
        told = [line for line in lines if any(fault in line for fault in FAULTS)]
        return [line for line in told if not any(known in line for known in NOT_YET)]


@contextmanager
def new_installation(
    kind: str,
    data: Path,
    *,
    static: Path | None = None,
    workers: int = 2,
    like: str = "",
    forked: bool = False,
) -> Iterator[Installation]:
    """Set up an installation on SQLite or on PostgreSQL, and leave nothing of it behind.

    Where a database migrated before is named, it begins with a copy of that.
    """
    data.mkdir(parents=True, exist_ok=True)
    if static is not None:
        (data / "static").symlink_to(static)
    with _database(kind, data, like) as url:
        installation = Installation(data, url=url, workers=workers, forked=forked)
        try:
            if not like:
                installation.manage("migrate", "--verbosity", "0")
            yield installation
        finally:
            installation.stop()


@contextmanager
def _database(kind: str, data: Path, like: str) -> Iterator[str]:
    if kind == "postgresql":
        with empty_postgresql(like or "template1") as url:
            yield url
        return
    if like:
        shutil.copyfile(like, data / "breachkeeper.sqlite3")
    yield ""


def collect_static(data: Path) -> Path:
    """Collect the static files once; every installation may share them."""
    data.mkdir(parents=True, exist_ok=True)
    Installation(data).manage("collectstatic", "--noinput", "--verbosity", "0")
    return data / "static"


def kinds() -> Sequence[str]:
    """Return the databases that are available here."""
    return ("sqlite", "postgresql") if postgresql() else ("sqlite",)
