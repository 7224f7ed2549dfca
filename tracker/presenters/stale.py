"""What happened while somebody was writing."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Change
from campaign.selectors.history import Happening
from tracker.access import Access
from tracker.systems.registry import record_words
from tracker.words.history import change
from tracker.words.times import ago


@dataclass(frozen=True, slots=True)
class StaleNote:
    """Who was quicker ("" for the reader), when, and what they did: for ``includes/stale.html``."""

    who: str
    when: str
    changes: tuple[str, ...]


def stale_note(access: Access, since: Sequence[Happening]) -> StaleNote | None:
    """Return what changed since a form was opened; None if nothing did."""
    if not since:
        return None
    words = record_words(access.record)
    last = since[-1].change
    return StaleNote(
        who=somebody_else(last, access),
        when=ago(last.at),
        changes=tuple(change(happening, words) for happening in since),
    )


def somebody_else(written: Change, access: Access) -> str:
    """Return what they are called who wrote; "" if it was the reader, on another page perhaps."""
    if written.person is not None and written.person == access.person:
        return ""
    return str(written.person or _("Somebody"))
