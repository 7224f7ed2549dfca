"""Making a backup while the site is in use."""

import contextlib
import datetime
import os
import re
import shutil
import tempfile
import time
import zipfile
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from campaign.backups.archive import MEDIA, ROWS, BackupError, applied_migrations, pack
from campaign.backups.media import take_media
from campaign.backups.rows import dump_rows, snapshot
from campaign.clocks import CLOCKS_DIFFER

PREFIX = "breachkeeper-"
DRAFT, PARTIAL = f".{PREFIX}", ".partial"  # how a file begins and ends until it is complete
STAGING = ".backup-"
MADE_AT = "%Y%m%dT%H%M%S%fZ"
OURS = re.compile(rf"{PREFIX}\d{{8}}T\d{{6,12}}Z(-\d+)?\.zip")
STALE_AFTER = 24 * 60 * 60  # seconds; then what is not complete was left by a killed backup


def default_directory() -> Path:
    """Return the default directory of backups."""
    return Path(settings.DATA_DIR) / "backups"


def make_backup(directory: Path, *, prefix: str = PREFIX, with_key: bool = False) -> Path:
    """Write a backup into a directory and return its path; it is renamed when it is complete.

    One that is to move the installation holds the secret key too.
    """
    made_at = timezone.now()
    if directory.is_file():
        raise BackupError(f"{directory} is a file, not a directory")
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    _delete_leftovers(directory)
    # Created by mkstemp with mode 0600: it contains names and password hashes.
    descriptor, draft = tempfile.mkstemp(dir=directory, prefix=DRAFT, suffix=PARTIAL)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            with zipfile.ZipFile(file, "w") as archive:
                _write(archive, made_at.isoformat(), with_key=with_key)
            file.flush()
            os.fsync(file.fileno())
        return Path(draft).rename(directory / f"{prefix}{made_at:{MADE_AT}}.zip")
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def latest_backup(directory: Path) -> datetime.datetime | None:
    """Return when the latest backup in a directory was made, as its name says; None for none.

    One that is dated ahead says nothing of when it was made.
    """
    now = _name_now()
    found = (path.name for path in directory.glob(f"{PREFIX}*.zip") if OURS.fullmatch(path.name))
    names = [name for name in found if name <= now]
    if not names:
        return None
    digits = re.sub(r"\D", "", max(names))[:14]
    made = datetime.datetime.strptime(digits, "%Y%m%d%H%M%S")  # noqa: DTZ007 # it is UTC
    return made.replace(tzinfo=datetime.UTC)


def rotate(directory: Path, keep: int) -> list[Path]:
    """Delete all but the latest backups, and return the deleted ones. Ignore other files.

    One that is dated ahead was made while the clock was wrong: it goes before all others.
    """
    now = _name_now()
    ours = (path for path in directory.iterdir() if OURS.fullmatch(path.name))
    found = sorted(ours, key=lambda path: (path.name <= now, path.name))
    gone = found[:-keep]
    for path in gone:
        path.unlink()
    return gone


def _name_now() -> str:
    """Return what sorts after every backup that was made by now, and before those dated ahead."""
    return f"{PREFIX}{timezone.now() + CLOCKS_DIFFER:{MADE_AT}}"


def _write(archive: zipfile.ZipFile, made_at: str, *, with_key: bool) -> None:
    media = Path(settings.MEDIA_ROOT)
    media.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Among the media, so that files can be hard-linked; what is above may not be ours to write to.
    with tempfile.TemporaryDirectory(dir=media, prefix=STAGING) as directory:
        root = Path(directory)
        take_media(root / MEDIA)
        with snapshot():
            take_media(root / MEDIA)  # added between the first call and the snapshot
            migrations = applied_migrations()
            dump_rows(root / ROWS)
        pack(root, archive, made_at, migrations, with_key=with_key)


def _delete_leftovers(directory: Path) -> None:
    """Delete what killed backups left: partial files, and directories with rows and pictures."""
    staged = Path(settings.MEDIA_ROOT).glob(f"{STAGING}*")
    for path in (*directory.glob(f"{DRAFT}*{PARTIAL}"), *staged):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime <= STALE_AFTER:
                continue
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink()
