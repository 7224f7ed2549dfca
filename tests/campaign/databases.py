"""A separate empty database in place of the tests' own."""

from __future__ import annotations

import atexit
import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import load_backend

from campaign.memory import memory
from tests.postgresql import empty_postgresql
from tracker.config import environment


@contextmanager
def empty_database(kind: str, directory: Path) -> Iterator[str]:
    """Switch this thread to a new, empty database; give its URL, or SQLite's file."""
    if kind == "sqlite":
        file = directory / "own.sqlite3"
        with _in_place(_settings("", file)):
            yield str(file)
        return
    with empty_postgresql() as url, _in_place(_settings(url, directory)):
        yield url


@contextmanager
def migrated_database(kind: str, directory: Path) -> Iterator[str]:
    """Switch this thread to a new, migrated database without rows.

    It is a copy: of the tests' own database where that is SQLite, or of one migrated before. Ask
    for ``django_db_setup`` first.
    """
    like = migrated_copy(kind, directory)
    if kind == "sqlite":
        with _in_place(_settings("", Path(like))):
            yield like
        return
    with empty_postgresql(like) as url, _in_place(_settings(url, directory)):
        yield url


def migrated_copy(kind: str, directory: Path) -> str:
    """Return a migrated database without rows: the name of PostgreSQL's, or SQLite's new file."""
    if kind == "postgresql":
        return _migrated_postgresql()
    file = directory / "own.sqlite3"
    if not _copied(file):
        with _in_place(_settings("", file)):
            _migrate()
    return str(file)


def migrated_by_one(directory: Path) -> Path:
    """Return a migrated SQLite file without rows, made by the first process that needs it."""
    file = directory / "migrated.sqlite3"
    with (directory / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            unfinished = file.with_suffix(".part")
            with _in_place(_settings("", unfinished)):
                _migrate()
            unfinished.rename(file)
    return file


@lru_cache(maxsize=1)
def _migrated_postgresql() -> str:
    """Migrate a database once for this process, and return its name; it is dropped at exit."""
    kept = ExitStack()
    atexit.register(kept.close)
    url = kept.enter_context(empty_postgresql())
    with _in_place(_settings(url, Path())):
        _migrate()
    return url.rpartition("/")[2]


def _migrate() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def _copied(to: Path) -> bool:
    """Copy the tables of the tests' database to a new SQLite file, without rows but its migrations.

    That costs a hundredth of migrating; say whether the tests have made such a database.
    """
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or name != connection.settings_dict["TEST"]["NAME"]:
        return False
    source, copy = sqlite3.connect(f"file:{name}?mode=ro", uri=True), sqlite3.connect(to)
    try:
        ours = "sql IS NOT NULL AND name NOT LIKE 'sqlite%'"
        made = source.execute(f"SELECT sql FROM sqlite_master WHERE {ours} ORDER BY type = 'index'")
        copy.executescript(";".join(sql for (sql,) in made))
        applied = source.execute("SELECT * FROM django_migrations")
        copy.executemany("INSERT INTO django_migrations VALUES (?, ?, ?, ?)", applied)
        copy.commit()
    finally:
        source.close()
        copy.close()
    return True


def _settings(url: str, file: Path) -> Any:
    """Return the settings that an installation with such a database has."""
    config: Any = environment.database(url or f"sqlite:///{file}")
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
