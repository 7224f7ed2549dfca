"""Who may do what with an evening: everybody with its link answers, the group plans it."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from campaign.models import Evening
from campaign.rules.core.problems import Problem
from campaign.selectors.evenings import evening_of_link, link_is_closed_to
from campaign.selectors.standing import Need, may
from tracker.people.access import Access, passes_of, person_of, remember
from tracker.people.limits import WRONG_LINKS, address_of
from tracker.words import sentence


@dataclass(frozen=True, slots=True)
class EveningAccess:
    """An evening, and what this visitor may do in the campaign or game that it belongs to."""

    evening: Evening
    access: Access

    @property
    def is_inside(self) -> bool:
        """Say whether this visitor belongs to the group, and may see its pages."""
        return self.access.standing.belongs and self.access.standing.sees

    @property
    def may_plan(self) -> bool:
        """Say whether this visitor may propose dates and change the plan."""
        return self.access.may_record

    @property
    def may_settle(self) -> bool:
        """Say whether this visitor may settle a date and call the evening off."""
        return self.access.may_keep


def evening_access(request: HttpRequest, key: str, need: Need | None = None) -> EveningAccess:
    """Return an evening by the key of its link; ``need`` is what a page asks of the group.

    An unknown link is counted, as of any invitation.
    """
    evening = evening_of_link(key)
    if evening is None:
        WRONG_LINKS.take(address_of(request))
        raise Http404
    person = person_of(request)
    remember(request, evening.record)
    standing = may(person, evening.record, passes_of(request))
    if link_is_closed_to(evening, person, standing):
        raise PermissionDenied(sentence(Problem("evening.closed_to_you")))
    if need is not None and (standing.need or 0) < need:
        raise PermissionDenied
    return EveningAccess(evening, Access(evening.record, person, standing))
