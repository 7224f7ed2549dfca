"""Making a backup while the site is in use."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings
from django.utils import timezone

from campaign.backups.manifest import (
    MANIFEST,
    MEDIA,
    TABLES,
    BackupError,
    Member,
    applied_migrations,
    encoded,
    manifest_of,
)
from campaign.backups.tables import backed_up, columns, label, lines, snapshot

PREFIX = "breachkeeper-"
PARTIAL = ".partial"
OURS = re.compile(rf"{PREFIX}\d{{8}}T\d{{6}}Z(-\d+)?\.zip")
STALE_AFTER = 24 * 60 * 60  # seconds: what a killed backup left behind
PIECE = 1024 * 1024


def default_directory() -> Path:
    """Return where backups go unless another place is named."""
    return Path(settings.DATA_DIR) / "backups"


def make_backup(directory: Path, *, prefix: str = PREFIX) -> Path:
    """Write a backup into a directory and return it; it has its name only once it is whole."""
    made_at = timezone.now()
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    _sweep(directory)
    # Nobody else may read it: there are people's names and passwords' hashes in it.
    descriptor, draft = tempfile.mkstemp(dir=directory, prefix=f".{prefix}", suffix=PARTIAL)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            _write(file, made_at.isoformat())
            file.flush()
            os.fsync(file.fileno())
        return _named(Path(draft), directory, f"{prefix}{made_at:%Y%m%dT%H%M%SZ}")
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def rotate(directory: Path, keep: int) -> list[Path]:
    """Delete the oldest backups but so many, and return them. Other files are left alone."""
    found = sorted(path for path in directory.iterdir() if OURS.fullmatch(path.name))
    gone = found[:-keep] if keep > 0 else []
    for path in gone:
        path.unlink()
    return gone


def _write(file: IO[bytes], made_at: str) -> None:
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
        _held_media() as held,
    ):
        members: list[Member] = []
        hold = held.hold
        hold()
        with snapshot():
            hold()  # what was added before the snapshot began and after the first look
            migrations = applied_migrations()
            for model in backed_up():
                name = f"{TABLES}{label(model)}.jsonl"
                member = _put(archive, name, lines(model))
                members.append(
                    Member(name, member.bytes, member.sha256, member.rows, columns(model))
                )
        for path in held.files():
            name = f"{MEDIA}{path.relative_to(held.root).as_posix()}"
            member = _put(archive, name, _pieces(path), method=zipfile.ZIP_STORED)
            members.append(Member(name, member.bytes, member.sha256))
        archive.writestr(MANIFEST, encoded(manifest_of(made_at, migrations, members)))


class _Media:
    """Links to the media files: one that is deleted while the backup is made stays readable."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def hold(self) -> None:
        """Link every file there is now."""
        media = Path(settings.MEDIA_ROOT)
        for path in media.rglob("*"):
            if path.is_symlink() or not path.is_file():
                continue
            target = self.root / path.relative_to(media)
            if target.exists():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileNotFoundError):  # deleted just now, and its row before it
                _link(path, target)

    def files(self) -> list[Path]:
        """Return what is held, in order."""
        return sorted(path for path in self.root.rglob("*") if path.is_file())


@contextmanager
def _held_media() -> Iterator[_Media]:
    media = Path(settings.MEDIA_ROOT)
    if not media.is_dir():
        with tempfile.TemporaryDirectory() as nothing:
            yield _Media(Path(nothing))
        return
    # Beside the media, so that it is the same disk: a link costs nothing.
    with tempfile.TemporaryDirectory(dir=media.parent, prefix=".backup-") as root:
        yield _Media(Path(root))


def _link(path: Path, target: Path) -> None:
    try:
        target.hardlink_to(path)
    except FileNotFoundError:
        raise
    except OSError:  # a file system without links
        shutil.copyfile(path, target)


def _put(
    archive: zipfile.ZipFile, name: str, parts: Iterable[bytes], *, method: int | None = None
) -> Member:
    """Write a member part by part; return it with what was written."""
    digest, size, count = hashlib.sha256(), 0, 0
    info = zipfile.ZipInfo(name, time.gmtime()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED if method is None else method
    info.external_attr = 0o600 << 16
    with archive.open(info, "w", force_zip64=True) as member:
        for part in parts:
            member.write(part)
            digest.update(part)
            size += len(part)
            count += 1
    return Member(name, size, digest.hexdigest(), count)


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece


def _named(draft: Path, directory: Path, name: str) -> Path:
    """Give a finished backup its name, and never another backup's."""
    for attempt in range(1, 100):
        path = directory / f"{name}{f'-{attempt}' if attempt > 1 else ''}.zip"
        try:
            path.hardlink_to(draft)  # fails where a rename would replace
        except FileExistsError:
            continue
        except OSError:  # a file system without links
            if path.exists():
                continue
            draft.rename(path)
            return path
        draft.unlink()
        _sync(directory)
        return path
    raise BackupError(f"there are too many backups called {name}")


def _sync(directory: Path) -> None:
    """Let a new name survive a power cut."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sweep(directory: Path) -> None:
    """Remove what a killed backup left behind."""
    for path in directory.glob(f".*{PARTIAL}"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > STALE_AFTER:
                path.unlink()
