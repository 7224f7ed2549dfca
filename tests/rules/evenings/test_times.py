"""Clocks on the wall, when clocks change too, and the moment that they mean."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from campaign.rules.core.problems import RulesError
from campaign.rules.evenings.times import is_tomorrow, known_zones, local, moment_of

WARSAW = "Europe/Warsaw"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def code(day: date, clock: time, zone: str = WARSAW, now: datetime = NOW) -> str:
    with pytest.raises(RulesError) as caught:
        moment_of(day, clock, zone, now=now, path="starts.1")
    return caught.value.problems[0].code


def test_the_same_clock_is_another_moment_after_clocks_go_forward() -> None:
    before = moment_of(date(2026, 3, 27), time(19, 30), WARSAW, now=NOW)
    after = moment_of(date(2026, 4, 3), time(19, 30), WARSAW, now=NOW)
    assert before == datetime(2026, 3, 27, 18, 30, tzinfo=UTC)
    assert after == datetime(2026, 4, 3, 17, 30, tzinfo=UTC)
    assert local(before, WARSAW).time() == local(after, WARSAW).time() == time(19, 30)


def test_an_hour_that_clocks_skip_is_refused() -> None:
    assert code(date(2026, 3, 29), time(2, 30)) == "evening.no_such_time"


def test_an_hour_that_comes_twice_is_the_first() -> None:
    twice = moment_of(date(2026, 10, 25), time(2, 30), WARSAW, now=NOW)
    assert twice == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_what_is_past_or_too_far_or_nowhere_is_refused() -> None:
    assert code(date(2026, 3, 1), time(12, 0)) == "evening.past"
    assert code(date(2025, 3, 1), time(12, 0)) == "evening.past"
    assert code(date(1, 1, 1), time(0, 0)) == "evening.past"
    assert code(date(2028, 3, 1), time(12, 0)) == "evening.too_far"
    assert code(date(9999, 12, 31), time(23, 59)) == "evening.too_far"
    assert code(date(2026, 3, 5), time(12, 0), "Europe/Atlantis") == "evening.zone_unknown"


def test_tonight_on_one_side_of_the_world_is_tomorrow_on_the_other() -> None:
    moment = moment_of(
        date(2026, 3, 2), time(0, 30), "Pacific/Auckland", now=NOW - timedelta(days=1)
    )
    now = datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert is_tomorrow(moment, "Pacific/Auckland", now)
    assert not is_tomorrow(moment, "America/Los_Angeles", now)


@given(
    day=some.dates(date(2026, 3, 3), date(2027, 3, 1)),
    clock=some.times(),
    zone=some.sampled_from(known_zones()),
)
def test_every_time_is_shown_as_it_was_entered_or_does_not_exist(
    day: date, clock: time, zone: str
) -> None:
    try:
        moment = moment_of(day, clock, zone, now=NOW)
    except RulesError as error:
        codes = [problem.code for problem in error.problems]
        if codes != ["evening.no_such_time"]:
            raise
        return
    shown = local(moment, zone)
    assert (shown.date(), shown.hour, shown.minute) == (day, clock.hour, clock.minute)
    assert moment.tzinfo is UTC
