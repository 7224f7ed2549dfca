"""``manage.py import_campaign``: a new campaign from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

from campaign.exchange import Limits, Refused, file_import, read_file
from campaign.exchange.archive import MEGABYTE
from campaign.models import Person

# For whoever runs the machine, and has looked at the file.
LARGE = Limits(document=50 * MEGABYTE, archive=4000 * MEGABYTE, pictures=10_000)


class Command(BaseCommand):
    """Bring a campaign in, and print its code."""

    help = "Make a new campaign from a file that an export wrote; print its code."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what it can be told."""
        parser.add_argument("file", metavar="FILE", help="a JSON document or a ZIP archive")
        parser.add_argument(
            "--keeper", metavar="NAME", required=True, help="who keeps it: a name to sign in with"
        )
        parser.add_argument(
            "--large", action="store_true", help="take a file that is larger than the site takes"
        )

    def handle(self, *_args: Any, file: str, keeper: str, large: bool, **_options: Any) -> None:
        """Bring it in, or name what is wrong with it."""
        person = Person.objects.filter(username__iexact=keeper.strip()).first()
        if person is None:
            raise CommandError(f"Nobody signs in as {keeper}.")
        try:
            with Path(file).open("rb") as opened:
                brought = read_file(
                    opened,
                    pictures=import_string(settings.PICTURE_READER),
                    limits=LARGE if large else None,
                )
            campaign = file_import(person=person, brought=brought, bounded=not large)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        except Refused as refused:
            raise CommandError(
                "\n".join([f"{file} is refused, and nothing was written:", *_listed(refused)])
            ) from refused
        self.stdout.write(campaign.code)


def _listed(refused: Refused) -> list[str]:
    return [f"  {fault}" for fault in refused.faults]
