"""``manage.py nightly``: a backup every night, where no timer of the system can be set."""

import datetime
import threading
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.utils import timezone

from campaign.backups.making import default_directory, latest_backup

LATE = datetime.timedelta(hours=25)  # then a night was missed
LOOKS = 60.0  # seconds between two looks at the clock


class Command(BaseCommand):
    """Make a backup at a time of the day, and delete what has expired, until it is stopped."""

    help = (
        "Make a backup every night, and delete expired sessions and old sheets, "
        "for as long as it runs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        parser.add_argument("--at", type=_clock, default="03:15", metavar="HH:MM")
        parser.add_argument("--keep", type=int, default=14, metavar="N")
        parser.add_argument(
            "--healthy", action="store_true", help="say whether the latest backup is of last night"
        )

    def handle(
        self, *_args: Any, at: datetime.time, keep: int, healthy: bool, **_options: Any
    ) -> None:
        """Wait for each night, or say whether none was missed."""
        if healthy:
            _refuse_if_late()
            return
        if keep < 1:
            raise CommandError("--keep: 1 or more.")
        if _is_last_night_missing(at):  # at once: whoever sets it up sees that it works
            self._backup(keep)
        due = next_night(timezone.localtime(), at)
        while not _is_stopped(LOOKS):
            now = timezone.localtime()
            is_due, due = now >= due, next_night(now, at)  # anew: the clock may have been set back
            if is_due:
                self._backup(keep)

    def _backup(self, keep: int) -> None:
        try:
            call_command("backup", keep=keep, stdout=self.stdout, stderr=self.stderr)
            call_command("clearsessions")
            call_command("clearsheets")
        except (CommandError, DatabaseError, InterfaceError) as error:
            # A full disk, perhaps, or a locked database: the next night is another.
            self.stderr.write(str(error))
        close_old_connections()


def next_night(now: datetime.datetime, at: datetime.time) -> datetime.datetime:
    """Return the next moment at which it is so late."""
    today = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return today if today > now else today + datetime.timedelta(days=1)


def _is_last_night_missing(at: datetime.time) -> bool:
    """Say whether no backup was made since the last night; each restart would rotate one away."""
    latest = latest_backup(default_directory())
    last = next_night(timezone.localtime(), at) - datetime.timedelta(days=1)
    return latest is None or latest < last


def _refuse_if_late() -> None:
    latest = latest_backup(default_directory())
    if latest is None or timezone.now() - latest > LATE:
        raise CommandError("There is no backup of last night.")


def _is_stopped(seconds: float) -> bool:
    """Wait before the next look; nothing but the end of the process stops it."""
    return threading.Event().wait(seconds)


def _clock(text: str) -> datetime.time:
    return datetime.datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007 # a time of any day
