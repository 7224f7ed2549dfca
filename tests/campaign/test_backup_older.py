"""A backup of an older release is brought up to date beside, then restored."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from campaign.backups import older
from campaign.backups.archive import BackupError
from campaign.backups.making import make_backup
from campaign.backups.rows import stored_models
from campaign.models import Campaign
from tests.campaign import factories
from tests.campaign.databases import migrated_database
from tests.upgrade.november_2026 import BACKUP, CAMPAIGNS, directory


@pytest.fixture
def place(tmp_path: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[Path]:
    """Give an installation of its own: a data directory and a database, empty and migrated."""
    with (
        django_db_blocker.unblock(),
        directory(tmp_path),
        migrated_database(connection.vendor, tmp_path),
    ):
        yield tmp_path


def restored(path: Path) -> str:
    out = io.StringIO()
    call_command("restore", str(path), "--replace", stdout=out)
    return out.getvalue()


def rows() -> dict[str, list[Any]]:
    """Return every row of ours, without the stamps and codes that migrations draw."""
    return {
        model._meta.label: [
            {**row, "stamp": None, "code": None}
            for row in model._base_manager.order_by("pk").values()
        ]
        for model in stored_models()
        if model._meta.app_label == "campaign"
    }


@pytest.mark.thorough
def test_rows_of_an_older_release_are_migrated(place: Path) -> None:
    assert "brought up to date" in restored(BACKUP)
    wanted = rows()
    files = {path.name for path in (place / "media").rglob("*.webp")}
    assert Campaign.objects.count() == len(CAMPAIGNS)
    factories.start_campaign(name="Begun after it")  # ids go on where they were
    assert "brought up to date" in restored(BACKUP)
    assert rows() == wanted
    assert {path.name for path in (place / "media").rglob("*.webp")} == files
    assert not list((place / "media").glob(".restore-*"))


def test_where_it_cannot_be_brought_up_to_date_nothing_changes(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.start_campaign(name="Here already")
    before = rows()

    def fail(*_args: object) -> None:
        raise BackupError("it does not fit")

    monkeypatch.setattr(older, "load_rows", fail)
    with pytest.raises(CommandError, match=r"Nothing was changed.*does not fit"):
        restored(BACKUP)
    assert rows() == before
    assert not list((place / "media").iterdir())


def test_what_a_killed_restore_left_goes_with_the_next_one(place: Path) -> None:
    backup = make_backup(place / "backups")
    left = place / "media" / ".restore-killed"
    left.mkdir()
    (left / "upgrade.sqlite3").write_bytes(b"somebody's rows")
    restored(backup)
    assert not left.exists()


def test_older_data_is_replaced_only_if_asked(place: Path) -> None:
    backup = make_backup(place / "backups")
    MigrationRecorder(connection).record_unapplied("campaign", "0012_rate_limits")
    with pytest.raises(CommandError, match=r"data of an older Breachkeeper .* --replace"):
        call_command("restore", str(backup), stdout=io.StringIO())


@pytest.mark.parametrize("options", [[], ["--replace"]])
def test_data_of_a_newer_release_is_not_replaced_and_the_way_out_is_said(
    place: Path, options: list[str]
) -> None:
    backup = make_backup(place / "backups")
    factories.start_campaign(name="Entered since the update")
    MigrationRecorder(connection).record_applied("campaign", "9999_later")
    before = rows()
    way = "move .* away" if connection.vendor == "sqlite" else "empty database in DATABASE_URL"
    said = rf"Nothing was changed.*newer Breachkeeper, which has campaign.9999_later.*{way}"
    with pytest.raises(CommandError, match=said):
        call_command("restore", str(backup), *options, stdout=io.StringIO())
    assert rows() == before
    assert not list(place.glob("backups/before-restore-*"))
