"""A restore that is killed half-way leaves the old data as it was: real processes, real SIGKILL."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import override_settings

from campaign.backups.making import default_directory, make_backup
from campaign.backups.rows import stored_models
from campaign.models import Mage
from campaign.pictures import Picture
from campaign.services.aeons_end import portrait_set
from tests.campaign import factories
from tests.campaign.databases import migrated_database

MANAGE = Path(settings.BASE_DIR) / "manage.py"
KILLS = int(os.environ.get("SOAK_RESTORES", "2"))  # `make soak` has 20


@dataclass(frozen=True)
class Installation:
    """A Breachkeeper of its own, which the tests' process shares with those that are killed."""

    data: Path
    database: str  # its URL

    def start(self, *command: str) -> subprocess.Popen[str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith("BREACHKEEPER_")}
        kept |= {"BREACHKEEPER_DATA_DIR": str(self.data), "DATABASE_URL": self.database}
        return subprocess.Popen(
            [sys.executable, str(MANAGE), *command],
            env=kept,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def fill(self, name: str, campaigns: int, games: int) -> None:
        for number in range(campaigns):
            campaign = factories.long_campaign(games, name=f"{name} {number}")
            mage = Mage.objects.filter(campaign=campaign).first()
            assert mage is not None
            portrait = Picture(name.encode() * 1000, b"thumb", 4, 3)
            portrait_set(mage=mage, picture=portrait)

    def holds(self) -> tuple[str, dict[str, str]]:
        """Return one sum of every row of every table, and one of each media file."""
        rows = hashlib.sha256()
        for model in stored_models():
            for row in model._base_manager.order_by("pk").values_list():
                rows.update(repr(row).encode())
        root = Path(settings.MEDIA_ROOT)
        return rows.hexdigest(), {
            str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in root.rglob("*")
            if path.is_file()
        }

    def restore(self, backup: Path) -> None:
        """Restore a backup, and let nobody kill it."""
        call_command("restore", str(backup), "--replace", stdout=StringIO())


@pytest.fixture
def installation(
    tmp_path: Path, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Installation]:
    """Set an installation up, on the kind of database that the suite runs on."""
    kind = connection.vendor
    own = override_settings(MEDIA_ROOT=tmp_path / "media", DATA_DIR=tmp_path)
    with django_db_blocker.unblock(), migrated_database(kind, tmp_path) as where, own:
        yield Installation(tmp_path, where if kind == "postgresql" else f"sqlite:///{where}")


def killed(installation: Installation, backup: Path, *, after: int, wait: float) -> str:
    """Start a restore, kill it after so many lines and a moment, and return its last line."""
    process = installation.start("restore", str(backup), "--replace")
    assert process.stdout is not None
    last = ""
    for _ in range(after):
        line = process.stdout.readline()
        last = line.strip() or last
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    process.wait(60)
    process.stdout.close()
    return last


@pytest.mark.thorough
def test_a_restore_killed_half_way_leaves_the_old_data_intact(installation: Installation) -> None:
    rng = Random(20)
    installation.fill("theirs", campaigns=3, games=150)
    backup, theirs = make_backup(default_directory()), installation.holds()
    call_command("flush", interactive=False, verbosity=0)
    shutil.rmtree(installation.data / "media")
    installation.fill("ours", campaigns=1, games=10)
    ours = installation.holds()
    latest = len(stored_models())  # of the lines that a restore says
    survived, moments = 0, set()
    for _ in range(6 * KILLS):
        after, wait = rng.randint(2, latest), rng.uniform(0, 0.02)
        moments.add(killed(installation, backup, after=after, wait=wait))
        rows, media = installation.holds()
        if rows == theirs[0]:
            # It was quicker, and done: then it is done whole, and the next one has to undo it and
            # is killed earlier.
            assert theirs[1].items() <= media.items()
            installation.restore(_newest())
            latest = max(2, after - 2)
            continue
        survived += 1
        assert rows == ours[0], moments
        assert ours[1].items() <= media.items(), moments  # others may lie beside them
        if survived == KILLS:
            break
    assert survived == KILLS
    installation.restore(backup)  # it replays every campaign at its end
    assert installation.holds() == theirs


def _newest() -> Path:
    """Return the backup of what was there before the last restore."""
    return max(default_directory().glob("before-restore-*.zip"))
