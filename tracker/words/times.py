"""Times in words: when a game was played, how long ago something was."""

import datetime
from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


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


def hours(minutes: int) -> str:
    """Return a time spent: "2 h 15"."""
    whole, rest = divmod(minutes, 60)
    if not whole:
        return _("%(minutes)s min") % {"minutes": rest}
    if not rest:
        return _("%(hours)s h") % {"hours": whole}
    return _("%(hours)s h %(minutes)s") % {"hours": whole, "minutes": f"{rest:02}"}
