"""``manage.py sheet``, with the faces that only the site can draw: PDF and picture.

It takes the place of the domain's own command, which knows text and JSON.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import translation

from campaign.management.commands import sheet
from tracker.sheets.compiler import Format, Paper, compile_document
from tracker.systems.aeons_end.sheets.setup import setup_document


class Command(sheet.Command):
    """Print a set-up sheet as text or JSON, or draw it."""

    formats = (*sheet.Command.formats, *map(str, Format))

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what it can be told."""
        super().add_arguments(parser)
        papers = list(map(str, Paper))
        parser.add_argument("--paper", choices=papers, default=papers[0], help="of a PDF or a PNG")

    def handle(self, *args: Any, **options: Any) -> None:
        """Draw the sheet, or leave it to the domain's command to write it."""
        if options["format"] not in set(Format):
            super().handle(*args, **options)
            return
        if options["output"] is None:
            raise CommandError(f"Say where the {options['format'].upper()} goes: --output FILE.")
        asked = sheet.asked_sheet(options)
        with translation.override(asked.sheet.language):
            document = setup_document(
                asked.sheet,
                paper=Paper(options["paper"]),
                heading=asked.title or asked.pack.name.in_language(asked.sheet.language),
                foot=asked.campaign.code if asked.campaign else "",
            )
            drawn = compile_document(document, Format(options["format"]))
        try:
            Path(options["output"]).write_bytes(drawn)
        except OSError as error:
            reason = f"{options['output']} cannot be written: {error.strerror}"
            raise CommandError(reason) from error
