import datetime
from collections.abc import Iterator

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import authenticate, get_user_model
from django.http import HttpRequest
from django.test import RequestFactory, override_settings

PASSWORD = "nine piles, no more"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def throttled() -> Iterator[None]:
    get_user_model().objects.create_user("zuza", PASSWORD)
    with override_settings(AXES_ENABLED=True):
        yield


def knock(username: str, password: str, address: str = "192.0.2.1") -> bool:
    request: HttpRequest = RequestFactory().post("/sign-in", REMOTE_ADDR=address)
    return authenticate(request, username=username, password=password) is not None


def guess(times: int, address: str = "192.0.2.1") -> None:
    spellings = ("zuza", "Zuza", "ZUZA", "zuZa")
    for turn in range(times):
        assert not knock(spellings[turn % len(spellings)], "wrong", address)


def test_a_few_mistakes_are_forgiven() -> None:
    guess(settings.AXES_FAILURE_LIMIT - 1)
    assert knock("zuza", PASSWORD)


def test_guessing_is_stopped_however_the_name_is_spelt() -> None:
    guess(settings.AXES_FAILURE_LIMIT)
    assert not knock("zuza", PASSWORD)


def test_somebody_else_guessing_does_not_keep_her_out() -> None:
    guess(settings.AXES_FAILURE_LIMIT, address="198.51.100.7")
    assert knock("zuza", PASSWORD)


def test_the_wait_ends_even_if_the_guessing_goes_on() -> None:
    start = datetime.datetime(2026, 3, 1, 20, 0, tzinfo=datetime.UTC)
    with time_machine.travel(start, tick=False) as clock:
        guess(settings.AXES_FAILURE_LIMIT)
        clock.shift(settings.AXES_COOLOFF_TIME / 2)
        guess(3)
        assert not knock("zuza", PASSWORD)
        clock.shift(settings.AXES_COOLOFF_TIME / 2 + datetime.timedelta(seconds=1))
        assert knock("zuza", PASSWORD)
