"""Making a backup while the site is in use."""

import contextlib
import os
import re
import tempfile
import time
import zipfile
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from campaign.backups.archive import MEDIA, ROWS, applied_migrations, pack
from campaign.backups.media import take_media
from campaign.backups.rows import dump_rows, snapshot

PREFIX = "breachkeeper-"
PARTIAL = ".partial"
OURS = re.compile(rf"{PREFIX}\d{{8}}T\d{{6,12}}Z(-\d+)?\.zip")
STALE_AFTER = 24 * 60 * 60  # seconds: what a killed backup left behind


def default_directory() -> Path:
    """Return where backups go unless another place is named."""
    return Path(settings.DATA_DIR) / "backups"


def make_backup(directory: Path, *, prefix: str = PREFIX) -> Path:
    """Write a backup into a directory and return it; it has its name only once it is whole."""
    made_at = timezone.now()
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    _delete_leftovers(directory)
    # Nobody else may read it: there are people's names and passwords' hashes in it.
    descriptor, draft = tempfile.mkstemp(dir=directory, prefix=f".{prefix}", suffix=PARTIAL)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            with zipfile.ZipFile(file, "w") as archive:
                _write(archive, made_at.isoformat())
            file.flush()
            os.fsync(file.fileno())
        return Path(draft).rename(directory / f"{prefix}{made_at:%Y%m%dT%H%M%S%fZ}.zip")
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def rotate(directory: Path, keep: int) -> list[Path]:
    """Delete the oldest backups but so many, and return them. Other files are left alone."""
    found = sorted(path for path in directory.iterdir() if OURS.fullmatch(path.name))
    gone = found[:-keep]
    for path in gone:
        path.unlink()
    return gone


def _write(archive: zipfile.ZipFile, made_at: str) -> None:
    place = Path(settings.MEDIA_ROOT).parent
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Beside the media, so that it is the same disk: a link costs nothing.
    with tempfile.TemporaryDirectory(dir=place, prefix=".backup-") as directory:
        root = Path(directory)
        take_media(root / MEDIA)
        with snapshot():
            take_media(root / MEDIA)  # what was added before the snapshot and after the first look
            migrations = applied_migrations()
            dump_rows(root / ROWS)
        pack(root, archive, made_at, migrations)


def _delete_leftovers(directory: Path) -> None:
    """Remove what a killed backup left behind."""
    for path in directory.glob(f".*{PARTIAL}"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > STALE_AFTER:
                path.unlink()
