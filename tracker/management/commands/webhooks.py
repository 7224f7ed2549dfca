"""``manage.py webhooks``: send what is in the outbox, for as long as it runs."""

import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tracker.webhooks.outbox import send_all, send_for_ever


class Command(BaseCommand):
    """Send messages of webhooks."""

    help = "Send what webhooks are to be told, until it is stopped. Several may run at a time."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        parser.add_argument("--once", action="store_true", help="send what is due now, and end")

    def handle(self, *_args: Any, once: bool, **_options: Any) -> None:
        """Send once, or until Ctrl-C."""
        if once:
            self.stdout.write(f"{send_all()} tried.")
            return
        try:
            send_for_ever(threading.Event().wait)
        except KeyboardInterrupt:
            return
