"""What a backup says about itself."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from campaign.packs import all_packs

FORMAT = "breachkeeper-backup"
VERSION = 1
MANIFEST = "manifest.json"
TABLES = "tables/"
MEDIA = "media/"
RETIRED = ("axes.",)  # apps of older releases: their rows are left where they are


class BackupError(Exception):
    """A backup cannot be made, or is not one, or may not be restored; the text says why."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file of the backup; of a table, its columns and the number of its rows as well."""

    file: str
    bytes: int
    sha256: str
    rows: int | None = None
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """A backup's list of contents."""

    made_at: str
    made_by: Mapping[str, str]
    migrations: tuple[str, ...]
    packs: Mapping[str, int]
    members: tuple[Member, ...]

    @property
    def tables(self) -> dict[str, Member]:
        """Return the tables by their models' labels."""
        return {
            member.file.removeprefix(TABLES).removesuffix(".jsonl"): member
            for member in self.members
            if member.file.startswith(TABLES)
            and not member.file.removeprefix(TABLES).startswith(RETIRED)
        }

    @property
    def media_members(self) -> tuple[Member, ...]:
        """Return what is no table."""
        return tuple(member for member in self.members if member.file.startswith(MEDIA))

    @property
    def media(self) -> dict[str, Member]:
        """Return the media files by their path within the media directory."""
        return {
            member.file.removeprefix(MEDIA): member
            for member in self.members
            if member.file.startswith(MEDIA)
        }


def manifest_of(made_at: str, migrations: tuple[str, ...], members: Iterable[Member]) -> Manifest:
    """Return the manifest of a backup made here and now."""
    made_by = {
        "breachkeeper": _version(),
        "database": connection.vendor,
        "django": django.get_version(),
    }
    packs = {pack.slug: pack.version for pack in all_packs()}
    return Manifest(made_at, made_by, migrations, packs, tuple(members))


def encoded(manifest: Manifest) -> bytes:
    """Return a manifest as a file."""
    told = {"format": FORMAT, "version": VERSION} | asdict(manifest)
    return json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"


def decoded(data: bytes) -> Manifest:
    """Return the manifest a file holds, or refuse it."""
    try:
        told: Any = json.loads(data)
        if told["format"] != FORMAT:
            raise BackupError("it is no backup of Breachkeeper")
        if told["version"] != VERSION:
            raise BackupError(
                f"it is a backup of version {told['version']!r}; this Breachkeeper reads {VERSION}"
            )
        return Manifest(
            made_at=str(told["made_at"]),
            made_by={str(key): str(value) for key, value in told["made_by"].items()},
            migrations=_in_use(str(name) for name in told["migrations"]),
            packs={str(slug): int(version) for slug, version in told["packs"].items()},
            members=tuple(_member(member) for member in told["members"]),
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BackupError("its manifest cannot be read") from error


def applied_migrations() -> tuple[str, ...]:
    """Return the migrations the database has, as ``app.name``."""
    applied = MigrationRecorder(connection).applied_migrations()
    return _in_use(sorted(f"{app}.{name}" for app, name in applied))


def _in_use(migrations: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in migrations if not name.startswith(RETIRED))


def _member(told: Mapping[str, Any]) -> Member:
    rows = told["rows"]
    return Member(
        file=str(told["file"]),
        bytes=int(told["bytes"]),
        sha256=str(told["sha256"]),
        rows=None if rows is None else int(rows),
        columns=tuple(str(column) for column in told["columns"]),
    )


def _version() -> str:
    try:
        project = tomllib.loads((Path(settings.BASE_DIR) / "pyproject.toml").read_text("utf-8"))
        return str(project["project"]["version"])
    except (OSError, LookupError, tomllib.TOMLDecodeError):
        return "unknown"
