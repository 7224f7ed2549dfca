"""What can be entered as new, as links."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.journal.state import State
from tracker.systems.journal.novelties import New


@dataclass(frozen=True, slots=True)
class NewChoice:
    """A kind of new thing, and where it is entered."""

    label: str
    url: str
    is_chosen: bool


def new_choices(campaign: Campaign, state: State, chosen: New) -> tuple[NewChoice, ...]:
    """Return what can be entered as new."""
    return tuple(
        NewChoice(_label(what), reverse("journal_new", args=[campaign.code, what]), what is chosen)
        for what in New
        if can_be_new(what, state)
    )


def can_be_new(what: New, state: State) -> bool:
    """Say whether something can be entered: a reminder needs a chapter that comes."""
    return what is not New.REMINDER or state.box.has_course


def _label(what: New) -> str:
    match what:
        case New.THING:
            return _("A thing")
        case New.NUMBER:
            return _("A number")
        case New.SEAL:
            return _("A seal")
        case New.CHAPTER:
            return _("A chapter")
        case New.REMINDER:
            return _("A reminder")
