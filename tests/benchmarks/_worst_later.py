"""The largest of what came later: evenings and calendars."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.models import EveningAnswer, EveningDate, Person
from campaign.rules.evenings.agreement import MAX_DATES, MAX_PEOPLE
from campaign.selectors.evenings import MAX_EVENTS
from campaign.services.calendars import calendar_make
from campaign.services.evenings import MAX_KEPT
from tests.campaign import factories, next_evenings

Sent = Callable[[], Any]
Row = tuple[str, Sent, int]
Token = Callable[[], str]
NAME = "W" * 60


def rows(client: Client, person: Person, token: Token) -> Iterator[Row]:
    """Yield what is sent, how, and the status that answers it."""
    yield from _evenings(client, person, token)


def _gets(client: Client, url: str) -> Sent:
    return lambda: client.get(url)


# --- evenings ---


def _evenings(client: Client, person: Person, token: Token) -> Iterator[Row]:
    campaign = factories.start_campaign(person=person, name=NAME)
    days = tuple(range(2, 2 + MAX_DATES))
    made = next_evenings.proposed(campaign, person, days=days, place=NAME)
    others = [Person.objects.guest(display_name=f"{n:03}{NAME[3:]}") for n in range(MAX_PEOPLE)]
    EveningAnswer.objects.bulk_create(
        EveningAnswer(date=date, person=other, answer="maybe")
        for date in EveningDate.objects.filter(evening=made)
        for other in others
    )
    url, date = reverse("evening", args=[made.key]), next_evenings.date_of(made)
    yield "evening: the page of the largest", _gets(client, url), 200
    said = {"answer": f"{date} no"}
    yield "evening: an answer", lambda: client.post(url, {**said, "token": token()}), 302
    _many_evenings(person)
    feed = reverse("calendar_feed", args=[calendar_make(person=person)])
    yield f"calendar: {MAX_EVENTS} evenings", _gets(Client(SERVER_NAME="localhost"), feed), 200


def _many_evenings(person: Person) -> None:
    """Fill two campaigns with as many evenings as a calendar shows."""
    for _each in range(MAX_EVENTS // MAX_KEPT + 1):
        campaign = factories.start_campaign(person=person, name=NAME)
        for _evening in range(MAX_KEPT):
            made = next_evenings.settled(campaign, person, days=(3,), place=NAME)
            over = {"closes_at": timezone.now() - timedelta(days=1)}
            type(made).objects.filter(pk=made.pk).update(**over)
