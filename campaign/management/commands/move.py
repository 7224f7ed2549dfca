"""``breachkeeper move``: everything in one file, for another machine."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.backups.archive import MEDIA, BackupError, open_backup
from campaign.backups.making import make_backup

NAME = "breachkeeper-move.zip"
NEXT = """\
{path} holds the database, the photos ({pictures} files)
and the key that keeps people signed in.
Whoever has it can read all of it, so copy it yourself. On the new machine:

    breachkeeper restore {name}
    breachkeeper

Then stop this one: what is entered here from now on is not in the file."""


class Command(BaseCommand):
    """Write a backup that holds the secret key too, and say what to do with it."""

    help = "Write everything to one file, to be restored on another machine."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        parser.add_argument(
            "file",
            nargs="?",
            default=NAME,
            help=f"where to, a file or a directory; left out, {NAME} in this directory",
        )

    def handle(self, *_args: Any, file: str, **_options: Any) -> None:
        """Write the file, or fail with the reason."""
        path = Path(file).absolute()
        if path.is_dir():
            path /= NAME
        if path.exists():
            raise CommandError(f"{path} is there already: name another file.")
        try:
            made = make_backup(path.parent, prefix=f".{path.stem}-", with_key=True)
            with open_backup(made) as verified:
                pictures = len(verified.files(MEDIA))
            made.rename(path)
        except BackupError as error:
            raise CommandError(f"There is no file: {error}.") from error
        except OSError as error:
            raise CommandError(f"There is no file: {error.strerror} ({path.parent}).") from error
        self.stdout.write(NEXT.format(path=path, name=path.name, pictures=pictures))
