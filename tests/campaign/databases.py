"""An empty database of its own, in the place of the one the tests run on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from django.db import connections
from django.db.utils import load_backend

from campaign.selectors import memory
from tests.postgresql import empty_postgresql
from tracker import environment


@contextmanager
def empty_database(kind: str, directory: Path) -> Iterator[str]:
    """Let all of this thread go to a new, empty database; give its URL, or SQLite's file."""
    if kind == "sqlite":
        file = directory / "own.sqlite3"
        with _in_place(_settings("", file)):
            yield str(file)
        return
    with empty_postgresql() as url, _in_place(_settings(url, directory)):
        yield url


def _settings(url: str, file: Path) -> Any:
    """Return the settings that an installation with such a database has."""
    with mock.patch.dict(os.environ, {"OWN_DATABASE_URL": url}):
        config: Any = environment.database("OWN_DATABASE_URL", default=file)
    if not url:
        config["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"  # nobody pulls its plug
    return config


@contextmanager
def _in_place(config: Any) -> Iterator[None]:
    kept = connections["default"]
    whole = connections.configure_settings({"default": config})["default"]
    connections["default"] = load_backend(whole["ENGINE"]).DatabaseWrapper(whole, "default")
    memory.clear()
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = kept
        memory.clear()
