"""``manage.py journal check FILE …`` checks descriptions; ``journal schema`` prints the schema."""

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
    """Check files; the exit status is 1 if one has any fault."""

    help = "Check files that describe games: every fault by its path; or print their JSON Schema."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        parser.add_argument("action", choices=["check", "schema"])
        piped = "JSON files; - for what is piped in"
        parser.add_argument("files", nargs="*", default=["-"], help=piped)
        parser.add_argument(
            "--author", action="store_true", help="name faults behind seals too: this spoils them"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the faults, or the schema."""
        if options["action"] == "schema":
            schema = schema_of(Description, "A legacy game, described for a journal")
            self.stdout.write(json.dumps(schema, indent=1))
            return
        files: list[str] = options["files"]
        checked = {file: _checked(file, author=options["author"]) for file in files}
        for file, (name, faults) in checked.items():
            before = f"{file}: " if len(files) > 1 else ""
            for fault in faults:
                self.stdout.write(f"{before}{fault}")
            if not faults:
                self.stdout.write(f"{before}{name}: no fault.")
        if any(faults for _name, faults in checked.values()):
            sys.exit(1)


def _checked(file: str, *, author: bool) -> tuple[str, tuple[Any, ...]]:
    """Return the name of the game that a file describes, and the faults of the file."""
    try:
        return read_description(_content(file), author=author).name, ()
    except SerializeError as error:
        return "", error.problems


def _content(file: str) -> bytes:
    try:
        if file == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with Path(file).open("rb") as opened:
            return opened.read(LARGEST + 1)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from error
