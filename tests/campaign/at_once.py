"""Calls that run at the same moment, and writes that fall between two queries of somebody else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import close_old_connections, connections

PATIENCE = 120  # seconds; far more than any of this takes


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
