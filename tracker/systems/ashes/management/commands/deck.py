"""``manage.py deck check FILE``: check a deck list."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from campaign.rules.ashes.catalogue import SLUG
from tracker.systems.ashes.command import check_list

LARGEST = 100_000  # bytes: no deck list has more


class Command(BaseCommand):
    """Check a deck list; the exit status is 1 if it has any problem."""

    help = "Check a deck list in a text file: prints every problem, and exits with 1 if any."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file and the options."""
        parser.add_argument("action", choices=["check"])
        parser.add_argument("file", help="a text file; - for what is typed or piped in")
        parser.add_argument("--system", choices=[SLUG], default=SLUG)
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES])

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the problems and hints."""
        text = _read(options["file"])
        with translation.override(options["language"] or "en"):
            checked = check_list(text)
        for hint in checked.hints:
            self.stdout.write(f"(hint) {hint}")
        for problem in checked.problems:
            self.stdout.write(problem)
        if checked.problems:
            sys.exit(1)
        self.stdout.write(f"{checked.name or options['file']}: no problem.")


def _read(file: str) -> str:
    try:
        content = sys.stdin.buffer.read(LARGEST + 1) if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from error
    if len(content) > LARGEST:
        raise CommandError(f"{file} is too large for a deck list.")
    return content.decode("utf-8-sig", errors="replace")
