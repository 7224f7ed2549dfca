"""A database that hangs is not waited for without end."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper


@contextmanager
def database_deadline(seconds: float) -> Iterator[None]:
    """Cut this thread's connection to PostgreSQL after so long, so that who waits for it goes on.

    The server's own timeouts end what it is slow at. One that says nothing at all would be waited
    for until the system gives up, which takes minutes.
    """
    held = connections["default"]  # now: the timer runs in a thread of its own
    if held.vendor != "postgresql":
        yield
        return
    timer = threading.Timer(seconds, _cut, [held])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _cut(held: BaseDatabaseWrapper) -> None:
    if held.connection is not None and not held.connection.closed:
        with socket.socket(fileno=os.dup(held.connection.fileno())) as wire:
            wire.shutdown(socket.SHUT_RDWR)
