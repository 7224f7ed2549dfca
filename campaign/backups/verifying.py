"""Looking at a backup from end to end before anything is done with it."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from campaign.backups.manifest import (
    MANIFEST,
    MEDIA,
    TABLES,
    BackupError,
    Manifest,
    Member,
    applied_migrations,
    decoded,
)
from campaign.backups.tables import Row, backed_up, columns, label, read_line

PIECE = 1024 * 1024
MANIFEST_MOST = 256 * PIECE
# What zipfile raises for a member whose header or body is not what it should be.
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)


@dataclass(frozen=True, slots=True)
class Verified:
    """A backup whose every byte is the one that was written, and what it says of itself."""

    archive: zipfile.ZipFile
    manifest: Manifest
    tables: Path | None = None  # where its tables lie, once they are brought up to date

    def rows(self, name: str) -> Iterator[Row]:
        """Yield the rows of a table."""
        member = self.manifest.tables[name]
        with self._opened(member.file) as file:
            for line in file:
                yield read_line(line, len(member.columns))

    def _opened(self, name: str) -> IO[bytes]:
        return (self.tables / name).open("rb") if self.tables else self.archive.open(name)

    def media(self, path: str) -> Iterator[bytes]:
        """Yield a media file, piece by piece."""
        with self.archive.open(f"{MEDIA}{path}") as file:
            while piece := file.read(PIECE):
                yield piece


@contextmanager
def verify_backup(path: Path) -> Iterator[Verified]:
    """Open a backup once it is known to be whole, and one of ours; or refuse it."""
    try:
        with zipfile.ZipFile(path) as archive:
            verified = Verified(archive, _manifest(archive))
            _check_members(verified)
            yield verified
    except BackupError as error:
        raise BackupError(f"{path.name}: {error}") from error
    except zipfile.BadZipFile as error:
        raise BackupError(f"{path.name}: it is no backup, or cut short ({error})") from error
    except OSError as error:
        if error.filename != str(path):
            raise
        raise BackupError(f"{path.name} cannot be read: {error.strerror}") from error


def check_versions(manifest: Manifest) -> None:
    """Refuse a backup of a newer release, and any where this database is not up to date."""
    here, there = set(applied_migrations()), set(manifest.migrations)
    known = {f"{app}.{name}" for app, name in MigrationLoader(connection).graph.nodes}
    if known - here:
        raise BackupError(
            f"this database is not up to date (it lacks {_some(known - here)}): run "
            "`manage.py migrate` first"
        )
    if there - here:
        raise BackupError(
            f"it was made by a newer Breachkeeper "
            f"({manifest.made_by.get('breachkeeper', 'unknown')}), which has "
            f"{_some(there - here)}. Update this one first, then restore it"
        )


def check_tables(manifest: Manifest) -> None:
    """Refuse a backup whose tables are not those of this database."""
    tables = {label(model): columns(model) for model in backed_up()}
    held = {name: member.columns for name, member in manifest.tables.items()}
    if tables != held:
        other = sorted(name for name in tables.keys() | held if tables.get(name) != held.get(name))
        raise BackupError(f"its tables are not those of this database: {', '.join(other)}")


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        info = archive.getinfo(MANIFEST)
    except KeyError:
        raise BackupError("it is no backup of Breachkeeper: it has no manifest") from None
    if info.file_size > MANIFEST_MOST:
        raise BackupError("its manifest cannot be read")
    with _readable(MANIFEST):
        return decoded(archive.read(info))


def _check_members(verified: Verified) -> None:
    listed = [member.file for member in verified.manifest.members]
    present = [info.filename for info in verified.archive.infolist()]
    if sorted([*listed, MANIFEST]) != sorted(present) or len(set(present)) < len(present):
        raise BackupError("it does not hold what its manifest lists")
    for member in verified.manifest.members:
        if not member.file.startswith((TABLES, MEDIA)) or not _is_safe(member.file):
            raise BackupError(f"it holds a file of an unheard-of name, {member.file!r}")
        _check(verified.archive, member)


def _check(archive: zipfile.ZipFile, member: Member) -> None:
    digest, size, rows = hashlib.sha256(), 0, 0
    with _readable(member.file), archive.open(member.file) as file:
        while piece := file.read(PIECE):
            digest.update(piece)
            size += len(piece)
            rows += piece.count(b"\n")
            if size > member.bytes:
                break
    if (size, digest.hexdigest()) != (member.bytes, member.sha256):
        raise BackupError(f"{member.file} is damaged: its checksum is another")
    if member.rows is not None and member.rows != rows:
        raise BackupError(f"{member.file} has {rows} rows, not {member.rows}")


def _is_safe(name: str) -> bool:
    """Say whether a name stays within the directory it is unpacked to."""
    parts = PurePosixPath(name).parts
    return (
        not name.startswith("/")
        and not any(part in ("..", ".") for part in parts)
        and "\\" not in name
        and "\0" not in name
        and str(PurePosixPath(name)) == name
    )


@contextmanager
def _readable(name: str) -> Iterator[None]:
    try:
        yield
    except BROKEN as error:
        raise BackupError(f"{name} is damaged: {error}") from error


def _some(names: set[str]) -> str:
    listed = sorted(names)
    more = f" and {len(listed) - 3} more" if len(listed) > 3 else ""
    return ", ".join(listed[:3]) + more or "nothing"
