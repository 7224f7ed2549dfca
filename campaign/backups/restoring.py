"""Restoring a backup, completely or not at all.

All rows are replaced in one transaction: until it is committed, everybody sees the old ones, and a
killed restore leaves them unchanged. Names of pictures are never reused, so the backup's pictures
are added before the transaction, and those of the replaced rows are deleted after it. Others stay:
somebody may be uploading them.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.serializers.base import DeserializationError
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from campaign.backups.archive import MEDIA, ROWS, Backup, BackupError, applied_migrations
from campaign.backups.making import default_directory, make_backup
from campaign.backups.media import add_media, pictures_in_use, remove_media
from campaign.backups.older import bring_up_to_date
from campaign.backups.rows import delete_rows, load_rows, lock_tables, reset_sequences
from campaign.pictures import picture_remove
from campaign.services.revoking import access_revoke_all

BEFORE = "before-restore-"  # never rotated away
STAGING = ".restore-"
# Apps with users' data, unlike those that `migrate` fills itself.
OWN = ("campaign", "sessions")
Say = Callable[[str], object]


def restore_backup(
    backup: Backup, *, replace: bool, revoke: bool = False, say: Say = lambda _text: None
) -> None:
    """Replace the current data by that of a backup, without what lets people in if ``revoke``."""
    _check_versions(backup, replace=replace, say=say)
    if _holds_something(allowed=replace):
        with _refused_on_faults():
            say(f"what was here is kept in {make_backup(default_directory(), prefix=BEFORE)}")
    media = Path(settings.MEDIA_ROOT)
    media.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in media.glob(f"{STAGING}*"):  # left by a killed restore
        shutil.rmtree(left, ignore_errors=True)
    # Among the media, so that moving a file is an atomic rename on the same disk.
    with tempfile.TemporaryDirectory(dir=media, prefix=STAGING) as directory:
        staged = Path(directory)
        with _refused_on_faults():
            backup.unpack(staged)
            say("unpacked")
            if backup.migrations != applied_migrations():
                bring_up_to_date(backup, staged)
                say("older: brought up to date")
            names = [name.removeprefix(f"{MEDIA}/") for name in backup.files(MEDIA)]
            added = add_media(staged / MEDIA, names)
            say("media: added")
            with _removed_without_rows(added), transaction.atomic():
                replaced = _replace_rows(staged / ROWS, replace=replace, say=say)
                if revoke:
                    _revoke(say)
        say("committed")
        # Files of the same name that were kept so far are replaced by the backup's.
        add_media(staged / MEDIA, names, replace=True)
        picture_remove(replaced - pictures_in_use())
        if backup.secret_key:
            _take_key(backup.secret_key, say)


@contextmanager
def _refused_on_faults() -> Iterator[None]:
    """Refuse the backup, with the reason, for whatever goes wrong before its rows are stored."""
    try:
        yield
    except OperationalError as error:  # a full disk, a lock: no fault of the backup's
        raise BackupError(f"the database did not take its rows: {error}") from error
    except (DatabaseError, DeserializationError, ValueError) as error:
        raise BackupError(f"its rows do not fit together: {error}") from error
    except OSError as error:  # a full disk, or one that is read-only
        raise BackupError(f"a file could not be written: {error.strerror}") from error


@contextmanager
def _removed_without_rows(added: list[str]) -> Iterator[None]:
    """Remove added pictures if the rows that name them are not stored: they would fill the disk."""
    try:
        yield
    except Exception:
        if connection.is_usable():  # if it was lost, the rows may be stored nevertheless
            remove_media(added)
        raise


def _check_versions(backup: Backup, *, replace: bool, say: Say) -> None:
    """Refuse a backup or data of a newer release; bring an empty database up to date first.

    One that has data is brought up to date only if that data is to be replaced.
    """
    here = applied_migrations()
    known = {f"{app}.{name}" for app, name in MigrationLoader(connection).graph.nodes}
    if newer := sorted(here - known):  # its tables would stay, and this release would not start
        raise BackupError(
            f"the data here was written by a newer Breachkeeper, which has {', '.join(newer)}: "
            f"update this one first. To go back to this release, {_way_to_empty_database()}, then "
            "restore the backup"
        )
    if newer := sorted(backup.migrations - known):
        raise BackupError(
            f"it was made by a newer Breachkeeper ({backup.made_by}), which has "
            f"{', '.join(newer)}. Update this one first, then restore it"
        )
    if known <= here:
        return
    if here and not replace:
        raise BackupError(
            "there is data of an older Breachkeeper here already; --replace puts the backup in "
            "its place"
        )
    call_command("migrate", verbosity=0, interactive=False)
    say("database: brought up to date" if here else "database: created")


def _way_to_empty_database() -> str:
    if connection.vendor == "sqlite":
        file = connection.settings_dict["NAME"]
        return f"stop Breachkeeper and move {file} away, with {file}-wal if there is one"
    return "stop Breachkeeper and name a new, empty database in DATABASE_URL"


def _revoke(say: Say) -> None:
    done = access_revoke_all()
    say(
        f"revoked: {done.accounts} accounts signed out, {done.tokens} tokens, {done.links} links; "
        f"{done.guests} guests stay signed in, for they could not come back"
    )


def _take_key(key: str, say: Say) -> None:
    """Store the secret key of the other machine, unless this one is given its key by a variable."""
    path = Path(settings.SECRET_KEY_FILE) if settings.SECRET_KEY_FILE else None
    if path is None:
        say("secret key: not taken over, for BREACHKEEPER_SECRET_KEY is set here")
        return
    draft = path.with_name(f".{path.name}-moved")
    draft.write_text(f"{key}\n", encoding="ascii")
    draft.chmod(0o600)
    draft.replace(path)
    say("secret key: taken over; restart Breachkeeper if it is running")


def _holds_something(*, allowed: bool) -> bool:
    """Say whether there is data that a restore would replace; refuse that unless ``allowed``."""
    models = (model for app in OWN for model in apps.get_app_config(app).get_models())
    found = any(model._base_manager.exists() for model in models)
    if found and not allowed:
        raise BackupError("there is data here already; --replace puts the backup in its place")
    return found


def _replace_rows(rows: Path, *, replace: bool, say: Say) -> set[str]:
    """Replace every row, and return the pictures that the old rows referred to."""
    lock_tables()
    # Checked again with the tables locked: somebody may have written since.
    _holds_something(allowed=replace)
    replaced = pictures_in_use()
    delete_rows()
    say("emptied")
    for file in sorted(rows.glob("*.jsonl")):
        load_rows(file)
        say(file.stem)
    reset_sequences()
    connection.check_constraints()
    say("checked")
    return replaced
