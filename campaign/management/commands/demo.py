"""``manage.py demo``: two campaigns for visitors to look at."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from campaign.demo import demo_campaigns, make_demo


class Command(BaseCommand):
    """Create the demo campaigns, and print their codes, one per line."""

    help = "Make a finished demo campaign and a half-played one; print their codes, one a line."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        how = parser.add_mutually_exclusive_group()
        how.add_argument(
            "--once", action="store_true", help="only print the codes if there is a demo already"
        )
        how.add_argument(
            "--reset", action="store_true", help="put a new demo in the place of what there is"
        )

    def handle(self, *_args: Any, once: bool, reset: bool, **_options: Any) -> None:
        """Create the demo, unless ``--once`` finds one."""
        campaigns = demo_campaigns() if once else []
        for campaign in campaigns or make_demo(replace=reset):
            self.stdout.write(campaign.code)
