"""``manage.py journal check FILE``: check a description; ``journal schema``: print its schema."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.rules.core.json_schema import schema_of
from campaign.rules.core.serialize import SerializeError
from campaign.rules.journal.description import LARGEST, Description
from tracker.systems.journal.files import read_description


class Command(BaseCommand):
    """Check a file; the exit status is 1 if it has any fault."""

    help = "Check a file that describes a game: every fault by its path; or print its JSON Schema."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        parser.add_argument("action", choices=["check", "schema"])
        piped = "a JSON file; - for what is piped in"
        parser.add_argument("file", nargs="?", default="-", help=piped)
        parser.add_argument(
            "--author", action="store_true", help="name faults behind seals too: this spoils them"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the faults, or the schema."""
        if options["action"] == "schema":
            schema = schema_of(Description, "A legacy game, described for a journal")
            self.stdout.write(json.dumps(schema, indent=1))
            return
        try:
            description = read_description(_content(options["file"]), author=options["author"])
        except SerializeError as error:
            for fault in error.problems:
                self.stdout.write(str(fault))
            sys.exit(1)
        self.stdout.write(f"{description.name}: no fault.")


def _content(file: str) -> bytes:
    try:
        if file == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with Path(file).open("rb") as opened:
            return opened.read(LARGEST + 1)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from error
