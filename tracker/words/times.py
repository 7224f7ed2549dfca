"""Times in words: how long ago something was, how long something took."""

import datetime

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _


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
