"""A backup of an older release is brought up to date beside, then restored."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core import serializers
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import override_settings

from campaign.backups import BackupError, make_backup, older
from campaign.backups.archive import applied_migrations, pack
from campaign.backups.rows import ExactEncoder, stored_models
from campaign.models import Campaign
from campaign.services.plays import plays_fill
from tests.campaign import factories
from tests.campaign.databases import migrated_database
from tests.campaign.snapshots.__main__ import fill
from tests.campaign.test_migrations import Rows, held, migrate, replays
from tests.postgresql import ABSENT, postgresql

THEN = "0003_brought_in"  # some migrations ago: columns, rows and constraints have come since


both = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
only_sqlite = pytest.mark.parametrize("kind", ["sqlite"])


@pytest.fixture
def place(
    kind: str, tmp_path: Path, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Path]:
    """Give an installation of its own: a data directory and a database, empty and migrated."""
    if kind == "postgresql" and not postgresql():
        pytest.skip(ABSENT)
    own = override_settings(MEDIA_ROOT=tmp_path / "media", DATA_DIR=tmp_path)
    with django_db_blocker.unblock(), migrated_database(kind, tmp_path), own:
        yield tmp_path


def made_then(path: Path) -> Path:
    """Make a backup of the database at the migration it stands at, as that release would have."""
    executor = MigrationExecutor(connection)
    applied = applied_migrations()
    ends = [key for key in executor.loader.graph.nodes if ".".join(key) in applied]
    then = executor.loader.project_state(ends).apps
    root = path.with_suffix("")
    (root / "rows").mkdir(parents=True)
    for model in stored_models(then):
        rows = serializers.serialize("jsonl", model._base_manager.all(), cls=ExactEncoder)
        (root / "rows" / f"{model._meta.label_lower}.jsonl").write_text(rows)
    (root / "media").mkdir()
    (root / "media" / "old.jpg").write_bytes(b"a picture")
    with zipfile.ZipFile(path, "w") as archive:
        pack(root, archive, "2026-01-01T03:15:00+00:00", applied)
    shutil.rmtree(root)
    return path


def told() -> Rows:
    """Return every row, without the stamps that a migration gives people by chance."""
    rows = held()
    for person in rows["campaign_person"]:
        person.pop("stamp")
    return {table: sorted(found, key=repr) for table, found in rows.items()}


def restored(path: Path) -> str:
    out = io.StringIO()
    call_command("restore", str(path), "--replace", stdout=out)
    return out.getvalue()


@both
def test_a_backup_of_an_older_release_comes_back_as_if_it_had_been_migrated(place: Path) -> None:
    fill(demo=False)
    factories.long_campaign(4)
    migrate(THEN)
    backup = made_then(place / "older.zip")
    migrate()
    plays_fill()  # as manage.py migrate does
    wanted = told()
    Campaign.objects.all().delete()
    with replays(2):
        said = restored(backup)
    assert "brought up to date" in said
    assert told() == wanted
    assert (place / "media" / "old.jpg").read_bytes() == b"a picture"
    assert not list(place.glob(".restore-*"))
    factories.start_campaign(name="Begun after it")  # ids go on where they were
    assert Campaign.objects.count() == 3


@only_sqlite
def test_where_it_cannot_be_brought_up_to_date_nothing_changes(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(THEN)
    backup = made_then(place / "older.zip")
    migrate()
    factories.start_campaign(name="Here already")
    rows = held()

    def fail(*_args: object, **_more: object) -> None:
        raise BackupError("it does not fit")

    monkeypatch.setattr(older, "dump_rows", fail)
    with pytest.raises(CommandError, match=r"Nothing was changed.*does not fit"):
        restored(backup)
    assert held() == rows
    assert not (place / "media" / "old.jpg").exists()
    assert not list(place.glob(".restore-*"))


@only_sqlite
def test_what_a_killed_restore_left_goes_with_the_next_one_whatever_that_restores(
    place: Path,
) -> None:
    backup = make_backup(place / "backups")
    left = place / ".restore-killed"
    left.mkdir()
    (left / "upgrade.sqlite3").write_bytes(b"somebody's rows")
    restored(backup)
    assert not left.exists()


@only_sqlite
def test_a_database_that_is_not_up_to_date_is_brought_so_first(place: Path) -> None:
    backup = made_then(place / "today.zip")
    migrate(THEN)
    with pytest.raises(CommandError, match=r"not up to date .* run `manage.py migrate` first"):
        call_command("restore", str(backup), stdout=io.StringIO())
