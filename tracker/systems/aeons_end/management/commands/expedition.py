"""``manage.py expedition check FILE``: check a file with an expedition of a group's own."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tracker.systems.aeons_end.expeditions.own_recipes import LARGEST, check


class Command(BaseCommand):
    """Check a file; the exit status is 1 if it has any fault."""

    help = "Check a JSON file with an expedition: prints every fault by its path, and exits with 1."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        parser.add_argument("action", choices=["check"])
        parser.add_argument("file", help="a JSON file; - for what is piped in")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the faults and hints."""
        checked = check(_read(options["file"]))
        for hint in checked.hints:
            self.stdout.write(f"(hint) {hint}")
        for problem in checked.problems:
            self.stdout.write(problem)
        if checked.problems:
            sys.exit(1)
        self.stdout.write(f"{checked.name or options['file']}: no fault.")


def _read(file: str) -> str:
    try:
        content = sys.stdin.buffer.read(LARGEST + 1) if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from error
    if len(content) > LARGEST:
        raise CommandError(f"{file} is too large for an expedition.")
    return content.decode("utf-8-sig", errors="replace")
