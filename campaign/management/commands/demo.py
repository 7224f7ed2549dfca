"""``manage.py demo``: two campaigns for visitors to look at, in each language."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from campaign.demo import demo_campaigns, languages_without_demo, make_demo


class Command(BaseCommand):
    """Create the demo campaigns, and print their codes, one per line."""

    help = "Make a finished and a half-played demo campaign in each language; print their codes."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        how = parser.add_mutually_exclusive_group()
        how.add_argument(
            "--once",
            action="store_true",
            help="make only what is missing, and print the codes of all",
        )
        how.add_argument(
            "--reset", action="store_true", help="put a new demo in the place of what there is"
        )

    def handle(self, *_args: Any, once: bool, reset: bool, **_options: Any) -> None:
        """Create the demo, unless ``--once`` finds one."""
        if once:
            make_demo(languages_without_demo())
            campaigns = demo_campaigns()
        else:
            campaigns = make_demo([code for code, _name in settings.LANGUAGES], replace=reset)
        for campaign in campaigns:
            self.stdout.write(campaign.code)
