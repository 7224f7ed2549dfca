"""Token buckets: so many at once, then as they come back, whichever worker is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.test import override_settings

from campaign.models import TokenBucket
from campaign.services.limits import KEPT_FOR, RateLimit, RateLimited

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
def test_buckets_that_have_been_full_for_long_leave_no_row(clock: time_machine.Traveller) -> None:
    for number in range(5):
        LIMIT.take(f"visitor {number}")
    clock.shift(KEPT_FOR)
    LIMIT.take("ola")
    assert TokenBucket.objects.count() == 6
    clock.shift(timedelta(minutes=2))
    LIMIT.take("zuza")
    assert TokenBucket.objects.count() == 2


@pytest.mark.django_db
def test_switched_off_nothing_is_counted() -> None:
    with override_settings(RATE_LIMITS=False):
        assert taken(times=50) == 50
    assert not TokenBucket.objects.exists()


# --- many at once ---


def crowd(take: Callable[[int], None], size: int = 64) -> list[bool]:
    """Let so many threads take at the same moment; return which of them had a token."""
    start = threading.Barrier(size)

    def one(number: int) -> bool:
        try:
            start.wait()
            take(number)
        except RateLimited:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(size) as threads:
        return list(threads.map(one, range(size)))


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_each_token_goes_to_one() -> None:
    limit = RateLimit("crowd", "Too often.", 40, timedelta(hours=1))
    assert sorted(crowd(lambda _number: limit.take("zuza"))) == [False] * 24 + [True] * 40


@pytest.mark.django_db(transaction=True)
def test_nobody_is_refused_because_others_clean_up(clock: time_machine.Traveller) -> None:
    """Each comes back long after the first visit, when everybody deletes what is old."""
    for _day in range(3):
        assert all(crowd(lambda number: LIMIT.take(f"visitor {number}")))
        clock.shift(timedelta(days=1))


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_in_a_ring_inside_a_longer_transaction(
    clock: time_machine.Traveller,
) -> None:
    def take(number: int) -> None:
        with transaction.atomic():
            LIMIT.take(f"visitor {number}")
            LIMIT.take(f"another {number}")

    for _day in range(2):
        assert all(crowd(take, size=16))
        clock.shift(timedelta(days=1))
