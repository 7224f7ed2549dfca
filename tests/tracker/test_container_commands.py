"""What the containers of deploy/compose.yaml run beside the site, and how each says it is well."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from io import StringIO
from pathlib import Path
from unittest import mock

import pytest
import time_machine
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import CommandError, call_command
from django.db import InterfaceError, OperationalError
from django.test import override_settings
from django.utils import timezone

from campaign.backups.making import latest_backup
from tests.tracker.clean_environment import ROOT
from tracker.management.commands import clearsheets, nightly, webhooks


@pytest.fixture(autouse=True)
def place(tmp_path: Path) -> Iterator[Path]:
    with override_settings(DATA_DIR=tmp_path, MEDIA_ROOT=tmp_path / "media"):
        yield tmp_path


def test_a_sender_that_looks_is_healthy_and_a_silent_one_is_not(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match="Nobody looks"):
        call_command("webhooks", healthy=True)
    webhooks._alive(0)
    call_command("webhooks", healthy=True)
    old = timezone.now().timestamp() - webhooks.SILENT.total_seconds() - 1
    os.utime(place / "webhooks-alive", (old, old))
    with pytest.raises(CommandError, match="Nobody looks"):
        call_command("webhooks", healthy=True)


@pytest.mark.django_db(transaction=True)
def test_a_night_that_was_missed_is_not_healthy(place: Path) -> None:
    with pytest.raises(CommandError, match="no backup"):
        call_command("nightly", healthy=True)
    call_command("backup")
    call_command("nightly", healthy=True)
    with (
        time_machine.travel(timezone.now() + nightly.LATE + timedelta(minutes=1)),
        pytest.raises(CommandError, match="no backup"),
    ):
        call_command("nightly", healthy=True)
    assert latest_backup(place / "nowhere") is None


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False) as clock:
        yield clock


def looks(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, *moments: datetime
) -> None:
    """Let ``nightly`` look at the clock at these moments, and end."""
    left = iter(moments)

    def is_stopped(_seconds: float) -> bool:
        moment = next(left, None)
        if moment is not None:
            clock.move_to(moment)
        return moment is None

    monkeypatch.setattr(nightly, "_is_stopped", is_stopped)


@pytest.mark.django_db(transaction=True)
def test_no_night_is_missed_after_a_clock_that_was_ahead(
    place: Path, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = timezone.now()
    looks(clock, monkeypatch, *(right + timedelta(hours=12 * each) for each in range(10)))
    clock.shift(timedelta(days=30))
    call_command("nightly", at=time(3, 15), keep=14)
    made = sorted(path.name[13:21] for path in (place / "backups").iterdir())
    assert made == ["20260302", "20260303", "20260304", "20260305", "20260331"]


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_is_dated_ahead_is_none_of_last_night(clock: time_machine.Traveller) -> None:
    clock.shift(timedelta(days=30))
    call_command("backup")
    clock.shift(timedelta(days=-30))
    with pytest.raises(CommandError, match="no backup"):
        call_command("nightly", healthy=True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_restarts_beside_a_locked_database_rotate_no_night_away(
    place: Path,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
    error: type[Exception],
) -> None:
    for _night in range(3):
        call_command("backup")
        clock.shift(timedelta(days=1))
    before = sorted((place / "backups").iterdir())
    monkeypatch.setattr(SessionStore, "clear_expired", mock.Mock(side_effect=error("locked")))
    for _start in range(3):
        looks(clock, monkeypatch)
        err = StringIO()
        call_command("nightly", keep=3, stderr=err)
        clock.shift(timedelta(minutes=1))
    after = sorted((place / "backups").iterdir())
    assert after[:-1] == before[1:]  # the first start made the last night's, which was missing
    assert "locked" not in err.getvalue()  # later ones made none


@pytest.mark.django_db(transaction=True)
def test_every_night_old_sheets_go_too(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    looks(clock, monkeypatch, *(now + timedelta(days=each) for each in range(3)))
    with mock.patch.object(clearsheets, "delete_old_sheets") as deleted:
        call_command("nightly")
    assert deleted.call_count == 3  # at the start, and in two nights


def test_to_keep_no_night_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nightly, "_is_stopped", lambda _seconds: True)
    with pytest.raises(CommandError, match="1 or more"):
        call_command("nightly", keep=0)


@pytest.mark.parametrize(
    ("now", "due"), [("02:00", "1 03:15"), ("03:15", "2 03:15"), ("23:59", "2 03:15")]
)
def test_the_next_night_is_the_next(now: str, due: str) -> None:
    begun = datetime.strptime(f"2026-03-01 {now}+0000", "%Y-%m-%d %H:%M%z")
    assert f"{nightly.next_night(begun, time(3, 15)):%-d %H:%M}" == due


def test_each_container_has_a_health_check_of_its_own() -> None:
    """One that inherits the site's would ask a port at which nobody listens."""
    text = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    services = re.split(r"^  (\w+):\n", text.partition("\nservices:\n")[2], flags=re.MULTILINE)[1:]
    checks = dict(zip(services[::2], services[1::2], strict=True))
    assert set(checks) == {"site", "webhooks", "backups", "database"}
    for name, service in checks.items():
        assert "healthcheck:" in service, name
        command = re.search(r'"manage\.py", "(\w+)"', service)
        if command:
            assert f'"manage.py", "{command[1]}", "--healthy"' in service
