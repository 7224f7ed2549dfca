"""Texts, numbers and times of a file, read as the services would have written them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

from campaign.exchange.document import moment
from campaign.models import sizes
from campaign.rules.core.cursor import Cursor
from campaign.rules.core.keys import is_typed, typed_key
from campaign.services.entries import one_line, prose, text_problems

FIRST = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)  # no box that is kept here is older
LAST = datetime.datetime(2200, 1, 1, tzinfo=datetime.UTC)
NUMBER_MOST = 1_000_000  # of deeds, facts, games; far more than fit into a file

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def line(place: Cursor, most: int, *, empty: bool = True) -> str:
    """Read a text of one line, without spaces that nobody sees."""
    return _text(place, most, one_line, empty=empty)


def lines(place: Cursor, most: int) -> str:
    """Read a text of several lines."""
    return _text(place, most, prose, empty=True)


def key(place: Cursor) -> str:
    """Read the key of a thing: the pack's id, or what players typed."""
    read = _text(place, sizes.KEY, lambda text: text, empty=False)
    if is_typed(read) and read != typed_key(read[1:]):
        place.fault("a key as it is made from a name", code="file.key")
    return read


def number(place: Cursor, least: int = 0, most: int = NUMBER_MOST) -> int:
    """Read a whole number."""
    return place.integer(least, most, default=least)


def time(place: Cursor) -> datetime.datetime:
    """Read a time, in UTC and to the microsecond."""
    value = place.peek()
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        try:
            at = datetime.datetime.fromisoformat(value)
        except ValueError:
            pass
        else:
            if FIRST <= at < LAST and moment(at) == value:
                return at
    if not place.absent:
        example = "2026-05-01T19:30:00.000000Z"
        place.fault(f"a time such as {example}", code="file.time", example=example)
    return FIRST


def day(place: Cursor) -> datetime.date:
    """Read a day."""
    value = place.peek()
    if isinstance(value, str) and _DAY.fullmatch(value):
        try:
            found = datetime.date.fromisoformat(value)
        except ValueError:
            pass
        else:
            if FIRST.date() <= found < LAST.date():
                return found
    if not place.absent:
        example = "2026-05-01"
        place.fault(f"a day such as {example}", code="file.day", example=example)
    return FIRST.date()


def _text(place: Cursor, most: int, tidy: Callable[[str], str], *, empty: bool) -> str:
    value = place.peek()
    if place.absent:
        return ""
    if not isinstance(value, str):
        place.fault("a text", code="file.text")
        return ""
    found = [problem.code for problem in text_problems("", value, most)]
    if "text.too_long" in found:
        place.fault(f"{most} characters at most", str(len(value)), code="file.text_long", most=most)
    elif "text.forbidden" in found:
        place.fault("a text without control characters", code="file.text_forbidden")
    elif tidy(value) != value:
        place.fault("a text without spaces around it", code="file.text_spaces")
    elif not value and not empty:
        place.fault("a text that says something", code="file.text_empty")
    else:
        return value
    return ""
