"""The demo: campaigns that anybody can view, imported from the export files in fixtures/demo.

They contain no spoilers: whatever is not visible on the box is invented, and typed in as players
type what the catalogue does not have.
"""

import re
from datetime import date, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaign.exchange.importing import demo_import
from campaign.models import Campaign
from campaign.rules.core.serialize import to_plain
from campaign.services.campaigns import campaign_delete

LAST_GAME = timedelta(days=7)  # before today: the demo never looks abandoned
# Every time and date in a file; no text in the demo looks like one from quote to quote.
_DATE = re.compile(r'"(\d{4}-\d\d-\d\d)(?:T([\d:.]+)Z)?"', re.ASCII)


def demo_campaigns() -> list[Campaign]:
    """Return the existing demo campaigns, oldest first."""
    return list(Campaign.objects.filter(demo=True).order_by("pk"))


def make_demo(*, replace: bool = False) -> list[Campaign]:
    """Import all demo files, or none; ``replace`` deletes the existing demo first."""
    files = sorted((Path(settings.BASE_DIR) / "fixtures" / "demo").glob("*.json"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    last = max(day for text in texts for day, _clock in _DATE.findall(text))
    by = timezone.localdate() - LAST_GAME - date.fromisoformat(last)
    with transaction.atomic():
        for campaign in demo_campaigns() if replace else ():
            campaign_delete(campaign=campaign)
        return [demo_import(_shifted(text, by).encode()) for text in texts]


def _shifted(text: str, by: timedelta) -> str:
    """Shift every date; hours in the file are local to the time zone of this site."""

    def moved(found: re.Match[str]) -> str:
        day, clock = found.groups()
        later = date.fromisoformat(day) + by
        if clock is None:
            return f'"{later.isoformat()}"'
        at = timezone.make_aware(datetime.fromisoformat(f"{later.isoformat()}T{clock}"))
        return f'"{to_plain(at)}"'

    return _DATE.sub(moved, text)
