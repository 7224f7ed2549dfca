"""Entries that could not be saved: what the form shows, and what the answer is.

A view that writes reads top to bottom::

    refusal = save(form, lambda: service(**form.signature(), ...))
    if refusal is not None:
        return ...  # the page, with the refusal
    return ...  # what follows
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404

from campaign.models import Campaign, Change, Record
from campaign.rules.core.problems import RulesError
from campaign.selectors.history import HistoryEvent, events_of
from campaign.services.writes import AlreadyDone, Stale
from tracker.forms.entry import EntryForm
from tracker.people.access import Access
from tracker.web.records import pages_of
from tracker.words.phrases import ago, somebody

NOT_SAVED = (Stale, RulesError, Campaign.DoesNotExist)  # what a service raises, or ``check``
CONFLICT, INVALID = 409, 422


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


def save(form: EntryForm, write: Callable[[], object]) -> Refusal | None:
    """Check a form, and write what it says; return None if that is saved, now or before.

    Otherwise return why not: ``NOT_SENT`` for a form that was only opened.
    """
    if not form.is_bound:
        return NOT_SENT
    try:
        form.check()
        write()
    except AlreadyDone:
        return None
    except NOT_SAVED as error:
        return refuse(form, error)
    return None


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
    return somebody(change)
