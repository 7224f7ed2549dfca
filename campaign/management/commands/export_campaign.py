"""``manage.py export_campaign``: a campaign or a one-off game as a file."""

import io
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.exchange.exporting import export_json, export_zip
from campaign.management.arguments import utf8_text
from campaign.models import Campaign, Game


class Command(BaseCommand):
    """Export a campaign or a one-off game."""

    help = "Write a campaign or game as a JSON document, or with its pictures as a ZIP archive."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        what = "of a campaign or of a one-off game"
        parser.add_argument("code", type=utf8_text, metavar="CODE", help=what)
        parser.add_argument("--photos", action="store_true", help="a ZIP with photos and portraits")
        parser.add_argument("--output", metavar="FILE", help="write it there instead of printing")

    def handle(
        self, *_args: Any, code: str, photos: bool, output: str | None, **_options: Any
    ) -> None:
        """Write the file, or fail with the reason."""
        wanted = code.strip().upper()
        campaign = Campaign.objects.filter(code=wanted).first()
        record = campaign or Game.objects.one_off().filter(code=wanted).first()
        if record is None:
            raise CommandError(f"No campaign or game has the code {code}.")
        if photos:
            archive = io.BytesIO()
            export_zip(record, archive)
            data = archive.getvalue()
        else:
            data = export_json(record)
        if output is None:
            if not photos:
                self.stdout.write(data.decode(), ending="")
            elif sys.stdout.isatty():
                raise CommandError("An archive is not for reading: name a file with --output.")
            else:
                sys.stdout.buffer.write(data)
            return
        try:
            # Never overwrite a file: it may be the only copy of something.
            with Path(output).open("xb") as file:
                file.write(data)
        except FileExistsError as error:
            raise CommandError(f"{output} is there already: name another file.") from error
        except OSError as error:
            raise CommandError(f"{output} cannot be written: {error.strerror}") from error
