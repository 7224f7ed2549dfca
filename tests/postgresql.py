"""A temporary database in PostgreSQL, if one answers on this machine."""

from __future__ import annotations

import getpass
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg

ABSENT = "no PostgreSQL in which databases may be made answers on 127.0.0.1:5432"


def postgresql() -> str:
    """Return the URL of a PostgreSQL here in which databases may be made; "" if there is none."""
    for user in dict.fromkeys((getpass.getuser(), "postgres")):
        url = f"postgres://{user}@127.0.0.1:5432"
        with suppress(psycopg.Error), psycopg.connect(f"{url}/postgres", connect_timeout=3) as held:
            may = "SELECT rolsuper OR rolcreatedb FROM pg_roles WHERE rolname = current_user"
            if held.execute(may).fetchone() == (True,):
                return url
    return ""


@contextmanager
def empty_postgresql(like: str = "template1") -> Iterator[str]:
    """Make an empty database, or one like another, give its URL, and drop it."""
    server, name = postgresql(), f"own_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        try:
            yield f"{server}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
