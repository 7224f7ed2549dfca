"""The start of a journal."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from campaign.models import Campaign, Person
from campaign.rules.core.problems import RulesError
from campaign.rules.journal.systems import SLUG
from campaign.services.campaigns import campaign_start
from tracker.faces.registry import face_of
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import NEW_CAMPAIGNS, address_of
from tracker.presenters.offers import campaign_tiles
from tracker.systems.journal.forms.start import StartJournalForm
from tracker.web.pages import page, sent


def start(request: HttpRequest) -> HttpResponse:
    """Start a journal, with a description of its game or with nothing but a name."""
    form = StartJournalForm(sent(request), request.FILES or None)
    if request.method == "POST":
        NEW_CAMPAIGNS.take(address_of(request))
    if form.is_valid():
        try:
            return redirect("campaign", code=_start(request, form).code)
        except RulesError as error:
            form.refuse(error.problems)
    face = face_of(SLUG)
    context = {"styles": face.styles, "look": face.look, "offers": campaign_tiles(SLUG)}
    return page(request, "journal/start.html", context, form=form)


def _start(request: HttpRequest, form: StartJournalForm) -> Campaign:
    """Start the journal of a valid form."""
    token = form.cleaned_data["token"]
    with person_or_guest(request, display_name=form.player(), form=token) as person:
        return journal_begin(form, person, token=form_key(token))


def journal_begin(
    form: StartJournalForm, person: Person, *, system: str = SLUG, token: str
) -> Campaign:
    """Start the journal of a valid form."""
    return campaign_start(
        person=person,
        name=form.cleaned_data["name"],
        seats=(),
        system=system,
        language=form.cleaned_data["language"],
        token=token,
        opening=form.opening(),
    )
