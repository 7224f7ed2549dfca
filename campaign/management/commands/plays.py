"""``manage.py plays``: compare the ledger of plays with the facts, or rebuild it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.models import Play
from campaign.services.plays import plays_differences, plays_rebuild


class Command(BaseCommand):
    """Check the ledger or rebuild it; the exit status is 1 if a check finds a difference."""

    help = "Compare the ledger of plays with the recorded games, or write it anew."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--check", action="store_true", help="compare, and change nothing")
        what.add_argument("--rebuild", action="store_true", help="write whatever differs")

    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        """Check or rebuild."""
        if not check:
            self.stdout.write(f"{plays_rebuild()} plays written, {Play.objects.count()} in all.")
            return
        found = list(plays_differences())
        for difference in found:
            self.stderr.write(str(difference))
        if found:
            raise CommandError(f"{len(found)} plays differ: run manage.py plays --rebuild.")
        self.stdout.write(f"{Play.objects.count()} plays, all as recorded.")
