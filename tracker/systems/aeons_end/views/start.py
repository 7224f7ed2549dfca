"""Start a campaign in one step, with or without an account."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from campaign.models import Campaign, Person
from campaign.rules.aeons_end.systems import LEGACY
from campaign.rules.core.problems import RulesError
from campaign.rules.core.texts import one_line
from campaign.services import AlreadyDone
from campaign.services.campaigns import campaign_start
from tracker.access import person_of
from tracker.guests import find_or_make_guest, form_key, sign_in
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
            campaign, person = _start(request, form)
        except RulesError as error:
            form.refuse(error.problems)
        else:
            if person_of(request) is None:
                sign_in(request, person)
            return redirect("campaign", code=campaign.code)
    status = 422 if form.errors else 200
    context = {"form": form, "styles": face_of(LEGACY.slug).styles}
    return page(request, "aeons_end/start.html", context, status=status)


def _start(request: HttpRequest, form: StartForm) -> tuple[Campaign, Person]:
    """Start the campaign this form tells of; sent twice, it is the one already started.

    In one transaction with its guest: where the party is refused, nobody is left behind.
    """
    token = form.cleaned_data["token"]
    seats = form.seats()
    with transaction.atomic():
        person = person_of(request) or find_or_make_guest(
            request, display_name=one_line(seats[0].player), form=token
        )
        try:
            campaign = campaign_start(
                person=person,
                name=form.cleaned_data["name"],
                seats=seats,
                system=LEGACY.slug,
                language=form.cleaned_data["language"],
                token=form_key(token),
            )
        except AlreadyDone as done:
            campaign = done.campaign
    return campaign, person
