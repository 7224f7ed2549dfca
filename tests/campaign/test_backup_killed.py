"""A restore that is killed half-way leaves the old data as it was: real processes, real SIGKILL."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.db import connection

from campaign.backups.tables import backed_up

MANAGE = Path(settings.BASE_DIR) / "manage.py"
KILLS = int(os.environ.get("KILLS", "4"))  # a soak asks for more
# What an installation holds: one sum of every row of every table, and one of each media file.
HOLDS = """
import hashlib, json, pathlib
from django.conf import settings
from campaign.backups.tables import backed_up, lines
rows = hashlib.sha256()
for model in backed_up():
    for line in lines(model):
        rows.update(line)
root = pathlib.Path(settings.MEDIA_ROOT)
media = {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
         for path in root.rglob('*') if path.is_file()}
print('HOLDS ' + json.dumps([rows.hexdigest(), media]))
"""
FILL = """
from tests.campaign import factories
from campaign.models import Mage
from campaign.pictures import Picture
from campaign.services.portraits import portrait_set
for number in range({campaigns}):
    campaign = factories.long_campaign({games}, name=f'{name} {{number}}')
    mage = Mage.objects.filter(campaign=campaign).first()
    portrait_set(mage=mage, picture=Picture(b'{name}' * 1000, b'thumb', 4, 3))
"""


@dataclass(frozen=True)
class Installation:
    """A Breachkeeper of its own: a data directory and a database."""

    data: Path
    database: str = ""

    @property
    def environment(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith("BREACHKEEPER_")}
        kept.pop("DATABASE_URL", None)
        kept |= {"BREACHKEEPER_DATA_DIR": str(self.data), "PYTHONPATH": str(settings.BASE_DIR)}
        return kept | ({"DATABASE_URL": self.database} if self.database else {})

    def start(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(MANAGE), *command],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *command: str) -> str:
        process = self.start(*command)
        out, _nothing = process.communicate(timeout=300)
        assert process.returncode == 0, out
        return out

    def fill(self, name: str, campaigns: int = 2, games: int = 40) -> None:
        self.run("shell", "-c", FILL.format(name=name, campaigns=campaigns, games=games))

    def backup(self) -> str:
        return next(line for line in self.run("backup").splitlines() if line.endswith(".zip"))

    def holds(self) -> tuple[str, dict[str, str]]:
        told = self.run("shell", "-c", HOLDS)
        line = next(line for line in told.splitlines() if line.startswith("HOLDS "))
        rows, media = json.loads(line.removeprefix("HOLDS "))
        return rows, media


@pytest.fixture
def installation(tmp_path: Path, django_db_blocker: object) -> Iterator[Installation]:
    """Set an installation up, on the kind of database that the suite runs on."""
    data = tmp_path / "data"
    data.mkdir()
    if connection.vendor != "postgresql":
        yield _migrated(Installation(data))
        return
    name = f"kill_{uuid.uuid4().hex[:12]}"
    told = settings.DATABASES["default"]
    with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:  # type: ignore[attr-defined]
        cursor.execute(f"CREATE DATABASE {name}")
        try:
            user = f"{told['USER']}:{told['PASSWORD']}"
            place = f"{told['HOST'] or 'localhost'}:{told['PORT'] or 5432}"
            yield _migrated(Installation(data, f"postgres://{user}@{place}/{name}"))
        finally:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _migrated(installation: Installation) -> Installation:
    installation.run("migrate", "--verbosity", "0")
    return installation


def killed(installation: Installation, backup: str, *, after: int, wait: float) -> str:
    """Start a restore, kill it after so many lines and a moment, and return its last line."""
    process = installation.start("restore", backup, "--replace")
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


def test_a_restore_killed_half_way_leaves_the_old_data_intact(installation: Installation) -> None:
    rng = Random(20)
    installation.fill("theirs", campaigns=3, games=150)
    backup, theirs = installation.backup(), installation.holds()
    installation.run("flush", "--no-input")
    shutil.rmtree(installation.data / "media")
    installation.fill("ours", campaigns=1, games=10)
    ours = installation.holds()
    latest = len(backed_up()) - 5  # of the lines that a restore says
    survived, moments = 0, set()
    for _ in range(6 * KILLS):
        after, wait = rng.randint(2, latest), rng.uniform(0, 0.02)
        moments.add(killed(installation, backup, after=after, wait=wait))
        rows, media = installation.holds()
        if rows == theirs[0]:
            # It was quicker, and done: then it is done whole, and the next one has to undo it and
            # is killed earlier.
            assert theirs[1].items() <= media.items()
            installation.run("restore", _newest(installation), "--replace")
            latest = max(2, after - 2)
            continue
        survived += 1
        assert rows == ours[0], moments
        assert ours[1].items() <= media.items(), moments  # others may lie beside them
        if survived == KILLS:
            break
    assert survived == KILLS
    installation.run("restore", backup, "--replace")  # it replays every campaign at its end
    assert installation.holds() == theirs


def _newest(installation: Installation) -> str:
    """Return the backup of what was there before the last restore."""
    return str(max((installation.data / "backups").glob("before-restore-*.zip")))
