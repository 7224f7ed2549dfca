"""Fork a campaign: a second one that shares the story up to a game."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.services.campaigns import campaign_fork
from tracker.access import Access, campaign_access
from tracker.forms.campaigns import ForkForm
from tracker.guests import form_key, person_or_guest
from tracker.limits import NEW_CAMPAIGNS, address_of
from tracker.pages import asked_game, go, record_page, sent
from tracker.systems.registry import campaign_face


def fork(request: HttpRequest, code: str) -> HttpResponse:
    """Ask after which game to branch off, and make the second campaign; its maker keeps it."""
    access = campaign_access(request, code)
    if not may_fork(access):
        raise PermissionDenied
    games = campaign_face(access.campaign.system).games(access.campaign)
    form = ForkForm(sent(request), access=access, games=games)
    asked = asked_game(request, access)
    if asked is not None:
        form.fields["after"].initial = asked

    def make() -> object:
        token = form.cleaned_data["token"]
        with person_or_guest(request, form=token) as person:
            return form.fork(
                lambda: campaign_fork(
                    campaign=access.campaign,
                    person=person,
                    after=form.cleaned_data["after"],
                    name=form.cleaned_data["name"],
                    token=form_key(token),
                )
            )

    if request.method == "POST":
        NEW_CAMPAIGNS.take(address_of(request))
    if form.enter(lambda _who: make()) and form.made is not None:
        messages.success(request, _("Forked. You are the keeper of the new campaign."))
        return go(request, "campaign", code=form.made.code)
    context = {"form": form}
    return record_page(
        request, access, "campaigns/fork.html", context, current="history", status=form.status
    )


def may_fork(access: Access) -> bool:
    """Say whether a second campaign would have a keeper: a passer-by may fork the demo alone."""
    return access.person is not None or access.campaign.demo
