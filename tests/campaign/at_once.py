"""Calls at the same moment, writes that wait for each other, or fall between two queries."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import close_old_connections, connection, connections

PATIENCE = 120  # seconds; far more than any of this takes
WAITS_FOR_US = """
    SELECT EXISTS (
        SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))
    )
"""


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run calls in threads that start together; return what each returned or raised."""
    together = threading.Barrier(len(calls))
    answers: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            together.wait(PATIENCE)
            answers[place] = call()
        except Exception as error:
            answers[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(n, call)) for n, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)
    close_old_connections()
    return answers


class Between:
    """Let somebody else write just before one query of this connection is sent."""

    def __init__(self, nth: int, write: Callable[[], Any]) -> None:
        self.nth = nth
        self.write = write
        self.sent = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.sent += 1
        if self.sent == self.nth:
            thread = threading.Thread(target=self._run)
            thread.start()
            thread.join(PATIENCE)
            assert not thread.is_alive()
        return execute(sql, params, many, context)

    def _run(self) -> None:
        try:
            self.write()
        finally:
            connections.close_all()


class Aside:
    """Somebody else's write, under way; ``answer`` is what it returned or raised."""

    def __init__(self, write: Callable[[], Any]) -> None:
        self.answer: Any = None
        self._write = write
        self._thread = threading.Thread(target=self._run)

    def begin(self) -> None:
        """Begin it, and come back once it waits for a row that is held."""
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self._waits():
                return
            time.sleep(0.01)
        pytest.fail("it never waited")

    def begin_or_finish(self) -> None:
        """Begin it, and come back once it has finished or waits for a row that is held."""
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while self._thread.is_alive() and not self._waits():
            assert time.monotonic() < until
            time.sleep(0.01)

    def _waits(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(WAITS_FOR_US)
            return cursor.fetchone() == (True,)

    def end(self) -> None:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self.answer = self._write()
        except Exception as error:
            self.answer = error
        finally:
            connections.close_all()


class WhenHeld:
    """Let another's write begin once this connection holds a row of a table."""

    def __init__(self, table: str, other: Aside) -> None:
        self.table = f'FROM "campaign_{table}"'
        self.other = other
        self.begun = False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        done = execute(sql, params, many, context)
        if self.table in sql and "FOR UPDATE" in sql and not self.begun:
            self.begun = True
            self.other.begin()
        return done
