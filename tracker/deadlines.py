"""A database that hangs is not waited for without end."""

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
EVERY = 0.2  # seconds between two looks at who has waited too long


@contextmanager
def database_deadline(seconds: float) -> Iterator[None]:
    """Cut this thread's connection to PostgreSQL after so long, so that who waits for it goes on.

    The server's own timeouts end what it is slow at. One that says nothing at all would be waited
    for until the system gives up, which takes minutes.
    """
    held = connections["default"]
    if held.vendor != "postgresql":
        yield
        return
    with _watch.over(held, seconds):
        yield


class _Watch:
    """One thread that looks after all that wait; a timer for each request would cost it more."""

    def __init__(self) -> None:
        self._waiting: dict[object, tuple[float, BaseDatabaseWrapper]] = {}
        self._some = threading.Event()
        self._thread = threading.Thread()

    @contextmanager
    def over(self, held: BaseDatabaseWrapper, seconds: float) -> Iterator[None]:
        mark = object()
        self._waiting[mark] = (time.monotonic() + seconds, held)
        if not self._thread.is_alive():  # nor does one outlive a fork
            self._thread = threading.Thread(target=self._look, name="deadlines", daemon=True)
            self._thread.start()
        self._some.set()
        try:
            yield
        finally:
            self._waiting.pop(mark, None)

    def _look(self) -> None:
        while self._some.wait():
            self._some.clear()
            while self._waiting:
                time.sleep(EVERY)
                now = time.monotonic()
                for mark, (until, held) in self._waiting.copy().items():
                    if until < now:
                        self._waiting.pop(mark, None)
                        try:
                            _cut(held)
                        except Exception:  # the others are still to be cut
                            logger.exception("A connection to the database could not be cut.")


def _cut(held: BaseDatabaseWrapper) -> None:
    connection = held.connection
    if connection is not None and not connection.closed:
        with socket.socket(fileno=os.dup(connection.fileno())) as wire:
            wire.shutdown(socket.SHUT_RDWR)


_watch = _Watch()
