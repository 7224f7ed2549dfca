"""Evenings in words: dates as clocks on the wall show them, and how far an evening is."""

from __future__ import annotations

import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from campaign.models import Evening
from campaign.rules.evenings.agreement import Stage
from campaign.rules.evenings.times import local


def evening_day(moment: datetime.datetime, zone: str) -> str:
    """Return the day of a moment: "Friday, 20 November"; with the year if it is not this one."""
    here = local(moment, zone)
    same_year = here.year == local(timezone.now(), zone).year
    day = date_format(here, "MONTH_DAY_FORMAT" if same_year else "DATE_FORMAT")
    if get_language() == "fr" and here.day == 1:
        day = f"1er{day[1:]}"
    shown = {"weekday": date_format(here, "l"), "day": day}
    return pgettext("a weekday and a date", "%(weekday)s, %(day)s") % shown


def evening_clock(moment: datetime.datetime, zone: str) -> str:
    """Return the time of a moment: "19:30"."""
    clock = date_format(local(moment, zone), "H:i")
    return pgettext("a time of the day", "%(clock)s") % {"clock": clock}


def evening_time(moment: datetime.datetime, zone: str) -> str:
    """Return a moment: "Friday, 20 November, 19:30"."""
    shown = {"day": evening_day(moment, zone), "clock": evening_clock(moment, zone)}
    return pgettext("a date and a time", "%(day)s, %(clock)s") % shown


def evening_title(evening: Evening) -> str:
    """Return what an evening is called: its date, or that there is none yet."""
    if evening.starts_at is not None:
        return capitalised(evening_time(evening.starts_at, evening.zone))
    return _("When do we play next?")


def evening_state(evening: Evening) -> str:
    """Return how far an evening is, in a sentence."""
    match evening.stage:
        case Stage.OPEN:
            return _("The date is still open. Say which ones you can make.")
        case Stage.SETTLED:
            return _("This date is settled.")
        case Stage.OVER:
            return _("This evening is over.")
        case Stage.MISSED:
            return _("All proposed dates have passed, and none was settled.")
        case Stage.CALLED_OFF:
            return _("This evening was called off.")


def evening_moved(evening: Evening) -> str:
    """Return that an evening was settled on another date before; "" if it was not."""
    if evening.started_before is None or evening.starts_at == evening.started_before:
        return ""
    before = {"date": evening_time(evening.started_before, evening.zone)}
    if evening.starts_at is None:
        return _("The date was settled before: %(date)s. It is open again.") % before
    return _("The date has changed. It was: %(date)s.") % before


def capitalised(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]
