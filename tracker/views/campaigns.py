"""A campaign itself: front page, settings, archiving, deletion, forks."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Campaign
from campaign.services import campaigns as services
from tracker.forms.campaigns import DeleteForm, ForkForm, SettingsForm
from tracker.forms.one_offs import BareForm
from tracker.people.access import Access, Need, campaign_access
from tracker.people.guests import form_key, person_or_guest, stay_signed_in
from tracker.people.limits import NEW_CAMPAIGNS, address_of
from tracker.people.sign_ins import confirmed
from tracker.systems.registry import campaign_face
from tracker.web.pages import asked_game, form_page, go, record_page, sent
from tracker.web.post_only import posted, to_campaign_page


@require_safe
def campaign(request: HttpRequest, code: str) -> HttpResponse:
    """Show the state of a campaign and its next step."""
    access = campaign_access(request, code)
    stay_signed_in(request)
    return campaign_face(access.campaign.system).front(request, access)


def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Rename a campaign, or change the language of its box."""
    access = campaign_access(request, code, Need.KEEP)
    form = SettingsForm(sent(request), access=access)
    if form.enter(lambda who: services.campaign_rename(**who, **form.given)):
        messages.success(request, _("Saved."))
        return redirect("settings", code=access.campaign.code)
    return _settings(request, form)


@posted(to_campaign_page("settings", Need.KEEP))
def archive(request: HttpRequest, code: str) -> HttpResponse:
    """Archive a campaign, or reopen it if the button says so."""
    access = campaign_access(request, code, Need.KEEP)
    form = BareForm(request.POST, access=access)
    archived = request.POST.get("do") != "reopen"
    if form.enter(lambda who: services.campaign_archive(archived=archived, **who)):
        messages.success(request, _("Archived.") if archived else _("Unarchived."))
        return redirect("home") if archived else redirect("campaign", code=access.campaign.code)
    return _settings(request, SettingsForm(access=access), archive_form=form)


@confirmed
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a campaign for good, after its name was typed to confirm."""
    access = campaign_access(request, code, Need.KEEP)
    campaign = access.campaign
    form = DeleteForm(sent(request), name=campaign.name)
    if form.is_valid():
        services.campaign_delete(campaign=campaign)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": campaign.name})
        return redirect("home")
    context = {"games": campaign.games.not_withdrawn().count()}
    return record_page(request, access, "campaigns/delete.html", context, form=form)


def _settings(
    request: HttpRequest, form: SettingsForm, *, archive_form: BareForm | None = None
) -> HttpResponse:
    """Render the settings, with the status of the form that was sent: its own or archiving."""
    context = {"form": form, "archive_form": archive_form or BareForm(access=form.access)}
    answered = archive_form or form
    return form_page(request, answered, "campaigns/settings.html", context, part=None)


def fork(request: HttpRequest, code: str) -> HttpResponse:
    """Fork a campaign after one of its games; whoever does becomes the keeper of the fork."""
    access = campaign_access(request, code)
    if not may_fork(access):
        raise PermissionDenied
    games = campaign_face(access.campaign.system).games(access.campaign)
    form = ForkForm(sent(request), access=access, games=games)
    if (after := asked_game(request, access)) is not None:
        form.fields["after"].initial = after
    if request.method == "POST":
        NEW_CAMPAIGNS.take(address_of(request))
    made: list[Campaign] = []
    if form.enter(lambda _who: made.append(_fork(request, access, form))) and made:
        messages.success(request, _("Forked. You are the keeper of the new campaign."))
        return go(request, "campaign", code=made[0].code)
    return form_page(request, form, "campaigns/fork.html", {}, current="history", part=None)


def _fork(request: HttpRequest, access: Access, form: ForkForm) -> Campaign:
    token = form.cleaned_data["token"]
    with person_or_guest(request, form=token) as person:
        return services.campaign_fork(
            campaign=access.campaign, person=person, token=form_key(token), **form.given
        )


def may_fork(access: Access) -> bool:
    """Say whether this visitor may fork a campaign; a visitor without an account only the demo."""
    return access.person is not None or access.campaign.demo
