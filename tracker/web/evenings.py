"""The next evening on other pages: a campaign's first page, home, the page of a one-off game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Campaign, Evening, Game, Person, Record
from campaign.packs import game_name
from campaign.rules.evenings.agreement import Stage
from campaign.selectors.evenings import next_for, next_of
from tracker.words.evenings import evening_title

BEFORE = timedelta(hours=36)  # so long before an evening, what happened last time is offered


@dataclass(frozen=True, slots=True)
class NextEvening:
    """The next evening in one line; or, if there is none, the way to propose dates."""

    of: str  # whose evening it is, where pages of several are shown together
    title: str
    text: str
    url: str
    label: str
    asks: bool = False  # the reader has not answered yet
    previously_url: str = ""  # what happened last time, shortly before the evening


def next_evening(record: Record, person: Person | None, *, may_plan: bool) -> NextEvening | None:
    """Return the next evening of a record; None if there is none, and this reader plans none."""
    evening = next_of(record, person)
    if evening is not None:
        return _ahead(evening, record, of="")
    if not may_plan or record.is_archived:
        return None
    return NextEvening(
        of="",
        title=_("When do we play next?"),
        text=_("Propose dates; everybody answers with one tap."),
        url=evenings_url(record),
        label=_("Propose dates"),
    )


def next_evening_for(person: Person) -> NextEvening | None:
    """Return the evening that comes first for somebody; None if there is none."""
    evening = next_for(person)
    if evening is None:
        return None
    return _ahead(evening, evening.record, of=name_of(evening.record))


def evenings_url(record: Record) -> str:
    """Return the page of a record's evenings."""
    name = "evenings" if isinstance(record, Campaign) else "game_evenings"
    return reverse(name, args=[record.code])


def name_of(record: Record) -> str:
    """Return whose evening it is: the name of a campaign, or the box of a one-off game."""
    match record:
        case Campaign():
            return record.name
        case Game():
            return game_name(record.system, record.language)
    raise TypeError(f"{record!r} is no record")


def previously_url(evening: Evening, record: Record) -> str:
    """Return the page of what happened last time, from a day and a half before an evening on."""
    if not isinstance(record, Campaign) or evening.starts_at is None:
        return ""
    if evening.starts_at - timezone.now() > BEFORE:
        return ""
    return reverse("previously", args=[record.code])


def _ahead(evening: Evening, record: Record, *, of: str) -> NextEvening:
    is_open = evening.stage is Stage.OPEN
    asks = is_open and evening.answered < evening.proposed
    return NextEvening(
        of=of,
        title=evening_title(evening),
        text=_dates_proposed(evening.proposed) if is_open else evening.place,
        url=reverse("evening", args=[evening.key]),
        label=_label(is_open=is_open, asks=asks),
        asks=asks,
        previously_url=previously_url(evening, record),
    )


def _label(*, is_open: bool, asks: bool) -> str:
    """Return what the button to an evening says."""
    if asks:
        return _("Answer")
    return _("See the answers") if is_open else _("Open the plan")


def _dates_proposed(number: int) -> str:
    text = ngettext("%(number)s date is proposed.", "%(number)s dates are proposed.", number)
    return text % {"number": number}
