"""Dates, durations and names as each language writes them."""

import datetime

import pytest
from django.utils import timezone
from django.utils.translation import override

from campaign.models import Change, Person
from campaign.records import NO_NAMES
from tracker.words import date_text, month
from tracker.words.phrases import ago, somebody


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "1 April 2026", "2 April 2026"),
        ("pl", "1 kwietnia 2026", "2 kwietnia 2026"),
        ("fr", "1er avril 2026", "2 avril 2026"),
        ("de", "1. April 2026", "2. April 2026"),
    ],
)
def test_a_date_is_written_as_its_language_does(language: str, first: str, second: str) -> None:
    with override(language):
        days = [date_text(datetime.date(2026, 4, day)) for day in (1, 2)]
    assert days == [first, second]
    assert date_text(None) == ""


@pytest.mark.parametrize(
    ("language", "written"),
    [
        *(("en", "March 2026"), ("de", "März 2026")),
        *(("pl", "marzec 2026"), ("fr", "mars 2026")),
    ],
)
def test_a_month_has_a_capital_where_its_language_writes_one(language: str, written: str) -> None:
    with override(language):
        assert month(datetime.date(2026, 3, 1)) == written


@pytest.mark.parametrize(
    ("passed", "english", "polish"),
    [
        (datetime.timedelta(seconds=40), "just now", "przed chwilą"),
        (datetime.timedelta(seconds=90), "1 minute ago", "1 minutę temu"),
        (datetime.timedelta(hours=3, minutes=50), "3 hours ago", "3 godziny temu"),
        (datetime.timedelta(days=20), "20 days ago", "20 dni temu"),
        (datetime.timedelta(days=214), "7 months ago", "7 miesięcy temu"),
        (datetime.timedelta(days=360), "1 year ago", "1 rok temu"),
        (datetime.timedelta(days=800), "2 years ago", "2 lata temu"),
    ],
)
def test_how_long_ago_is_counted_in_one_unit(
    passed: datetime.timedelta, english: str, polish: str
) -> None:
    at = timezone.now() - passed
    assert ago(at) == english
    with override("pl"):
        assert ago(at) == polish


def test_somebody_without_a_name_is_somebody() -> None:
    assert somebody(Change(person=None), NO_NAMES) == "Somebody"
    assert somebody(Change(person=Person()), NO_NAMES) == "Somebody"
    assert somebody(Change(person=Person(display_name="Zuza")), NO_NAMES) == "Zuza"
