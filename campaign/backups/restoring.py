"""Restoring a backup: whole, or not at all.

The rows go in one transaction: until it is committed, the old ones are what everybody sees, and
whatever kills the restore leaves them as they were. Pictures lie under names that are never used
twice, so the backup's are put beside the old ones before, and the old ones are removed after.
"""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.serializers.base import DeserializationError
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from campaign.backups.archive import MEDIA, ROWS, Backup, BackupError, applied_migrations
from campaign.backups.making import default_directory, make_backup
from campaign.backups.media import add_media, remove_other_media
from campaign.backups.older import bring_up_to_date
from campaign.backups.rows import delete_rows, load_rows, lock_tables, reset_sequences

BEFORE = "before-restore-"  # never rotated away
STAGING = ".restore-"
# Somebody's work. What `migrate` fills in by itself is not.
OWN = ("campaign", "sessions")
Say = Callable[[str], object]


def restore_backup(backup: Backup, *, replace: bool, say: Say = lambda _text: None) -> None:
    """Put what a backup holds in the place of what is here."""
    _check_versions(backup)
    if _holds_something(allowed=replace):
        say(f"what was here is kept in {make_backup(default_directory(), prefix=BEFORE)}")
    media = Path(settings.MEDIA_ROOT)
    media.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in media.parent.glob(f"{STAGING}*"):  # by a restore that was killed
        shutil.rmtree(left, ignore_errors=True)
    # Beside the media, so that it is the same disk: moving a file in is one step.
    with tempfile.TemporaryDirectory(dir=media.parent, prefix=STAGING) as directory:
        staged = Path(directory)
        try:
            backup.unpack(staged)
            say("unpacked")
            if backup.migrations != applied_migrations():
                bring_up_to_date(backup, staged)
                say("older: brought up to date")
            names = [name.removeprefix(f"{MEDIA}/") for name in backup.files(MEDIA)]
            add_media(staged / MEDIA, names)
            say("media: added")
            with transaction.atomic():
                _replace_rows(staged / ROWS, replace=replace, say=say)
        except (DatabaseError, DeserializationError, ValueError) as error:
            raise BackupError(f"its rows do not fit together: {error}") from error
        say("committed")
        # What was stored under the same name before it was committed is the backup's from now on.
        add_media(staged / MEDIA, names, replace=True)
        remove_other_media(names)


def _check_versions(backup: Backup) -> None:
    """Refuse a backup of a newer release, and any where this database is not up to date."""
    here = applied_migrations()
    known = {f"{app}.{name}" for app, name in MigrationLoader(connection).graph.nodes}
    if lacking := sorted(known - here):
        raise BackupError(
            f"this database is not up to date (it lacks {', '.join(lacking)}): run "
            "`manage.py migrate` first"
        )
    if newer := sorted(backup.migrations - here):
        raise BackupError(
            f"it was made by a newer Breachkeeper ({backup.made_by}), which has "
            f"{', '.join(newer)}. Update this one first, then restore it"
        )


def _holds_something(*, allowed: bool) -> bool:
    """Say whether there is anything here that a restore would replace; or refuse it."""
    models = (model for app in OWN for model in apps.get_app_config(app).get_models())
    found = any(model._base_manager.exists() for model in models)
    if found and not allowed:
        raise BackupError("there is data here already; --replace puts the backup in its place")
    return found


def _replace_rows(rows: Path, *, replace: bool, say: Say) -> None:
    lock_tables()
    # Once more within the transaction: nobody writes between the answer and the restore.
    _holds_something(allowed=replace)
    delete_rows()
    say("emptied")
    for file in sorted(rows.glob("*.jsonl")):
        load_rows(file)
        say(file.stem)
    reset_sequences()
    connection.check_constraints()
    say("checked")
