"""Small phrases as each language writes them: lists, labels, who, when."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from campaign.selectors.names import author_of

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from campaign.models import Change, LiveMove
    from campaign.records import Names

Words = Mapping[str, "StrPromise"]  # what things are called, by their keys
# Languages that write months with a capital letter.
CAPITAL_MONTHS = ("de", "en")
DAYS_IN_MONTH = 30.44  # on average


def word(words: Words, key: str) -> str:
    """Return a word; "" for an unknown key, rather than the key."""
    return str(words[key]) if key in words else ""


def listed(names: Iterable[str]) -> str:
    """Return names as a list: "a, b and c"."""
    *most, last = list(names) or [""]
    if not most:
        return last
    text = pgettext("end of a list of names", "%(first)s and %(last)s")
    return text % {"first": series(most), "last": last}


def series(names: Iterable[str]) -> str:
    """Return names separated by commas: "a, b, c"."""
    return pgettext("between names in a list", ", ").join(names)


def sentences(said: Iterable[str]) -> str:
    """Return sentences joined into one by semicolons."""
    return pgettext("between sentences in a list", "; ").join(said)


def colon(label: str) -> str:
    """Return a label with a colon, unless it ends with punctuation."""
    if label.endswith(("?", "!", ":", "…")):
        return label
    return pgettext("a label, before what it labels", "%(label)s:") % {"label": label}


def labelled(label: str, text: str) -> str:
    """Return a label and a text: "Cost: 4"."""
    return f"{colon(label)} {text}"


def players(number: int) -> str:
    """Return a number of players: "2 players"."""
    return ngettext("%(number)s player", "%(number)s players", number) % {"number": number}


def players_at_most(number: int) -> str:
    """Return how many can play: "up to 5 players"."""
    text = ngettext("up to %(number)s player", "up to %(number)s players", number)
    return text % {"number": number}


def seats_taken(number: int, *, of: int) -> str:
    """Return how many seats are taken: "2 of 5 seats taken"."""
    text = ngettext("%(number)s of %(seats)s seat taken", "%(number)s of %(seats)s seats taken", of)
    return text % {"number": number, "seats": of}


def who(change: Change, names: Names) -> str:
    """Return who made a change: "by Zuza"; "" in a demo. ``names`` are of the record."""
    match author_of(change, names):
        case None:
            demo = change.campaign is not None and change.campaign.demo
            return "" if demo else _("by a former player")
        case "":
            return _("by a guest")
        case name:
            return _("by %(name)s") % {"name": name}


def somebody(change: Change, names: Names) -> str:
    """Return the name of who made a change: "Zuza"; "Somebody" without a name or an account."""
    return author_of(change, names) or _("Somebody")


def mover(move: LiveMove, names: Names) -> str:
    """Return the name of who made a move: "Zuza"; "" for a guest without a name."""
    name = author_of(move, names)
    return _("a former player") if name is None else name


def ago(at: datetime.datetime) -> str:
    """Return how long ago something was, in the largest unit that fits: minutes to years."""
    minutes = (timezone.now() - at) // datetime.timedelta(minutes=1)
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return ngettext("%(number)s minute ago", "%(number)s minutes ago", minutes) % {
            "number": minutes
        }
    if (hours := minutes // 60) < 24:
        return ngettext("%(number)s hour ago", "%(number)s hours ago", hours) % {"number": hours}
    if (days := hours // 24) < DAYS_IN_MONTH:
        return ngettext("%(number)s day ago", "%(number)s days ago", days) % {"number": days}
    if (months := round(days / DAYS_IN_MONTH)) < 12:
        return ngettext("%(number)s month ago", "%(number)s months ago", months) % {
            "number": months
        }
    years = max(1, int(days / 365.25))
    return ngettext("%(number)s year ago", "%(number)s years ago", years) % {"number": years}


def date_text(when: datetime.date | None) -> str:
    """Return a date as its language writes it: French has "1er", which no format can say."""
    if when is None:
        return ""
    text = date_format(when)
    return f"1er{text[1:]}" if get_language() == "fr" and when.day == 1 else text


def month(day: datetime.date, how: str = "YEAR_MONTH_FORMAT") -> str:
    """Return the month of a day as its language writes it."""
    name = date_format(day, how)
    return name if get_language() in (None, *CAPITAL_MONTHS) else name.lower()


def hours(minutes: int) -> str:
    """Return a duration: "2 h 15"."""
    full, rest = divmod(minutes, 60)
    if not full:
        return _("%(minutes)s min") % {"minutes": rest}
    if not rest:
        return _("%(hours)s h") % {"hours": full}
    return _("%(hours)s h %(minutes)s") % {"hours": full, "minutes": f"{rest:02}"}
