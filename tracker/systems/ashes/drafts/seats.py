"""Who plays in a draft: open one, join it, leave, and come back to a seat that was lost."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.models import Draft, Person
from campaign.rules.ashes.catalogue import Edition
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes import drafts as services
from tracker.access import person_of
from tracker.forms.fields import sent_number
from tracker.guests import find_or_make_guest, form_key, person_or_guest, sign_in
from tracker.limits import WRONG_LINKS, address_of
from tracker.pages import go, page, say_problems, sent
from tracker.posting import posted
from tracker.systems.ashes.drafts.forms import PlayerForm, StartDraftForm
from tracker.systems.ashes.drafts.views import Place, draft_page, others, place_in, to_draft
from tracker.systems.ashes.words.problems import sentence


def drafts(request: HttpRequest) -> HttpResponse:
    """List somebody's drafts, and open another."""
    person = person_of(request)
    form = StartDraftForm(sent(request), initial={"name": _called(person)})
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
                    sets=selectors.owned_of(host, edition),
                    token=form_key(token),
                )
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
        else:
            return go(request, "draft", draft.code)
    mine = selectors.drafts_of(person) if person else []
    context = {"form": form, "drafts": mine}
    return draft_page(request, "drafts.html", context, status=422 if form.errors else 200)


def _called(person: Person | None) -> str:
    return str(person) if person and person.display_name else ""


def join(request: HttpRequest, key: str) -> HttpResponse:
    """Take a seat by the invitation, with one's own phone."""
    draft = Draft.objects.filter(join_key=key).first() if key.isprintable() else None
    if draft is None:
        WRONG_LINKS.take(address_of(request))
        return page(request, "people/closed.html", status=404)
    person = person_of(request)
    if person and (selectors.seats_of(draft, person) or draft.host_id == person.pk):
        return go(request, "draft", draft.code)
    form = PlayerForm(sent(request), initial={"name": _called(person)})
    if draft.facts.exists():
        return _come_back(request, draft)
    if form.is_valid():
        try:
            joined = _join(request, draft, form)
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
        else:
            if person is None:
                sign_in(request, joined)
            return go(request, "draft", draft.code)
    names = list(draft.seats.values_list("name", flat=True))
    context = {"form": form, "names": names}
    return draft_page(request, "join.html", context, status=422 if form.errors else 200)


def _come_back(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Take a seat of a draft that has begun, which another player has freed."""
    free = list(draft.seats.filter(person=None))
    asked = next((seat for seat in free if str(seat.seat) == request.POST.get("seat")), None)
    if asked is not None:
        try:
            with person_or_guest(request, display_name=asked.name) as came:
                services.draft_take(draft=draft, seat=asked.seat, person=came)
        except RulesError as error:
            say_problems(request, error, sentence)
        else:
            return go(request, "draft", draft.code)
    names = list(draft.seats.values_list("name", flat=True))
    context = {"is_begun": True, "free": free, "names": names}
    return draft_page(request, "join.html", context)


def _join(request: HttpRequest, draft: Draft, form: PlayerForm) -> Person:
    """Sit down, as a guest if nobody is signed in; the same form sent twice is one guest."""
    name, token = form.cleaned_data["name"], form_key(form.cleaned_data["token"])
    person = person_of(request)
    with transaction.atomic():
        came = draft.seats.filter(token=token).first()
        if person is None and came is not None and came.person is not None:
            return came.person
        joins = person or find_or_make_guest(request, display_name=name)
        services.draft_join(draft=draft, person=joins, name=name, token=token)
    return joins


@posted(to_draft, sentence)
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """Add a player without a phone, remove one, leave, or free the seat of a lost phone."""
    place = place_in(request, code)
    removed, freed = request.POST.get("remove", ""), request.POST.get("free", "")
    if freed:
        _free(request, place, freed)
    elif removed:
        mine = {str(seat.seat) for seat in place.seats}
        if not place.is_host and removed not in mine:
            raise Http404
        if (seat := sent_number(removed, 1)) is not None:
            services.draft_leave(draft=place.draft, seat=seat)
        if not place.is_host:
            return go(request, "drafts")
    elif place.is_host:
        form = PlayerForm(request.POST)
        if form.is_valid():
            services.draft_join(
                draft=place.draft,
                person=place.person,
                name=form.cleaned_data["name"],
                token=form_key(form.cleaned_data["token"]),
            )
        else:
            messages.error(request, _("Enter a name."))
    return go(request, "draft", place.draft.code)


def _free(request: HttpRequest, place: Place, number: str) -> None:
    seat = next((each for each in others(place) if str(each.seat) == number), None)
    if seat is None or not place.draft.facts.exists():
        raise RulesError([Problem("draft.no_such_seat")])
    services.draft_free(draft=place.draft, seat=seat.seat)
    text = _("%(name)s can come back by the link below, and take the seat.")
    messages.success(request, text % {"name": seat.name})
