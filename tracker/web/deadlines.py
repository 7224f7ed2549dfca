"""A deadline for queries to a database that hangs.

libpq's own limits (tracker/config/environment.py) end connections to a server that is gone. They do
not notice one that is frozen while its system still acknowledges what it is sent, and a
``statement_timeout`` is kept by that same server; tests/tracker/test_database_faults.py shows both.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)
EVERY = 0.2  # seconds between two checks


@contextmanager
def database_deadline(seconds: float) -> Iterator[None]:
    """Shut down this thread's connection to PostgreSQL after so long, so that its query fails.

    SQLite has no server that could hang; ``lock_deadline`` limits how long it waits for others.
    """
    wrapper = connections["default"]
    if wrapper.vendor != "postgresql":
        yield
        return
    with _watchdog.over(wrapper, seconds):
        yield


@contextmanager
def lock_deadline(seconds: float) -> Iterator[None]:
    """Let this thread's connection to SQLite wait no longer for others who write."""
    wrapper = connections["default"]
    if wrapper.vendor != "sqlite":
        yield
        return
    with wrapper.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        (before,) = cursor.fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {before}")


def cut_connections() -> None:
    """Shut down every connection that somebody waits for, before this process ends."""
    _watchdog.cut(float("inf"))


class _Watchdog:
    """One thread for all deadlines; a timer thread for each request would cost more."""

    def __init__(self) -> None:
        self._waiting: dict[object, tuple[float, BaseDatabaseWrapper]] = {}
        self._has_waiting = threading.Event()
        self._thread = threading.Thread()

    @contextmanager
    def over(self, wrapper: BaseDatabaseWrapper, seconds: float) -> Iterator[None]:
        key = object()
        self._waiting[key] = (time.monotonic() + seconds, wrapper)
        if not self._thread.is_alive():  # not started, or lost in a fork
            self._thread = threading.Thread(target=self._run, name="deadlines", daemon=True)
            self._thread.start()
        self._has_waiting.set()
        try:
            yield
        finally:
            self._waiting.pop(key, None)

    def _run(self) -> None:
        while self._has_waiting.wait():
            self._has_waiting.clear()
            while self._waiting:
                time.sleep(EVERY)
                self.cut(time.monotonic())

    def cut(self, now: float) -> None:
        """Shut down the connections whose time is over."""
        for key, (until, wrapper) in self._waiting.copy().items():
            if until < now:
                self._waiting.pop(key, None)
                try:
                    _shut_down(wrapper)
                except Exception:  # go on with the others
                    logger.exception("A connection to the database could not be cut.")


def _shut_down(wrapper: BaseDatabaseWrapper) -> None:
    connection = wrapper.connection
    if connection is not None and not connection.closed:
        with socket.socket(fileno=os.dup(connection.fileno())) as its_socket:
            its_socket.shutdown(socket.SHUT_RDWR)


_watchdog = _Watchdog()
