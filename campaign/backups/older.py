"""Backups of older releases, brought up to date before anything that is here is touched.

Their rows go into a SQLite database of their own, at the migrations they were made at; that is
migrated as an installation would be, and dumped again. Whatever goes wrong goes wrong there.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.apps.registry import Apps
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import load_backend

from campaign.backups.archive import RETIRED, ROWS, TABLES, Backup, BackupError
from campaign.backups.rows import delete_rows, dump_rows, load_rows


def bring_up_to_date(backup: Backup, directory: Path) -> None:
    """Replace the rows of an unpacked backup by what this release makes of them."""
    with _own_database(directory / "upgrade.sqlite3"):
        then = _migrate_to(backup.migrations)
        with transaction.atomic():
            delete_rows(then)
            for name in backup.files(ROWS):
                load_rows(directory / name, then)
            for name in backup.files(TABLES):
                _load_table(directory / name, backup.columns[name], then)
            connection.check_constraints()
        call_command("migrate", verbosity=0, interactive=False)
        connection.check_constraints()
        shutil.rmtree(directory / ROWS, ignore_errors=True)
        dump_rows(directory / ROWS)


def _migrate_to(migrations: frozenset[str]) -> Apps:
    """Apply these migrations, and return the models as they were then."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    plan = executor.migration_plan(newest)
    then = [step for step in plan if f"{step[0].app_label}.{step[0].name}" in migrations]
    return executor.migrate(newest, plan=then).apps


def _load_table(file: Path, columns: list[str], found: Apps) -> None:
    """Insert the rows of a table of version 1: each line is a list of what the columns hold."""
    if file.name.startswith(RETIRED):
        return
    try:
        model: Any = found.get_model(file.stem)
        fields = [model._meta.get_field(name) for name in columns]
    except LookupError as error:
        raise BackupError(f"its tables are not those of its release: {file.stem}") from error
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            values = zip(fields, json.loads(line), strict=True)
            row = model(**{field.attname: field.to_python(value) for field, value in values})
            row.save_base(raw=True, force_insert=True)


@contextmanager
def _own_database(file: Path) -> Iterator[None]:
    """Let all of this thread go to a new database: migrations take the one that is the default."""
    ours: Any = connections["default"]
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
        connections["default"] = ours
