"""A deadline for queries to a database that hangs.

libpq's own limits (tracker/config/environment.py) end connections to a server that is gone. They do
not notice one that is frozen while its system still acknowledges what it is sent, and a
``statement_timeout`` is kept by that same server; tests/tracker/test_database_faults.py shows both.
Only time spent waiting for the database counts: a request may read sixty pictures meanwhile.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.pq import TransactionStatus

logger = logging.getLogger(__name__)
EVERY = 0.2  # seconds between two checks


@contextmanager
def database_deadline(seconds: float) -> Iterator[None]:
    """Shut down this thread's connection to PostgreSQL once it was waited for so long in all.

    The query that is under way fails.
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
    """Shut down every connection that has a deadline, before this process ends."""
    _watchdog.cut_all()


@dataclass(eq=False, slots=True)
class _Deadline:
    wrapper: BaseDatabaseWrapper
    seconds: float  # that are left


class _Watchdog:
    """One thread for all deadlines; a timer thread for each request would cost more."""

    def __init__(self) -> None:
        self._deadlines: set[_Deadline] = set()
        self._has_deadlines = threading.Event()
        self._thread = threading.Thread()

    @contextmanager
    def over(self, wrapper: BaseDatabaseWrapper, seconds: float) -> Iterator[None]:
        deadline = _Deadline(wrapper, seconds)
        self._deadlines.add(deadline)
        if not self._thread.is_alive():  # not started, or lost in a fork
            self._thread = threading.Thread(target=self._run, name="deadlines", daemon=True)
            self._thread.start()
        self._has_deadlines.set()
        try:
            yield
        finally:
            self._deadlines.discard(deadline)

    def _run(self) -> None:
        while self._has_deadlines.wait():
            self._has_deadlines.clear()
            while self._deadlines:
                time.sleep(EVERY)
                self._check()

    def _check(self) -> None:
        """Count the time of those that wait, and shut down the connections whose time is over."""
        for deadline in self._deadlines.copy():
            if _is_waited_for(deadline.wrapper):
                deadline.seconds -= EVERY
                if deadline.seconds < 0:
                    self._cut(deadline)

    def cut_all(self) -> None:
        """Shut down all connections."""
        for deadline in self._deadlines.copy():
            self._cut(deadline)

    def _cut(self, deadline: _Deadline) -> None:
        self._deadlines.discard(deadline)
        try:
            _shut_down(deadline.wrapper)
        except Exception:  # go on with the others
            logger.exception("A connection to the database could not be cut.")


def _is_waited_for(wrapper: BaseDatabaseWrapper) -> bool:
    """Say whether a query is under way; libpq knows without asking the server."""
    connection = wrapper.connection
    if connection is None:
        return False
    return bool(connection.pgconn.transaction_status == TransactionStatus.ACTIVE)


def _shut_down(wrapper: BaseDatabaseWrapper) -> None:
    connection = wrapper.connection
    if connection is not None and not connection.closed:
        with socket.socket(fileno=os.dup(connection.fileno())) as its_socket:
            its_socket.shutdown(socket.SHUT_RDWR)


_watchdog = _Watchdog()
