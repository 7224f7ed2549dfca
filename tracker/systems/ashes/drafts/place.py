"""Who somebody is in a draft, which every page of it asks first."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Draft, DraftSeat, Person
from campaign.models.records import CODE_LENGTH
from campaign.selectors import ashes as selectors
from tracker.people.access import person_of
from tracker.systems.ashes.decks.asked import STYLES
from tracker.systems.ashes.look import LOOK
from tracker.web.pages import page


@dataclass(frozen=True, slots=True)
class Place:
    """A person in a draft, with the seats that their phone plays."""

    draft: Draft
    person: Person
    seats: list[DraftSeat]

    @property
    def is_host(self) -> bool:
        """Say whether they host it."""
        return self.draft.host_id == self.person.pk

    @property
    def was_freed(self) -> bool:
        """Say whether they had a seat, which was freed."""
        freed = self.draft.seats.filter(freed_from=self.person)
        return not self.seats and not self.is_host and freed.exists()

    def seat(self, number: object) -> int | None:
        """Return the seat of theirs with this number; their only one, whatever the number."""
        mine = [seat.seat for seat in self.seats]
        if len(mine) == 1:
            return mine[0]
        return next((seat for seat in mine if str(seat) == number), None)


def place_in(request: HttpRequest, code: str, *, host: bool = False) -> Place:
    """Return the person's place in a draft; raise 404 if they have none, or do not host it."""
    person = person_of(request)
    if person is None or len(code) != CODE_LENGTH:
        raise Http404
    draft = selectors.draft_of_code(code)
    place = Place(draft, person, selectors.seats_of(draft, person)) if draft else None
    if place is not None and place.was_freed:
        raise PermissionDenied(_("Your seat in this draft was freed. Open its link to take one."))
    if place is None or not (place.is_host or (place.seats and not host)):
        raise Http404
    return place


def draft_page(
    request: HttpRequest, template: str, context: Mapping[str, object], **more: Any
) -> HttpResponse:
    """Render a page of drafts, which no cache may store."""
    whole = {"styles": STYLES, "look": LOOK, **context}
    answer = page(request, f"ashes/drafts/{template}", whole, **more)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def to_draft(request: HttpRequest, code: str, *, host: bool = False) -> str:
    """Return the URL of the draft, for who has a place in it, or hosts it."""
    return reverse("draft", args=[place_in(request, code, host=host).draft.code])


to_hosted = partial(to_draft, host=True)


def to_seat(request: HttpRequest, code: str) -> str:
    """Return the URL of the draft, for the seat that chose if the phone plays several."""
    place = place_in(request, code)
    url, seat = reverse("draft", args=[place.draft.code]), place.seat(request.POST.get("seat"))
    return f"{url}?seat={seat}" if seat and len(place.seats) > 1 else url


def others(place: Place) -> list[DraftSeat]:
    """Return the seats of other people, and those that are free."""
    return [seat for seat in place.draft.seats.all() if seat.person_id != place.person.pk]
