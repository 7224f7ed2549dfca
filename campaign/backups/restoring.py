"""Restoring a backup: whole, or not at all.

The rows go in one transaction: until it is committed, the old ones are what everybody sees, and
whatever kills the restore leaves them as they were. Pictures lie under names that are never used
twice, so the backup's are put beside the old ones before, and the old ones are removed after.
A backup of an older release is brought up to date first, in a database of its own.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import IntegrityError, connection, transaction

from campaign.backups.manifest import BackupError
from campaign.backups.tables import backed_up, empty, fill, label, lock, set_sequences
from campaign.backups.upgrading import brought_up_to_date, clear_leftovers
from campaign.backups.verifying import Verified, check_tables, check_versions

PIECE = 1024 * 1024
# Somebody's work. What `migrate` fills in by itself is not.
OWN = ("campaign", "sessions")
Say = Callable[[str], object]


def holds_something() -> bool:
    """Say whether there is anything here that a restore would replace."""
    models = (model for app in OWN for model in apps.get_app_config(app).get_models())
    return any(model._base_manager.exists() for model in models)


def restore_backup(verified: Verified, *, replace: bool, say: Say = lambda _text: None) -> None:
    """Put what a verified backup holds in the place of what is here."""
    clear_leftovers()
    check_versions(verified.manifest)
    with brought_up_to_date(verified, say) as current:
        check_tables(current.manifest)
        _restore(current, replace=replace, say=say)


def _restore(verified: Verified, *, replace: bool, say: Say) -> None:
    with _staged(verified, say) as staged:
        _add_media(staged)
        say("media: laid beside")
        try:
            with transaction.atomic():
                _restore_tables(verified, replace=replace, say=say)
        except IntegrityError as error:
            raise BackupError(f"its rows do not fit together: {error}") from error
        say("committed")
        _settle_media(staged)


def _restore_tables(verified: Verified, *, replace: bool, say: Say) -> None:
    models = backed_up()
    lock(models)
    # Asked within the transaction: nobody writes anything between the answer and the restore.
    if not replace and holds_something():
        raise BackupError("there is data here already; --replace puts the backup in its place")
    empty(models)
    say("emptied")
    for model in models:
        name = label(model)
        count = fill(model, verified.rows(name))
        if count != verified.manifest.tables[name].rows:
            raise BackupError(f"{name} has {count} rows")
        say(f"{name}: {count}")
    set_sequences(models)
    connection.check_constraints()
    say("checked")


class _Staged:
    """The backup's media files, unpacked beside the media directory."""

    def __init__(self, root: Path, names: list[str]) -> None:
        self.root = root
        self.names = names
        self.media = Path(settings.MEDIA_ROOT)


@contextmanager
def _staged(verified: Verified, say: Say) -> Iterator[_Staged]:
    media = Path(settings.MEDIA_ROOT)
    media.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in media.parent.glob(".restore-*"):  # by a restore that was killed
        shutil.rmtree(left, ignore_errors=True)
    # Beside the media, so that it is the same disk: moving a file in is one step.
    with tempfile.TemporaryDirectory(dir=media.parent, prefix=".restore-") as directory:
        root = Path(directory)
        names = sorted(verified.manifest.media)
        for name in names:
            target = root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                for piece in verified.media(name):
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
        say(f"media: {len(names)} unpacked")
        yield _Staged(root, names)


def _add_media(staged: _Staged) -> None:
    """Put the backup's files beside the old ones; none of those is touched."""
    for name in staged.names:
        target = staged.media / name
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            (staged.root / name).rename(target)


def _settle_media(staged: _Staged) -> None:
    """Once the rows are the backup's: swap files that differ, remove those it does not have."""
    for name in staged.names:
        kept = staged.root / name  # still there: a file of that name was there before
        if kept.exists() and _digest(kept) != _digest(staged.media / name):
            kept.replace(staged.media / name)
    wanted = set(staged.names)
    for path in sorted(staged.media.rglob("*")):
        if path.is_file() and path.relative_to(staged.media).as_posix() not in wanted:
            with contextlib.suppress(FileNotFoundError):
                path.unlink()


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()
