"""An evening as its page shows it, and the next one as other pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaign.models import Evening, EveningDate, Person, Record
from campaign.rules.evenings.agreement import Answer, Stage, best
from campaign.selectors.evenings import dates_of, past_of, people_asked, proposals_of
from tracker.people.evening_access import EveningAccess
from tracker.pictures.qr import qr_image
from tracker.presenters.seats import Invitation
from tracker.words.evenings import (
    capitalised,
    evening_clock,
    evening_day,
    evening_moved,
    evening_state,
    evening_title,
)
from tracker.words.phrases import listed

ICONS = {Answer.YES: "check", Answer.MAYBE: "maybe", Answer.NO: "cross"}
MAX_PAST = 20  # evenings that are listed


@dataclass(frozen=True, slots=True)
class AnswerButton:
    """One of the three answers to a date."""

    value: str  # that its button sends
    label: str
    kind: Answer
    icon: str
    is_mine: bool
    names: str  # of who answered so
    count: int


@dataclass(frozen=True, slots=True)
class DateRow:
    """A proposed date, with everybody's answers."""

    key: int
    title: str
    clock: str
    moment: str  # for machines
    buttons: tuple[AnswerButton, ...]
    is_settled: bool
    is_best: bool
    is_past: bool
    may_remove: bool


@dataclass(frozen=True, slots=True)
class EveningView:
    """An evening for one visitor."""

    title: str
    state: str
    moved: str
    of: str  # the campaign, or the box of the one-off game
    place: str
    brings: str
    zone: str
    until: str  # when it is planned to end; "" until it is settled
    rows: tuple[DateRow, ...]
    waiting: str  # names of who has not answered to every date yet
    is_ahead: bool
    is_settled: bool
    asks: bool  # this visitor has not answered to every date yet


def evening_view(found: EveningAccess, of: str) -> EveningView:
    """Return an evening with its dates and answers."""
    evening, person = found.evening, found.access.person
    dates = dates_of(evening)
    ahead = [date for date in dates if date.starts_at > timezone.now()]
    favourite = best(proposals_of(ahead)) if len(ahead) > 1 else None
    stage = evening.stage
    return EveningView(
        title=evening_title(evening),
        state=evening_state(evening),
        moved=evening_moved(evening),
        of=of,
        place=evening.place,
        brings=evening.brings,
        zone=evening.zone,
        until=_until(evening),
        rows=tuple(
            _row(found, date, is_best=favourite is not None and favourite.key == date.pk)
            for date in dates
        ),
        waiting=listed(_waiting(found, ahead)),
        is_ahead=stage in (Stage.OPEN, Stage.SETTLED),
        is_settled=stage is Stage.SETTLED,
        asks=stage is Stage.OPEN and any(_answer_of(date, person) is None for date in ahead),
    )


def invitation_of(request: HttpRequest, evening: Evening) -> Invitation:
    """Return the link of an evening, with its QR code."""
    link = request.build_absolute_uri(reverse("evening", args=[evening.key]))
    return Invitation(link, qr_image(link))


def _until(evening: Evening) -> str:
    if evening.starts_at is None:
        return ""
    return evening_clock(evening.starts_at + timedelta(minutes=evening.minutes), evening.zone)


def _row(found: EveningAccess, date: EveningDate, *, is_best: bool) -> DateRow:
    evening, person = found.evening, found.access.person
    mine = _answer_of(date, person)
    is_settled = date.starts_at == evening.starts_at
    proposed_it = person is not None and date.proposed_by_id == person.pk
    return DateRow(
        key=date.pk,
        title=capitalised(evening_day(date.starts_at, evening.zone)),
        clock=evening_clock(date.starts_at, evening.zone),
        moment=date.starts_at.isoformat(),
        buttons=tuple(_button(date, answer, mine) for answer in Answer),
        is_settled=is_settled,
        is_best=is_best,
        is_past=date.starts_at <= timezone.now(),
        may_remove=not is_settled and found.may_plan and (found.may_settle or proposed_it),
    )


def _button(date: EveningDate, answer: Answer, mine: str | None) -> AnswerButton:
    names = [str(given.person) for given in date.answers.all() if given.answer == answer]
    return AnswerButton(
        value=f"{date.pk} {answer}",
        label=_answer_label(answer),
        kind=answer,
        icon=ICONS[answer],
        is_mine=mine == answer,
        names=listed(names),
        count=len(names),
    )


def _answer_label(answer: Answer) -> str:
    match answer:
        case Answer.YES:
            return _("Yes")
        case Answer.MAYBE:
            return _("Maybe")
        case Answer.NO:
            return _("No")


def _answer_of(date: EveningDate, person: Person | None) -> str | None:
    if person is None:
        return None
    return next((g.answer for g in date.answers.all() if g.person_id == person.pk), None)


def _waiting(found: EveningAccess, dates: list[EveningDate]) -> list[str]:
    """Return the names of who is asked and has not answered to all dates."""
    if found.evening.stage is not Stage.OPEN:
        return []
    return [
        str(person)
        for person in people_asked(found.evening.record)
        if any(_answer_of(date, person) is None for date in dates)
    ]


@dataclass(frozen=True, slots=True)
class PastEvening:
    """An evening that took place."""

    title: str
    place: str
    url: str


def past_evenings(record: Record) -> tuple[PastEvening, ...]:
    """Return the latest evenings of a record that took place."""
    return tuple(
        PastEvening(evening_title(each), each.place, reverse("evening", args=[each.key]))
        for each in past_of(record, most=MAX_PAST)
    )
