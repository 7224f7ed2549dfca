"""``breachkeeper update``: make a backup, and say how this installation is updated."""

import sys
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

STEPS = {
    "pipx": "pipx install --force FILE, with the wheel of the new release",
    "uv": "uv tool install --force FILE, with the wheel of the new release",
    "pip": "pip install --upgrade FILE, with the wheel of the new release",
    "checkout": "git pull, then make run",
}
NOTES = """\
That is a backup of everything as it is now. To update:

 1. Stop Breachkeeper (Ctrl-C).
 2. {step}
 3. Start it again: it brings the data up to date by itself, and says so.

An older release cannot read the data afterwards. To go back, stop Breachkeeper, move the file of
the database away (with PostgreSQL: name a new, empty one in DATABASE_URL), install the older
release and run breachkeeper restore with this backup. The notes of a release say what is new."""


class Command(BaseCommand):
    """Make a backup, and print the steps."""

    help = "Make a backup, and say how to update. Nothing is installed."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print the path of the backup, and what to do next."""
        call_command("backup", stdout=self.stdout, stderr=self.stderr)
        self.stdout.write(NOTES.format(step=STEPS[_installed_by()]))


def _installed_by() -> str:
    """Return the program that has installed this one, as far as its folder tells."""
    if not settings.IS_PACKAGED:
        return "checkout"
    parts = sys.prefix.replace("\\", "/").split("/")
    return next((name for name in ("pipx", "uv") if name in parts), "pip")
