"""Backups of older releases, brought up to date before anything that is here is touched.

Their rows go into a SQLite database of their own, at the migrations they were made at; that is
migrated as an installation would be, and read out again. Whatever goes wrong, or kills it, goes
wrong there.
"""

from __future__ import annotations

import dataclasses
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps
from django.db.utils import load_backend

from campaign.backups.manifest import TABLES, BackupError, Member, applied_migrations
from campaign.backups.tables import backed_up, columns, empty, fill, label, lines, stored
from campaign.backups.verifying import Verified

PREFIX = ".upgrade-"


def clear_leftovers() -> None:
    """Remove what a restore that was killed has left: all of somebody's rows may be in it."""
    for left in Path(settings.MEDIA_ROOT).parent.glob(f"{PREFIX}*"):
        shutil.rmtree(left, ignore_errors=True)


@contextmanager
def brought_up_to_date(verified: Verified, say: Callable[[str], object]) -> Iterator[Verified]:
    """Give a backup as this release would have made it."""
    here = applied_migrations()
    if set(verified.manifest.migrations) == set(here):
        yield verified
        return
    place = Path(settings.MEDIA_ROOT).parent
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place, prefix=PREFIX) as directory:
        root = Path(directory)
        with _own_database(root / "upgrade.sqlite3"):
            try:
                members = _upgrade(verified, root, say)
            except DatabaseError as error:
                raise BackupError(f"its rows do not fit together: {error}") from error
        manifest = dataclasses.replace(
            verified.manifest,
            migrations=here,
            members=(*members, *verified.manifest.media_members),
        )
        yield Verified(verified.archive, manifest, root)


def _upgrade(verified: Verified, root: Path, say: Callable[[str], object]) -> list[Member]:
    executor = MigrationExecutor(connection)
    then = executor.migrate(_ends(executor, verified.manifest.migrations)).apps
    if set(applied_migrations()) != set(verified.manifest.migrations):
        raise BackupError("its migrations are of no release")
    _load(verified, then)
    say("older: loaded beside")
    call_command("migrate", verbosity=0, interactive=False)
    connection.check_constraints()
    members = [_dumped(model, root) for model in backed_up()]
    say("older: brought up to date")
    return members


def _ends(executor: MigrationExecutor, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the last migration of each app: going to an earlier one as well would go back."""
    held = {(app, name) for app, _dot, name in (each.partition(".") for each in names)}
    nodes = executor.loader.graph.node_map
    return sorted(
        key
        for key in held
        if not any(child.key in held and child.key[0] == key[0] for child in nodes[key].children)
    )


def _load(verified: Verified, then: StateApps) -> None:
    """Fill the tables as they were then."""
    found: dict[str, type[models.Model]] = {label(model): model for model in stored(then)}
    held = verified.manifest.tables
    wrong = {name for name in found.keys() | held if not _fits(found.get(name), held.get(name))}
    if wrong:
        raise BackupError(f"its tables are not those of its release: {', '.join(sorted(wrong))}")
    with transaction.atomic():
        empty(list(found.values()))
        for name, model in found.items():
            fill(model, verified.rows(name), held[name].columns)
        connection.check_constraints()


def _fits(model: type[models.Model] | None, member: Member | None) -> bool:
    return model is not None and member is not None and set(columns(model)) == set(member.columns)


def _dumped(model: type[models.Model], root: Path) -> Member:
    """Write a table's rows into a file of its own."""
    name = f"{TABLES}{label(model)}.jsonl"
    path = root / name
    path.parent.mkdir(exist_ok=True)
    digest, rows = hashlib.sha256(), 0
    with path.open("wb") as file:
        for line in lines(model):
            file.write(line)
            digest.update(line)
            rows += 1
    return Member(name, path.stat().st_size, digest.hexdigest(), rows, columns(model))


@contextmanager
def _own_database(file: Path) -> Iterator[None]:
    """Let all of this thread go to a new database: migrations take the one that is the default."""
    kept: Any = connections["default"]
    asked = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {"init_command": "PRAGMA journal_mode=MEMORY;PRAGMA synchronous=OFF;"},
    }
    config: Any = connections.configure_settings({"default": asked})["default"]
    connections["default"] = load_backend(config["ENGINE"]).DatabaseWrapper(config, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = kept
