"""``manage.py import_campaign``: a new campaign or one-off game from an export file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.exchange.archive import MEGABYTE, Limits
from campaign.exchange.document import MAX_CHANGES, MAX_NUMBER
from campaign.exchange.importing import file_import, read_file
from campaign.exchange.refusals import Refused
from campaign.management.arguments import utf8_text
from campaign.models import Person
from tracker.faces.registry import file_words
from tracker.pictures.uploads import read_imported
from tracker.words.file_problems import file_problems

# For administrators, who know the file.
LARGE = Limits(
    document=50 * MEGABYTE,
    archive=4000 * MEGABYTE,
    pictures=10_000,
    entries=MAX_CHANGES,
    games=MAX_CHANGES,
    moves=MAX_NUMBER,
    values=MAX_NUMBER,
)


class Command(BaseCommand):
    """Import a file, and print the code of what it made."""

    help = "Make a new campaign or game from a file that an export wrote; print its code."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        parser.add_argument("file", metavar="FILE", help="a JSON document or a ZIP archive")
        parser.add_argument(
            "--keeper",
            type=utf8_text,
            metavar="NAME",
            required=True,
            help="whose it is, by username",
        )
        parser.add_argument(
            "--large", action="store_true", help="take a file that is larger than the site takes"
        )

    def handle(self, *_args: Any, file: str, keeper: str, large: bool, **_options: Any) -> None:
        """Import the file, or fail with what is wrong with it."""
        person = Person.objects.find(keeper)
        if person is None:
            raise CommandError(f"Nobody signs in as {keeper}.")
        try:
            with Path(file).open("rb") as opened:
                limits = LARGE if large else None
                brought = read_file(opened, pictures=read_imported, limits=limits)
            record = file_import(person=person, brought=brought, bounded=not large)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        except Refused as refused:
            shown = file_problems(refused, file_words(refused.content))
            faults = [f"  {fault.path}: {fault.sentence}" for fault in shown]
            raise CommandError(
                "\n".join([f"{file} is refused, and nothing was written:", *faults])
            ) from refused
        self.stdout.write(record.code)
