"""The files of November 2026, for the tests that compare; README.md says what they are."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.test import override_settings

HERE = Path(__file__).parent
BACKUP = HERE / "backup.zip"
EXPECTED = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
CAMPAIGNS = EXPECTED["campaigns"]
ONE_OFFS = EXPECTED["one_off_games"]
PEOPLE = EXPECTED["people"]
WITH_PHOTOS = "S9GW6J8S"  # the campaign that was exported with its pictures as well


@contextmanager
def directory(place: Path) -> Iterator[None]:
    """Let an installation keep its files in a place of its own."""
    with override_settings(MEDIA_ROOT=place / "media", DATA_DIR=place):
        yield


def archive_of_then() -> dict[str, bytes]:
    """Return the files of the archive that was exported then."""
    with zipfile.ZipFile(HERE / "exports" / f"{WITH_PHOTOS}.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}
