"""What happened while somebody was writing."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Change
from campaign.selectors.history import Happening
from tracker.access import Access
from tracker.systems.registry import campaign_face
from tracker.words.history import change


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
    words = campaign_face(access.campaign.system).words(access.campaign)
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


def evening(played_on: datetime.date | None, minutes: int | None) -> Iterator[str]:
    """Say when a game was played and how long it took, as far as it is written down."""
    if played_on is not None:
        yield _("Played on %(day)s.") % {"day": date_format(played_on)}
    if minutes is not None:
        text = ngettext("It took %(minutes)s minute.", "It took %(minutes)s minutes.", minutes)
        yield text % {"minutes": minutes}


def ago(at: datetime.datetime) -> str:
    """Say how long ago something was."""
    if timezone.now() - at < datetime.timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(at, depth=1)}
