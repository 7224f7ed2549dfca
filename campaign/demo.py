"""The demo: campaigns that anybody can view, imported from the export files in fixtures/demo.

They contain no spoilers: whatever is not visible on the box is invented, and typed in as players
type what the catalogue does not have. There is one demo in each language, with the words of
``fixtures/demo/words``; the names of the box are the catalogue's.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from campaign.exchange.importing import demo_import
from campaign.models import Campaign
from campaign.rules.core.keys import is_typed, typed_key
from campaign.rules.core.serialize import to_plain
from campaign.services.campaigns import campaign_delete

ORIGINAL = "en"  # the language of the files
FOLDER = Path(settings.BASE_DIR) / "fixtures" / "demo"
LAST_GAME = timedelta(days=7)  # before today: the demo never looks abandoned
# Every time and date in a file; no text in the demo looks like one from quote to quote.
_DATE = re.compile(r'"(\d{4}-\d\d-\d\d)(?:T([\d:.]+)Z)?"', re.ASCII)


def demo_campaigns() -> list[Campaign]:
    """Return the existing demo campaigns, oldest first."""
    return list(Campaign.objects.filter(demo=True).order_by("pk"))


def languages_without_demo() -> list[str]:
    """Return the languages of the site in which there is no demo yet, the first one first."""
    known = {campaign.language for campaign in demo_campaigns()}
    return [language for language, _name in settings.LANGUAGES if language not in known]


def make_demo(languages: Iterable[str] = (ORIGINAL,), *, replace: bool = False) -> list[Campaign]:
    """Import all demo files in each language, or none; ``replace`` deletes the demo first."""
    files = sorted(FOLDER.glob("*.json"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    last = max(day for text in texts for day, _clock in _DATE.findall(text))
    by = timezone.localdate() - LAST_GAME - date.fromisoformat(last)
    shifted = [_shifted(text, by) for text in texts]
    with transaction.atomic():
        for campaign in demo_campaigns() if replace else ():
            campaign_delete(campaign=campaign)
        return [
            demo_import(_in_language(text, language).encode())
            for language in languages
            for text in shifted
        ]


def _in_language(text: str, language: str) -> str:
    """Return a demo file in a language of the site."""
    if language == ORIGINAL:
        return text
    words = json.loads((FOLDER / "words" / f"{language}.json").read_text(encoding="utf-8"))
    keys = {typed_key(name): typed_key(said) for name, said in words.items()}
    document = _translated(json.loads(text), {**words, **keys})
    document["campaign"]["language"] = language
    return json.dumps(document)


def _translated(plain: Any, words: Mapping[str, str]) -> Any:
    """Return a document with other words: typed things have theirs in their keys too."""
    match plain:
        case dict():
            return {key: _translated(value, words) for key, value in plain.items()}
        case list():
            return [_translated(value, words) for value in plain]
        case str():
            return words[plain] if is_typed(plain) else words.get(plain, plain)
    return plain


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
