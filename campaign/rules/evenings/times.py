"""Moments of an evening: what a clock on the wall says in a time zone, stored in UTC."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from campaign.rules.core.problems import Problem, RulesError, refuse

FURTHEST = timedelta(days=400)  # ahead: nobody knows what they do later
# Zones that people live in; the others are abbreviations and older names of these.
REGIONS = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
)


@cache
def known_zones() -> tuple[str, ...]:
    """Return the names of time zones to choose from, in order."""
    places = {name for name in available_timezones() if name.partition("/")[0] in REGIONS}
    return ("UTC", *sorted(places))


def moment_of(day: date, clock: time, zone: str, *, now: datetime, path: str = "") -> datetime:
    """Return the moment in UTC at which clocks in a zone show a time; refuse what is no such time.

    Of an hour that comes twice, when clocks go back, it is the first.
    """
    refuse(zone_problems(zone))
    here = ZoneInfo(zone)
    today = now.astimezone(here).date()
    if day < today:  # the oldest days have no moment in every zone
        raise RulesError([Problem("evening.past", path=path)])
    if day > today + FURTHEST:
        raise RulesError([Problem("evening.too_far", path=path)])
    shown = datetime.combine(day, clock.replace(second=0, microsecond=0, tzinfo=None))
    moment = shown.replace(tzinfo=here).astimezone(UTC)
    if moment.astimezone(here).replace(tzinfo=None) != shown:  # clocks go forward over it
        raise RulesError([Problem("evening.no_such_time", {"clock": f"{clock:%H:%M}"}, path)])
    if moment <= now:
        raise RulesError([Problem("evening.past", path=path)])
    return moment


def local(moment: datetime, zone: str) -> datetime:
    """Return a moment as clocks in a zone show it; in UTC if the zone is no longer known."""
    return moment.astimezone(ZoneInfo(zone) if zone in known_zones() else UTC)


def is_tomorrow(moment: datetime, zone: str, now: datetime) -> bool:
    """Say whether a moment is on the day after today, by the calendar of a zone."""
    tomorrow = local(now, zone).date() + timedelta(days=1)
    return local(moment, zone).date() == tomorrow


def zone_problems(zone: str) -> Iterator[Problem]:
    """Yield what is wrong with a time zone."""
    if zone not in known_zones():
        yield Problem("evening.zone_unknown", path="zone")
