"""Evenings: propose dates, answer, settle one, change the plan, call it off.

Each write locks the record, so that of two people who settle a date at once one comes second. It
changes neither the record's revision nor its stamp: an evening is no part of the story.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils import timezone

from campaign.models import (
    ChangeDetail,
    ChangeKind,
    Evening,
    EveningAnswer,
    EveningDate,
    NoticeKind,
    PeopleEvent,
    Person,
    Record,
)
from campaign.models.records import new_invite_key
from campaign.rules.core.problems import Problem, RulesError, or_refuse, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.sizes import NAME, PERSON_NAME, REASON, TOKEN
from campaign.rules.core.texts import one_line, skeleton, text_problems
from campaign.rules.evenings.agreement import (
    MAX_PEOPLE,
    USUAL_MINUTES,
    Answer,
    Stage,
    agreed,
    closes_at,
    minutes_problems,
    proposal_problems,
)
from campaign.rules.evenings.plans import Plan
from campaign.rules.evenings.times import zone_problems
from campaign.selectors import evenings as selectors
from campaign.selectors.standing import Need, may
from campaign.services.locks import locked_record
from campaign.services.notices import evening_notice

MAX_KEPT = 200  # evenings of one record; the oldest goes first
# What else is written to an evening, without the lock of its record.
_OF_LINK = ("key", "link_made_at")
_OF_NOTICES = ("reminded_for", "asked_again_at")


def dates_propose(
    *,
    record: Record,
    person: Person,
    starts: Sequence[datetime],
    zone: str,
    minutes: int = USUAL_MINUTES,
    place: str = "",
    brings: str = "",
) -> Evening:
    """Propose dates for the next evening, which begins with the first of them.

    An evening that is there keeps the place and the rest that it has. Whoever proposes a date can
    make it. A settled evening stays settled: its keeper can move it to a new date. Once it has
    begun, it is over with that, and the dates are those of the next one.
    """
    with locked_record(record, Problem("evening.group_gone")) as held:
        _must(held, person, Need.WRITE)
        if held.is_archived:
            raise RulesError([Problem("campaign.archived")])
        now = timezone.now()
        ahead = Evening.objects.of(held).ahead().first()
        has_begun = ahead is not None and ahead.starts_at is not None and ahead.starts_at <= now
        if ahead is None or has_begun:
            refuse((*zone_problems(zone), *minutes_problems(minutes)))
            evening = _new_evening(held, person, zone, minutes)
        else:
            evening = ahead
        plan = plan_of(evening)
        _set_plan(evening, replace(plan, place=plan.place or place, brings=plan.brings or brings))
        already = [date.starts_at for date in evening.dates.all()] if evening.pk else []
        moments = sorted({moment.astimezone(UTC) for moment in starts})
        refuse(proposal_problems(moments, already))
        if moments[0] <= now:
            raise RulesError([Problem("evening.past", path="starts.1")])
        if ahead is not None and has_begun:
            ahead.closes_at = now
            _save(ahead)
        evening.closes_at = moments[-1]
        _save(evening)
        for moment in moments:
            date, _made = EveningDate.objects.get_or_create(
                evening=evening, starts_at=moment, defaults={"proposed_by": person}
            )
            _note_answer(date, person, Answer.YES)
        _log(held, person, PeopleEvent.DATES_PROPOSED)
        if not _settle_if_agreed(evening):
            evening_notice(kind=NoticeKind.PROPOSED, evening=evening, but=person)
        _tidy(evening)
    return evening


def answer_give(
    *,
    evening: Evening,
    person: Person,
    date: int,
    answer: Answer,
    name: str = "",
    token: str | None = None,
) -> Evening:
    """Answer to a proposed date; if everybody who is asked can make one now, it is settled.

    ``name`` is what somebody calls themselves who has no name here yet.
    """
    refuse(text_problems("token", token or "", TOKEN))
    with _writing(evening) as held:
        standing = may(person, held.record)
        if selectors.link_is_closed_to(held, person, standing):
            raise RulesError([Problem("evening.closed_to_you")])
        found = or_refuse(held.dates.filter(pk=date).first(), Problem("evening.date_gone"))
        known = selectors.answering(held)
        if person.pk not in known:
            # Whoever belongs can always answer, however many strangers have come by the link.
            if not standing.belongs and len(known) >= MAX_PEOPLE:
                raise RulesError([Problem("evening.too_many_people")])
            called = one_line(name) or str(person)
            refuse(text_problems("name", called, PERSON_NAME))
            refuse(look_alike_problems(held, person, called, "name"))
            if token and held.record.changes.filter(token=token).exists():
                token = None  # of somebody else's form
            _log(held.record, person, PeopleEvent.EVENING_ANSWERED, token)
        _note_answer(found, person, answer)
        _settle_if_agreed(held)
    return held


def date_settle(*, evening: Evening, person: Person, date: int) -> Evening:
    """Settle an evening on one of its dates, as the keeper."""
    with _writing(evening) as held:
        _must(held.record, person, Need.KEEP)
        found = or_refuse(held.dates.filter(pk=date).first(), Problem("evening.date_gone"))
        if found.starts_at <= timezone.now():
            raise RulesError([Problem("evening.past")])
        if found.starts_at != held.starts_at:  # a second tap tells nobody again
            _settle(held, found.starts_at)
            _log(held.record, person, PeopleEvent.EVENING_SETTLED)
            evening_notice(kind=NoticeKind.SETTLED, evening=held, but=person)
    return held


def evening_reopen(*, evening: Evening, person: Person) -> Evening:
    """Ask again for the date of a settled evening, as the keeper."""
    with _writing(evening) as held:
        _must(held.record, person, Need.KEEP)
        if held.starts_at is not None:
            held.started_before, held.starts_at = held.starts_at, None
            _log(held.record, person, PeopleEvent.EVENING_REOPENED)
    return held


def evening_change(*, evening: Evening, person: Person, seen: Plan, wanted: Plan) -> Evening:
    """Change where an evening is, who brings what, and how long it is planned for.

    What others have changed since somebody saw the plan stays; what both changed is refused.
    """
    with _writing(evening) as held:
        _must(held.record, person, Need.WRITE)
        refuse(minutes_problems(wanted.minutes))
        refuse(plan_of(held).collisions(seen, wanted))
        _set_plan(held, plan_of(held).changed(seen, wanted))
        _log(held.record, person, PeopleEvent.EVENING_CHANGED)
    return held


def date_withdraw(*, evening: Evening, person: Person, date: int) -> Evening:
    """Remove a proposed date, as whoever proposed it or as the keeper; never the only one."""
    with _writing(evening) as held:
        found = or_refuse(held.dates.filter(pk=date).first(), Problem("evening.date_gone"))
        _must(held.record, person, _to_withdraw(found, person))
        if found.starts_at == held.starts_at or held.dates.count() == 1:
            raise RulesError([Problem("evening.date_needed")])
        found.delete()
        _log(held.record, person, PeopleEvent.DATE_WITHDRAWN)
    return held


def evening_call_off(*, evening: Evening, person: Person) -> Evening:
    """Call an evening off, as the keeper; others can be proposed."""
    with _writing(evening) as held:
        _must(held.record, person, Need.KEEP)
        held.called_off_at = timezone.now()
        _log(held.record, person, PeopleEvent.EVENING_CALLED_OFF)
    return held


def link_renew(*, evening: Evening, person: Person) -> Evening:
    """Replace the link of an evening, as the keeper; answers of who only had the old one go."""
    with _writing(evening) as held:
        _must(held.record, person, Need.KEEP)
        _renew_link(held.pk)
        held.refresh_from_db(fields=_OF_LINK)
        for other in Person.objects.filter(pk__in=selectors.answering(held)):
            if not may(other, held.record).belongs:
                EveningAnswer.objects.filter(date__evening=held, person=other).delete()
        _log(held.record, person, PeopleEvent.EVENING_LINK_RENEWED)
    return held


def links_renew(evenings: QuerySet[Evening]) -> int:
    """Replace the links of evenings; return how many."""
    found = list(evenings.values_list("pk", flat=True))
    for pk in found:
        _renew_link(pk)
    return len(found)


def plan_of(evening: Evening) -> Plan:
    """Return where an evening is, who brings what, and how long it is planned for."""
    return Plan(evening.place, evening.brings, evening.minutes)


def _renew_link(pk: int) -> None:
    Evening.objects.filter(pk=pk).update(key=new_invite_key(), link_made_at=timezone.now())


def _to_withdraw(date: EveningDate, person: Person) -> Need:
    return Need.WRITE if date.proposed_by_id == person.pk else Need.KEEP


def _must(record: Record, person: Person, need: Need) -> None:
    """Refuse if somebody may no longer do this."""
    if (may(person, record).need or 0) < need:
        raise PermissionDenied


@contextmanager
def _writing(evening: Evening) -> Iterator[Evening]:
    """Lock the record of an evening that is still ahead, for one change of it."""
    with locked_record(evening.record, Problem("evening.gone")) as record:
        same = Evening.objects.of(record).filter(pk=evening.pk).select_related("campaign", "game")
        held = or_refuse(same.first(), Problem("evening.gone"))
        if held.stage not in (Stage.OPEN, Stage.SETTLED):
            raise RulesError([Problem("evening.over")])
        yield held
        _tidy(held)


def _tidy(evening: Evening) -> None:
    """Save an evening, with when it is over by what it has now."""
    starts = list(evening.dates.values_list("starts_at", flat=True))
    closes = closes_at(starts, evening.starts_at, evening.minutes)
    evening.closes_at = closes or evening.closes_at
    evening.sequence += 1
    _save(evening)


def _save(evening: Evening) -> None:
    """Save what is changed here; a link that was renewed meanwhile stays, and who was told."""
    evening.changed_at = timezone.now()
    if evening._state.adding:
        evening.save()
        return
    names = [field.name for field in Evening._meta.concrete_fields if not field.primary_key]
    evening.save(update_fields=[name for name in names if name not in (*_OF_LINK, *_OF_NOTICES)])


def _new_evening(record: Record, person: Person, zone: str, minutes: int) -> Evening:
    """Return a new evening of a record, not saved yet; one too many deletes the oldest."""
    others = Evening.objects.of(record)
    kept = others.order_by("-pk").values("pk")[: MAX_KEPT - 1]
    others.exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()
    evening = Evening(made_by=person, zone=zone, minutes=minutes)
    evening.belong_to(record)
    return evening


def _set_plan(evening: Evening, plan: Plan) -> None:
    evening.place, evening.brings = one_line(plan.place), one_line(plan.brings)
    evening.minutes = plan.minutes
    refuse(
        (
            *text_problems("place", evening.place, NAME),
            *text_problems("brings", evening.brings, REASON),
        )
    )


def _note_answer(date: EveningDate, person: Person, answer: Answer) -> None:
    EveningAnswer.objects.update_or_create(
        date=date, person=person, defaults={"answer": answer, "at": timezone.now()}
    )


def _settle_if_agreed(evening: Evening) -> bool:
    """Settle an open evening on the first date that everybody who is asked can make, if any."""
    if evening.starts_at is not None:
        return False
    people = {person.pk for person in selectors.people_asked(evening.record)}
    ahead = [date for date in selectors.dates_of(evening) if date.starts_at > timezone.now()]
    found = agreed(selectors.proposals_of(ahead), people)
    if found is not None:
        _settle(evening, found.starts_at)
        _log(evening.record, None, PeopleEvent.EVENING_SETTLED)
        evening_notice(kind=NoticeKind.SETTLED, evening=evening)
    return found is not None


def _settle(evening: Evening, moment: datetime) -> None:
    if evening.starts_at not in (None, moment):
        evening.started_before = evening.starts_at
    evening.starts_at = moment


def look_alike_problems(
    evening: Evening, person: Person, name: str, path: str
) -> Iterator[Problem]:
    """Yield a problem if a name that is new at an evening looks like that of somebody there."""
    shape = skeleton(name)
    asked = selectors.people_asked(evening.record)
    answered = Person.objects.filter(evening_answers__date__evening=evening)
    for other in {*asked, *answered} - {person}:
        if skeleton(str(other)) == shape:
            yield Problem("people.looks_alike", {"person": str(other)}, path)
            return


def _log(
    record: Record, person: Person | None, event: PeopleEvent, token: str | None = None
) -> None:
    detail = ChangeDetail(people=event)
    record.new_change(
        kind=ChangeKind.PEOPLE, person=person, payload=to_plain(detail), token=token or None
    ).save()
