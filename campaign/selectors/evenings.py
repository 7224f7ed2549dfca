"""Reads of evenings: the next one of a record or of a person, its dates and who is asked."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from campaign.models import (
    CalendarFeed,
    Campaign,
    Evening,
    EveningAnswer,
    EveningDate,
    FreedSeat,
    Game,
    Membership,
    Person,
    Record,
    Removal,
    Role,
)
from campaign.models.records import INVITE_LENGTH
from campaign.rules.evenings.agreement import Answer, Proposal
from campaign.selectors.standing import Standing, was_removed_since

CALENDAR_KEEPS = timedelta(days=366)  # what is past
MAX_EVENTS = 300  # of one calendar


def evening_of_link(key: str) -> Evening | None:
    """Return the evening of a link, in any spelling of its key."""
    if len(key) != INVITE_LENGTH or not key.isascii():
        return None
    evenings = Evening.objects.select_related("campaign", "game", "made_by")
    return evenings.filter(key=key.upper()).first()


def next_of(record: Record, person: Person | None = None) -> Evening | None:
    """Return the next evening of a record, with what somebody has answered, in one query."""
    return Evening.objects.of(record).ahead().with_counts(person).first()


def past_of(record: Record, *, most: int) -> tuple[Evening, ...]:
    """Return the latest evenings of a record that took place."""
    return tuple(Evening.objects.of(record).behind()[:most])


def last_settled(record: Record) -> Evening | None:
    """Return the evening of a record with the latest date."""
    return Evening.objects.of(record).exclude(starts_at=None).order_by("-starts_at").first()


def next_for(person: Person) -> Evening | None:
    """Return the evening that comes first for somebody, of all their campaigns and games.

    One that is settled counts by its date; one that is open, by the last of its dates.
    """
    mine = Membership.objects.filter(person=person).values("campaign")
    games = Game.objects.one_off().known_to(person).values("pk")
    evenings = Evening.objects.ahead().filter(Q(campaign__in=mine) | Q(game__in=games))
    rows = evenings.with_counts(person).select_related("campaign", "game")
    return rows.order_by("closes_at", "pk").first()


def calendar_of(person: Person) -> tuple[Evening, ...]:
    """Return the evenings with a date that somebody belongs to, or has answered for, of a year.

    Of those they have only answered for, the ones that :func:`is_told_of` says yes to.
    """
    mine = Membership.objects.filter(person=person).values("campaign")
    games = Game.objects.one_off().known_to(person).values("pk")
    since = {"person": person, "at__gte": OuterRef("link_made_at")}
    answered = EveningAnswer.objects.filter(date__evening=OuterRef("pk"), **since)
    groups = Q(campaign=OuterRef("campaign")) | Q(campaign=OuterRef("game__shared_with"))
    removed = Removal.objects.filter(groups, **since)
    barred = _bars(OuterRef("game"), person, OuterRef("link_made_at"))
    found = Evening.objects.filter(
        Q(campaign__in=mine)
        | Q(game__in=games)
        | (Exists(answered) & ~Exists(removed) & ~Exists(barred)),
        starts_at__gt=timezone.now() - CALENDAR_KEEPS,
    )
    return tuple(found.select_related("campaign", "game").order_by("starts_at", "pk")[:MAX_EVENTS])


def calendar_feed(person: Person) -> CalendarFeed | None:
    """Return the private address of somebody's calendar."""
    return CalendarFeed.objects.filter(person=person).first()


def dates_of(evening: Evening) -> tuple[EveningDate, ...]:
    """Return the proposed dates in order, with all answers and who gave them."""
    dates = evening.dates.select_related("proposed_by").prefetch_related("answers__person")
    return tuple(dates)


def proposals_of(dates: Iterable[EveningDate]) -> tuple[Proposal, ...]:
    """Return proposed dates as the rules read them."""
    return tuple(
        Proposal(
            date.pk,
            date.starts_at,
            {given.person_id: Answer(given.answer) for given in date.answers.all()},
        )
        for date in dates
    )


def people_asked(record: Record) -> tuple[Person, ...]:
    """Return whom an evening waits for: who plays in a campaign, or has a seat in a game."""
    if isinstance(record, Campaign):
        players = record.memberships.exclude(role=Role.READER).select_related("person")
        return tuple(member.person for member in players)
    seated = Q(seats__game=record.pk) | Q(games=record.pk)
    return tuple(Person.objects.filter(seated).distinct().order_by("joined_at", "pk"))


def link_is_closed_to(evening: Evening, person: Person | None, standing: Standing) -> bool:
    """Say whether somebody was shut out of the record since the evening's link was made.

    Out of a one-off game is also who was removed from the campaign that it is shared with.
    """
    if person is None or standing.belongs:
        return False
    moment, group = evening.link_made_at, evening.campaign_id
    if evening.game is not None:
        if _bars(evening.game_id, person, moment).exists():
            return True
        group = evening.game.shared_with_id
    return group is not None and was_removed_since(group, person, moment)


def is_told_of(evening: Evening, person: Person, standing: Standing) -> bool:
    """Say whether somebody is told of changes: who belongs, or has answered by the present link."""
    if standing.belongs or not person.is_active:
        return standing.belongs
    if link_is_closed_to(evening, person, standing):
        return False
    answers = EveningAnswer.objects.filter(date__evening=evening, person=person)
    return answers.filter(at__gte=evening.link_made_at).exists()


def _bars(game: Any, person: Person, moment: object) -> QuerySet[FreedSeat]:
    """Return what keeps somebody out of a game now, or did since a moment."""
    freed = FreedSeat.objects.filter(game_id=game, person=person)
    return freed.filter(Q(barred=True) | Q(barred_at__gte=moment))


def answering(evening: Evening) -> set[int]:
    """Return the ids of everybody who has answered for an evening."""
    given = EveningAnswer.objects.filter(date__evening=evening)
    return set(given.values_list("person", flat=True))


def people_without_answer(evening: Evening) -> tuple[Person, ...]:
    """Return who is asked and has not answered to all dates that are still ahead."""
    ahead = [date for date in dates_of(evening) if date.starts_at > timezone.now()]
    given = [{answer.person_id for answer in date.answers.all()} for date in ahead]
    asked = people_asked(evening.record)
    return tuple(person for person in asked if any(person.pk not in each for each in given))


def open_for_longer(span: timedelta) -> QuerySet[Evening]:
    """Return evenings without a date, proposed so long ago, for which nobody was asked again."""
    since = timezone.now() - span
    evenings = Evening.objects.ahead().filter(starts_at=None, made_at__lte=since)
    return evenings.filter(asked_again_at=None).select_related("campaign", "game")


def settled_within(span: timedelta) -> QuerySet[Evening]:
    """Return the evenings that begin within a span of time from now."""
    now: datetime = timezone.now()
    evenings = Evening.objects.ahead().filter(starts_at__gt=now, starts_at__lte=now + span)
    return evenings.select_related("campaign", "game")
