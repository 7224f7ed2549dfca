"""Entries that could not be saved: what the form shows, and what the answer is.

A view that writes reads top to bottom::

    refusal = save(form, lambda: service(**form.signature(), ...))
    if refusal is not None:
        return ...  # the page, with the refusal
    return ...  # what follows

``attempt`` is the same where the answer shows what was made, or whether it was made before.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import Http404

from campaign.models import Campaign, Change, Record
from campaign.rules.core.problems import RulesError
from campaign.selectors.history import HistoryEvent, events_of
from campaign.selectors.names import names_in
from campaign.services.writes import AlreadyDone, Stale
from tracker.forms.entry import EntryForm
from tracker.people.access import Access
from tracker.web.records import pages_of
from tracker.words.phrases import ago, somebody

NOT_SAVED = (Stale, RulesError, Campaign.DoesNotExist)  # what a service raises, or ``check``
CONFLICT, INVALID = 409, 422

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class StaleNote:
    """What changed since a form was opened, for ``includes/stale.html``."""

    who: str  # made the last change; "" is the reader, on another page
    when: str
    changes: tuple[str, ...]
    one_off: bool  # of a game without a campaign


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an entry was not saved."""

    status: int  # of the answer
    codes: frozenset[str] = frozenset()  # of the problems
    events: tuple[HistoryEvent, ...] = ()  # since a stale form was opened
    stale: StaleNote | None = None


NOT_SENT = Refusal(200)  # the form was only opened


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Made]):
    """What became of an entry: it was made now or when it was first sent, or is refused."""

    made: Made | None = None  # what the write returned
    before: Change | None = None  # the change of the same form, sent earlier
    refusal: Refusal | None = None


def attempt(form: EntryForm, write: Callable[[], Made]) -> Outcome[Made]:
    """Check a form, and write what it says; a form that was only opened is ``NOT_SENT``."""
    if not form.is_bound:
        return Outcome(refusal=NOT_SENT)
    try:
        form.check()
        return Outcome(made=write())
    except AlreadyDone as done:
        return Outcome(before=done.change)
    except NOT_SAVED as error:
        return Outcome(refusal=refuse(form, error))


def save(form: EntryForm, write: Callable[[], object]) -> Refusal | None:
    """Check a form, and write what it says; return None if that is saved, now or before.

    Otherwise return why not: ``NOT_SENT`` for a form that was only opened.
    """
    return attempt(form, write).refusal


def refuse(form: EntryForm, error: Exception) -> Refusal:
    """Show on a form why it was not saved; ``error`` is one of ``NOT_SAVED``."""
    match error:
        case Stale():
            return _refuse_stale(form, error)
        case RulesError(problems=problems):
            form.refuse(problems, pages_of(form.access.record).words)
            return Refusal(INVALID, codes=frozenset(problem.code for problem in problems))
        case Campaign.DoesNotExist():
            raise Http404 from error
    raise error


def _refuse_stale(form: EntryForm, stale: Stale) -> Refusal:
    """Let the form, if it is sent again, apply what was typed to the record as it is now."""
    _update(form.access.record, stale.record)
    form.renew()
    events = events_of(stale.changes)
    return Refusal(CONFLICT, events=events, stale=stale_note(form.access, events))


def _update(record: Record, now: Record) -> None:
    record.revision, record.stamp, record.language = now.revision, now.stamp, now.language


def stale_note(access: Access, events: tuple[HistoryEvent, ...]) -> StaleNote | None:
    """Return what changed since a form was opened; None if nothing did."""
    if not events:
        return None
    last, pages = events[-1].change, pages_of(access.record)
    who, texts = somebody_else(last, access), pages.change_texts(events)
    return StaleNote(who, ago(last.at), texts, one_off=pages.is_one_off)


def somebody_else(change: Change, access: Access) -> str:
    """Return the name of who made a change; "" if it was the reader."""
    if change.person is not None and change.person == access.person:
        return ""
    return somebody(change, names_in(access.record))
