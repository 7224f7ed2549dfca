"""Start a campaign in one step, with or without an account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from campaign.models import Campaign
from campaign.rules.aeons_end.systems import LEGACY
from campaign.rules.core.problems import RulesError
from campaign.rules.core.texts import one_line
from campaign.services.campaigns import campaign_start
from campaign.services.writing import AlreadyDone
from tracker.guests import form_key, person_or_guest
from tracker.limits import NEW_CAMPAIGNS, address_of
from tracker.pages import page, sent
from tracker.systems.aeons_end.forms.start import StartForm
from tracker.systems.registry import face_of


def start(request: HttpRequest) -> HttpResponse:
    """Ask who sits down, and start."""
    form = StartForm(sent(request))
    if request.method == "POST":
        NEW_CAMPAIGNS.take(address_of(request))
    if form.is_valid():
        try:
            return redirect("campaign", code=_start(request, form).code)
        except RulesError as error:
            form.refuse(error.problems)
    status = 422 if form.errors else 200
    context = {"form": form, "styles": face_of(LEGACY.slug).styles}
    return page(request, "aeons_end/start.html", context, status=status)


def _start(request: HttpRequest, form: StartForm) -> Campaign:
    """Start the campaign this form tells of; sent twice, it is the one already started."""
    token = form.cleaned_data["token"]
    seats = form.seats()
    called = one_line(seats[0].player)
    with person_or_guest(request, display_name=called, form=token) as person:
        try:
            return campaign_start(
                person=person,
                name=form.cleaned_data["name"],
                seats=seats,
                system=LEGACY.slug,
                language=form.cleaned_data["language"],
                token=form_key(token),
            )
        except AlreadyDone as done:
            return done.campaign
