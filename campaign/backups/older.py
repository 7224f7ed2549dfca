"""Backups of older releases, migrated before the current data is touched.

Their rows are loaded into a temporary SQLite database at the migrations of the backup, which is
migrated to the current ones and dumped again. If that fails, the current data is not affected.
"""

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

from campaign.backups.archive import ROWS, Backup
from campaign.backups.rows import delete_rows, dump_rows, load_rows


def bring_up_to_date(backup: Backup, directory: Path) -> None:
    """Replace the rows of an extracted backup by their migrated versions."""
    with own_database(directory / "upgrade.sqlite3"):
        then = migrate_to(backup.migrations)
        with transaction.atomic():
            delete_rows(then)
            for name in backup.files(ROWS):
                load_rows(directory / name, then)
            connection.check_constraints()
        call_command("migrate", verbosity=0, interactive=False)
        connection.check_constraints()
        shutil.rmtree(directory / ROWS, ignore_errors=True)
        dump_rows(directory / ROWS)


def migrate_to(migrations: frozenset[str]) -> Apps:
    """Apply these migrations, and return the registry of the models at that state."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    plan = executor.migration_plan(newest)
    then = [step for step in plan if f"{step[0].app_label}.{step[0].name}" in migrations]
    return executor.migrate(newest, plan=then).apps


@contextmanager
def own_database(file: Path) -> Iterator[None]:
    """Make a new database this thread's default, because migrations run on that."""
    ours: Any = connections["default"]
    database = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {"init_command": "PRAGMA journal_mode=MEMORY;PRAGMA synchronous=OFF;"},
    }
    config: Any = connections.configure_settings({"default": database})["default"]
    connections["default"] = load_backend(config["ENGINE"]).DatabaseWrapper(config, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = ours
