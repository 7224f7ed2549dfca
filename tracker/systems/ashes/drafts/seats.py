"""Who plays a draft: open one, join it, add, remove and free seats."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.models import Draft, Person
from campaign.rules.ashes.catalogue import Edition
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes import drafts as services
from tracker.people.access import person_of
from tracker.people.guests import form_key, person_or_guest, sign_in
from tracker.people.limits import WRONG_LINKS, address_of
from tracker.systems.ashes.drafts.forms import PlayerForm, StartDraftForm
from tracker.systems.ashes.drafts.place import Place, draft_page, others, place_in, to_draft
from tracker.systems.ashes.drafts.presenters import (
    JoinPage,
)
from tracker.systems.ashes.words.problems import sentence
from tracker.web.pages import go, page, say_problems, sent
from tracker.web.post_only import posted


def drafts(request: HttpRequest) -> HttpResponse:
    """List the person's drafts, and open another."""
    person = person_of(request)
    form = StartDraftForm(sent(request), person=person, name=_name_of(person))
    if form.is_valid():
        chosen = form.cleaned_data
        name, token = chosen["name"], chosen["token"]
        edition = Edition(chosen["edition"])
        try:
            with person_or_guest(request, display_name=name, form=token) as host:
                draft = services.draft_start(
                    person=host,
                    name=name,
                    edition=edition,
                    sets=form.sets(),
                    token=form_key(token),
                )
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
        else:
            return go(request, "draft", draft.code)
    mine = selectors.drafts_of(person) if person else []
    return draft_page(request, "drafts.html", {"drafts": mine}, form=form)


def _name_of(person: Person | None) -> str:
    return str(person) if person and person.display_name else ""


def join(request: HttpRequest, key: str) -> HttpResponse:
    """Take a seat by the invitation link."""
    draft = selectors.draft_of_link(key)
    if draft is None:
        WRONG_LINKS.take(address_of(request))
        return page(request, "people/closed.html", status=404)
    person = person_of(request)
    if person and (selectors.seats_of(draft, person) or draft.host_id == person.pk):
        return go(request, "draft", draft.code)
    if draft.facts.exists():
        return _rejoin(request, draft)
    form = PlayerForm(sent(request), initial={"name": _name_of(person)})
    if form.is_valid():
        try:
            _join(request, draft, form)
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
        else:
            return go(request, "draft", draft.code)
    return draft_page(request, "join.html", {"page": JoinPage(_players(draft))}, form=form)


def _players(draft: Draft) -> str:
    return ", ".join(seat.name for seat in draft.seats.all())


def _rejoin(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Take a free seat of a draft that has begun."""
    free_seats = tuple(draft.seats.filter(person=None))
    chosen = next((seat for seat in free_seats if str(seat.seat) == request.POST.get("seat")), None)
    if chosen is not None:
        try:
            with person_or_guest(request, display_name=chosen.name) as person:
                services.draft_take(draft=draft, seat=chosen.seat, person=person)
        except RulesError as error:
            say_problems(request, error, sentence)
        else:
            return go(request, "draft", draft.code)
    late = JoinPage(_players(draft), is_begun=True, free_seats=free_seats)
    return draft_page(request, "join.html", {"page": late})


def _join(request: HttpRequest, draft: Draft, form: PlayerForm) -> None:
    """Take a seat, as a new guest if not signed in; a form sent twice makes one guest.

    It signs its guest in again, but nobody who has an account: that takes a password.
    """
    name, token = form.cleaned_data["name"], form_key(form.cleaned_data["token"])
    taken = draft.seats.filter(token=token).first()
    if person_of(request) is None and taken is not None and taken.person is not None:
        if not taken.person.is_guest:
            raise RulesError([Problem("draft.seat_taken")])
        sign_in(request, taken.person)
        return
    with person_or_guest(request, display_name=name) as person:
        services.draft_join(draft=draft, person=person, name=name, token=token)


@posted(to_draft, sentence)
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """Add a player without a phone, remove one, leave, or free the seat of a lost phone."""
    place = place_in(request, code)
    removed, freed = request.POST.get("remove", ""), request.POST.get("free", "")
    if freed:
        _free(request, place, freed)
    elif removed:
        seats = place.draft.seats.all() if place.is_host else place.seats
        seat = next((seat for seat in seats if str(seat.pk) == removed), None)
        if seat is not None:
            services.draft_leave(draft=place.draft, seat=seat, person=place.person)
        elif not place.is_host:
            raise Http404
        if not place.is_host:
            return go(request, "drafts")
    elif place.is_host:
        form = PlayerForm(request.POST)
        if not form.is_valid():
            raise RulesError([Problem("draft.name_missing")])
        name, token = form.cleaned_data["name"], form_key(form.cleaned_data["token"])
        services.draft_join(draft=place.draft, person=place.person, name=name, token=token)
    return go(request, "draft", place.draft.code)


def _free(request: HttpRequest, place: Place, number: str) -> None:
    seat = next((seat for seat in others(place) if str(seat.seat) == number), None)
    if seat is None or not place.draft.facts.exists():
        raise RulesError([Problem("draft.no_such_seat")])
    services.draft_free(draft=place.draft, seat=seat.seat, person=place.person)
    text = _("%(name)s can come back by the link below, and take the seat.")
    messages.success(request, text % {"name": seat.name})
