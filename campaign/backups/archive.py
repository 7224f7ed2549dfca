"""The file of a backup, verified completely before it is used."""

import hashlib
import json
import os
import shutil
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.utils import validate_file_name
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from campaign.exchange.archive import BROKEN

FORMAT = "breachkeeper-backup"
VERSION = 2
MANIFEST = "manifest.json"
ROWS = "rows"
MEDIA = "media"
RETIRED = ("axes.",)  # apps of older releases; their rows are not restored


class BackupError(Exception):
    """A backup cannot be made, read or restored; the message says why."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A verified backup and its manifest."""

    archive: zipfile.ZipFile
    made_at: str
    made_by: str
    migrations: frozenset[str]
    sha256: dict[str, str]  # of each member
    secret_key: str  # in a file that moves an installation; otherwise ""

    def files(self, directory: str) -> list[str]:
        """Return the members of a directory."""
        return sorted(name for name in self.sha256 if name.startswith(f"{directory}/"))

    def unpack(self, to: Path) -> None:
        """Extract every member into a directory, and sync it to disk."""
        for name in self.sha256:
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            with self.archive.open(name) as member, (to / name).open("wb") as file:
                shutil.copyfileobj(member, file)
                file.flush()
                os.fsync(file.fileno())


def applied_migrations() -> frozenset[str]:
    """Return the migrations that are applied to the database, as ``app.name``."""
    applied = MigrationRecorder(connection).applied_migrations()
    return _in_use(f"{app}.{name}" for app, name in applied)


def pack(
    directory: Path,
    archive: zipfile.ZipFile,
    made_at: str,
    made: frozenset[str],
    *,
    with_key: bool = False,
) -> None:
    """Write every file of a directory into an archive, and their manifest."""
    sha256 = {}
    for path in sorted(path for path in directory.rglob("*") if path.is_file()):
        name = path.relative_to(directory).as_posix()
        with path.open("rb") as file:
            sha256[name] = hashlib.file_digest(file, "sha256").hexdigest()
        is_row = name.startswith(f"{ROWS}/")  # pictures are compressed already
        archive.write(path, name, zipfile.ZIP_DEFLATED if is_row else zipfile.ZIP_STORED)
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": made_at,
        "made_by": {
            "breachkeeper": _version(),
            "database": connection.vendor,
            "django": django.get_version(),
        },
        "migrations": sorted(made),
        "sha256": sha256,
        **({"secret_key": settings.SECRET_KEY} if with_key else {}),
    }
    archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))


@contextmanager
def open_backup(path: Path) -> Iterator[Backup]:
    """Open and verify a backup, or refuse it."""
    try:
        with zipfile.ZipFile(path) as archive:
            backup = _read_manifest(archive)
            _verify(backup)
            yield backup
    except BackupError as error:
        raise BackupError(f"{path.name}: {error}") from error
    except zipfile.BadZipFile as error:
        raise BackupError(f"{path.name}: it is no backup, or cut short ({error})") from error
    except OSError as error:
        if error.filename != str(path):
            raise
        raise BackupError(f"{path.name} cannot be read: {error.strerror}") from error


def _read_manifest(archive: zipfile.ZipFile) -> Backup:
    if MANIFEST not in archive.namelist():
        raise BackupError("it is no backup of Breachkeeper: it has no manifest")
    try:
        read: Any = json.loads(archive.read(MANIFEST))
        if read["format"] != FORMAT:
            raise BackupError("it is no backup of Breachkeeper")
        if read["version"] != VERSION:
            raise BackupError(
                f"it is a backup of version {read['version']!r}, not {VERSION}: restore it with "
                "the release that made it, and update that"
            )
        return Backup(
            archive,
            made_at=str(read["made_at"]),
            made_by=str(read["made_by"]["breachkeeper"]),
            migrations=_in_use(str(name) for name in read["migrations"]),
            sha256=dict(read["sha256"]),
            secret_key=_checked_key(str(read.get("secret_key", ""))),
        )
    except (*BROKEN, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BackupError("its manifest cannot be read") from error


def _checked_key(key: str) -> str:
    if key and not (50 <= len(key) <= 1000 and key.isascii() and key.isprintable()):
        raise BackupError("its secret key is none")
    return key


def _verify(backup: Backup) -> None:
    if sorted([*backup.sha256, MANIFEST]) != sorted(backup.archive.namelist()):
        raise BackupError("it does not hold what its manifest lists")
    for name, sha256 in backup.sha256.items():
        _check_name(name)
        try:
            with backup.archive.open(name) as file:
                # It has readinto() like any file; typeshed wants a real one.
                found = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
        except BROKEN as error:
            raise BackupError(f"{name} is damaged: {error}") from error
        if found != sha256:
            raise BackupError(f"{name} is damaged: its checksum is another")


def _check_name(name: str) -> None:
    """Refuse a name that leads out of the directory it is extracted to."""
    try:
        validate_file_name(name, allow_relative_path=True)
    except SuspiciousFileOperation:
        name = ""
    if not name.startswith((f"{ROWS}/", f"{MEDIA}/")):
        raise BackupError("it holds a file whose name leads elsewhere")


def _in_use(migrations: Iterator[str]) -> frozenset[str]:
    return frozenset(name for name in migrations if not name.startswith(RETIRED))


def _version() -> str:
    """Return the version of the checkout, or else of the installed package."""
    try:
        project = tomllib.loads((Path(settings.BASE_DIR) / "pyproject.toml").read_text("utf-8"))
    except FileNotFoundError:
        return metadata.version("breachkeeper")
    return str(project["project"]["version"])
