"""Evenings as iCalendar (RFC 5545), for calendar programs.

Times are in UTC, which every program shows in the zone of its reader, whatever its own table of
zones says about clock changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, Event, vDuration

from campaign.models import Evening
from tracker.web.evenings import name_of
from tracker.words.phrases import labelled

REFRESH = timedelta(hours=1)


def calendar_of(request: HttpRequest, evenings: Iterable[Evening], *, name: str = "") -> bytes:
    """Return evenings that have a date as a calendar file; ``name`` is that of a feed."""
    calendar = Calendar()
    calendar.add("prodid", "-//Breachkeeper//Evenings//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    if name:
        calendar.add("name", name)
        calendar.add("x-wr-calname", name)
        calendar.add("refresh-interval", vDuration(REFRESH), parameters={"value": "DURATION"})
        calendar.add("x-published-ttl", vDuration(REFRESH))
    for evening in evenings:
        if evening.starts_at is not None:
            calendar.add_component(_event(request, evening))
    return bytes(calendar.to_ical())


def _event(request: HttpRequest, evening: Evening) -> Event:
    assert evening.starts_at is not None  # noqa: S101 # asked before
    url = request.build_absolute_uri(reverse("evening", args=[evening.key]))
    event = Event()
    # The same for as long as the evening exists, whatever its link: calendars replace by it.
    event.add("uid", f"evening-{evening.pk}@{request.get_host()}")
    event.add("dtstamp", evening.changed_at)
    event.add("last-modified", evening.changed_at)
    event.add("sequence", evening.sequence)
    event.add("dtstart", evening.starts_at)
    event.add("dtend", evening.starts_at + timedelta(minutes=evening.minutes))
    event.add("summary", name_of(evening.record))
    event.add("status", "CANCELLED" if evening.called_off_at else "CONFIRMED")
    if evening.place:
        event.add("location", evening.place)
    if evening.brings:
        event.add("description", labelled(_("Who brings what"), evening.brings))
    event.add("url", url)
    return event
