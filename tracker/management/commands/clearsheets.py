"""``manage.py clearsheets``: what ``clearsessions`` is for sessions."""

from typing import Any

from django.core.management.base import BaseCommand

from tracker.sheets.compiler import delete_old_sheets


class Command(BaseCommand):
    """Delete compiled sheets that are older than a week; they are compiled again when asked for."""

    help = "Delete compiled sheets that are older than a week."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Delete them."""
        delete_old_sheets()
