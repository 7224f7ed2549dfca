"""Small phrases as each language writes them: lists, labels, who, when."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from campaign.models import Change

Words = Mapping[str, "StrPromise"]  # what things are called, by their keys


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


def who(change: Change) -> str:
    """Return who made a change: "by Zuza"; "" in a demo."""
    if change.signed is not None:
        return _by(change.signed)
    if change.person is None:
        demo = change.campaign is not None and change.campaign.demo
        return "" if demo else _("by a former player")
    return _by(change.person.display_name or change.person.username or "")


def somebody(change: Change) -> str:
    """Return the name of who made a change: "Zuza"; "Somebody" if their account is gone."""
    return str(change.person or _("Somebody"))


def _by(name: str) -> str:
    return _("by %(name)s") % {"name": name} if name else _("by a guest")


def ago(at: datetime.datetime) -> str:
    """Return how long ago something was."""
    if timezone.now() - at < datetime.timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(at, depth=1)}


def hours(minutes: int) -> str:
    """Return a duration: "2 h 15"."""
    full, rest = divmod(minutes, 60)
    if not full:
        return _("%(minutes)s min") % {"minutes": rest}
    if not rest:
        return _("%(hours)s h") % {"hours": full}
    return _("%(hours)s h %(minutes)s") % {"hours": full, "minutes": f"{rest:02}"}
