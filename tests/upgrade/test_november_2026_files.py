"""Files that were exported in November 2026 are brought into an installation of today."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.campaign.databases import migrated_database
from tests.campaign.exchange import as_exported
from tests.upgrade import reading
from tests.upgrade.november_2026 import CAMPAIGNS, HERE, WITH_PHOTOS, archive_of_then, directory


@pytest.fixture
def new(tmp_path: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[Path]:
    """Give a new installation, with nothing but an account."""
    own = directory(tmp_path)
    with django_db_blocker.unblock(), own, migrated_database("sqlite", tmp_path):
        call_command("createsuperuser", "--no-input", username="zuza", verbosity=0)
        yield tmp_path


@pytest.mark.parametrize("code", CAMPAIGNS)
def test_a_file_of_then_is_brought_in_whole(new: Path, code: str) -> None:
    file = HERE / "exports" / f"{code}.json"
    assert json.loads(reading.exported(imported(file))) == as_exported(file.read_bytes())


def test_an_archive_of_then_is_brought_in_with_its_pictures(new: Path) -> None:
    code = imported(HERE / "exports" / f"{WITH_PHOTOS}.zip")
    document = as_exported((HERE / "exports" / f"{WITH_PHOTOS}.json").read_bytes())
    assert json.loads(reading.exported(code)) == document
    found = reading.campaign_row(code)["photos"]
    wanted = [photo for photo in CAMPAIGNS[WITH_PHOTOS]["photos"] if not photo["undone"]]
    told = ("game", "caption", "width", "height", "added_at")
    assert [[row[name] for name in told] for row in found] == [
        [row[name] for name in told] for row in wanted
    ]
    pictures = list((new / "media").rglob("*.webp"))
    assert len(pictures) == 2 * (len(archive_of_then()) - 1)  # each with its small one


def imported(file: Path) -> str:
    """Bring a file in, and return the code of the campaign."""
    out = io.StringIO()
    call_command("import_campaign", str(file), keeper="zuza", stdout=out)
    return out.getvalue().strip()
