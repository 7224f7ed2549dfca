"""Which date answers agree on, and when an evening is over."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from campaign.rules.evenings.agreement import (
    MAX_DATES,
    Answer,
    Proposal,
    Stage,
    agreed,
    best,
    closes_at,
    proposal_problems,
    stage,
)

FRIDAY = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
SUNDAY = FRIDAY + timedelta(days=2)
YES, MAYBE, NO = Answer.YES, Answer.MAYBE, Answer.NO


def on(moment: datetime, answers: Mapping[int, Answer]) -> Proposal:
    return Proposal(moment.day, moment, answers)


def test_the_first_date_that_everybody_can_make_is_agreed() -> None:
    all_yes = {1: YES, 2: YES, 3: YES}
    dates = [on(SUNDAY, all_yes), on(FRIDAY, all_yes)]
    assert agreed(dates, {1, 2, 3}) == dates[1]


@pytest.mark.parametrize("third", [MAYBE, NO, None])
def test_nothing_is_agreed_without_everybody(third: Answer | None) -> None:
    answers = {1: YES, 2: YES} | ({3: third} if third else {})
    assert agreed([on(FRIDAY, answers)], {1, 2, 3}) is None


def test_who_is_not_asked_decides_nothing() -> None:
    assert agreed([on(FRIDAY, {1: YES, 2: YES, 9: NO})], {1, 2}) is not None


def test_nobody_agrees_alone() -> None:
    assert agreed([on(FRIDAY, {1: YES})], {1}) is None


def test_the_date_that_suits_most_has_most_who_can_then_most_who_might() -> None:
    few = on(FRIDAY, {1: YES, 2: NO})
    more = on(SUNDAY, {1: YES, 2: MAYBE})
    assert best([few, more]) == more
    assert best([on(FRIDAY, {1: MAYBE})]) is None


def test_an_evening_is_over_by_itself() -> None:
    closes = closes_at([FRIDAY, SUNDAY], None, 180)
    assert closes == SUNDAY
    settled = closes_at([FRIDAY, SUNDAY], FRIDAY, 180)
    assert settled == FRIDAY + timedelta(hours=3)
    assert closes_at([], None, 180) is None


@given(
    closes=some.datetimes(timezones=some.just(UTC)),
    now=some.datetimes(timezones=some.just(UTC)),
    settled=some.booleans(),
    called_off=some.booleans(),
)
def test_an_evening_has_one_stage(
    closes: datetime, now: datetime, settled: bool, called_off: bool
) -> None:
    found = stage(
        settled=FRIDAY if settled else None, closes=closes, called_off=called_off, now=now
    )
    if called_off:
        assert found is Stage.CALLED_OFF
    elif closes > now:
        assert found is (Stage.SETTLED if settled else Stage.OPEN)
    else:
        assert found is (Stage.OVER if settled else Stage.MISSED)


def test_so_many_dates_and_no_more() -> None:
    many = [FRIDAY + timedelta(days=number) for number in range(MAX_DATES)]
    assert not list(proposal_problems(many, many))
    late = FRIDAY + timedelta(days=99)
    assert [each.code for each in proposal_problems([late], many)] == ["evening.too_many_dates"]
    assert [each.code for each in proposal_problems([], [])] == ["evening.no_date"]
