"""``manage.py backup``: all data in one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.backups.archive import MEDIA, BackupError, open_backup
from campaign.backups.making import default_directory, make_backup, rotate


class Command(BaseCommand):
    """Write a backup, verify it, and print its path."""

    help = "Write a backup of the database and the pictures; the site may be in use."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        parser.add_argument(
            "--to", metavar="DIR", help="where to; left out, backups/ in the data directory"
        )
        parser.add_argument(
            "--keep", type=int, metavar="N", help="delete older backups there but the latest N"
        )

    def handle(self, *_args: Any, to: str | None, keep: int | None, **_options: Any) -> None:
        """Make the backup, or fail with the reason."""
        if keep is not None and keep < 1:
            raise CommandError("--keep: 1 or more.")
        directory = Path(to) if to else default_directory()
        try:
            path = make_backup(directory)
            with open_backup(path) as verified:  # before any older one goes
                files = len(verified.files(MEDIA))
            gone = rotate(directory, keep) if keep else []
        except BackupError as error:
            raise CommandError(f"There is no backup: {error}.") from error
        except OSError as error:
            raise CommandError(f"There is no backup: {error.strerror} ({directory}).") from error
        size = path.stat().st_size
        self.stdout.write(str(path))
        self.stderr.write(
            f"{files} files of photos, {size} bytes; {len(gone)} older backups deleted."
        )
