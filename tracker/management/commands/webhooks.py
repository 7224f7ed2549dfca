"""``manage.py webhooks``: send what is in the outbox, for as long as it runs."""

import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.clocks import is_recent
from tracker.webhooks.notices import send_notices
from tracker.webhooks.outbox import send_all, send_for_ever

SILENT = timedelta(minutes=5)  # sending to slow addresses takes a while


class Command(BaseCommand):
    """Send messages of webhooks."""

    help = "Send what webhooks are to be told, until it is stopped. Several may run at a time."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--once", action="store_true", help="send what is due now, and end")
        how.add_argument(
            "--healthy", action="store_true", help="say whether one is running that looks in time"
        )

    def handle(self, *_args: Any, once: bool, healthy: bool, **_options: Any) -> None:
        """Send once, or until Ctrl-C; or say whether somebody else does."""
        if healthy:
            _refuse_if_silent()
            return
        if once:
            self.stdout.write(f"{send_all() + send_notices()} tried.")
            return
        try:
            send_for_ever(_alive)
        except KeyboardInterrupt:
            return


def _mark() -> Path:
    """Return the file that each look into the outbox touches."""
    return Path(settings.DATA_DIR) / "webhooks-alive"


def _alive(seconds: float) -> bool:
    """Wait before the next look, and leave a mark for the health check of a container."""
    _mark().touch()
    return threading.Event().wait(seconds)


def _refuse_if_silent() -> None:
    mark = _mark()
    if not mark.exists() or not is_recent(mark.stat().st_mtime, time.time(), SILENT):
        raise CommandError("Nobody looks into the outbox.")
