"""Evenings to play: proposed, answered, settled."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from campaign.models import Campaign, Evening, Game, Person
from campaign.rules.evenings.agreement import Answer
from campaign.services.evenings import answer_give, date_settle, dates_propose

ZONE = "Europe/Warsaw"


def proposed(
    record: Campaign | Game, person: Person, *, days: tuple[int, ...] = (3, 5), place: str = ""
) -> Evening:
    """Propose dates, so many days from now."""
    now = timezone.now().replace(second=0, microsecond=0)
    starts = [now + timedelta(days=number) for number in days]
    return dates_propose(record=record, person=person, starts=starts, zone=ZONE, place=place)


def date_of(evening: Evening, number: int = 0) -> int:
    """Return the id of a date, the first unless another is asked for."""
    return evening.dates.values_list("pk", flat=True)[number]


def answer(
    evening: Evening, person: Person, given: Answer = Answer.YES, number: int = 0
) -> Evening:
    """Answer to a date."""
    return answer_give(evening=evening, person=person, date=date_of(evening, number), answer=given)


def settled(record: Campaign | Game, keeper: Person, **more: object) -> Evening:
    """Propose dates, and settle the first."""
    made = proposed(record, keeper, **more)  # type: ignore[arg-type] # its own
    return date_settle(evening=made, person=keeper, date=date_of(made))
