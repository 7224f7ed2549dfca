"""Token buckets: so many at once, then as they come back, whichever worker is asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import override_settings

from campaign.models import TokenBucket
from campaign.services.limits import RateLimit, RateLimited

START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
LIMIT = RateLimit("tests", "Too often.", 4, timedelta(minutes=4))


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with override_settings(RATE_LIMITS=True), time_machine.travel(START, tick=False) as clock:
        yield clock


def taken(who: str = "zuza", times: int = 10) -> int:
    """Return how many tokens one after the other are had."""
    for turn in range(times):
        try:
            LIMIT.take(who)
        except RateLimited:
            return turn
    return times


@pytest.mark.django_db
def test_tokens_run_out_and_come_back_one_by_one(clock: time_machine.Traveller) -> None:
    assert taken() == 4
    with pytest.raises(RateLimited) as refused:
        LIMIT.take("zuza")
    assert refused.value.wait == timedelta(minutes=1)
    clock.shift(timedelta(seconds=59))
    assert taken() == 0  # having tried meanwhile made nothing longer
    clock.shift(timedelta(seconds=1))
    assert taken() == 1
    clock.shift(timedelta(days=1))
    assert taken() == 4  # never more than the bucket holds


@pytest.mark.django_db
def test_everybody_has_a_bucket_of_their_own_under_each_limit() -> None:
    assert taken() == taken("gia") == 4
    RateLimit("others", "Too often.", 4, timedelta(minutes=4)).take("zuza")
    assert "zuza" not in "".join(TokenBucket.objects.values_list("key", flat=True))


@pytest.mark.django_db
def test_several_are_taken_at_once_or_none() -> None:
    LIMIT.take("zuza", 3)
    with pytest.raises(RateLimited):
        LIMIT.take("zuza", 2)
    assert taken() == 1
    LIMIT.take("gia", 100)  # more than there can be is all there is
    assert taken("gia") == 0


@pytest.mark.django_db
def test_what_is_given_back_can_be_taken_again() -> None:
    assert taken() == 4
    LIMIT.give_back("zuza")
    assert taken() == 1


@pytest.mark.django_db
def test_buckets_that_are_full_again_leave_no_row(clock: time_machine.Traveller) -> None:
    for number in range(5):
        LIMIT.take(f"visitor {number}")
    clock.shift(timedelta(minutes=2))
    LIMIT.take("zuza")
    assert TokenBucket.objects.count() == 1


@pytest.mark.django_db
def test_switched_off_nothing_is_counted() -> None:
    with override_settings(RATE_LIMITS=False):
        assert taken(times=50) == 50
    assert not TokenBucket.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_many_at_once_get_no_more_than_there_is() -> None:
    limit = RateLimit("crowd", "Too often.", 5, timedelta(hours=1))
    had: list[bool] = []

    def take() -> None:
        try:
            limit.take("zuza")
            had.append(True)
        except RateLimited:
            had.append(False)
        finally:
            connection.close()

    crowd = [threading.Thread(target=take) for _each in range(12)]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()
    assert sorted(had) == [False] * 7 + [True] * 5
