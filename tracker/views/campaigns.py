"""A campaign itself: its start, front page, settings, archiving, deletion, forks."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Campaign
from campaign.rules.core.problems import RulesError
from campaign.services import campaigns as services
from campaign.services.people import member_sees
from tracker.faces.registry import campaign_face, campaign_faces, face_of
from tracker.forms.campaigns import DeleteForm, ForkForm, SettingsForm
from tracker.forms.one_offs import BareForm
from tracker.people.access import Access, Need, campaign_access, person_of
from tracker.people.guests import form_key, person_or_guest, stay_signed_in
from tracker.people.limits import NEW_CAMPAIGNS, address_of
from tracker.people.sign_ins import confirmed
from tracker.presenters.offers import SHARED_START, campaign_tiles
from tracker.web.entries import Refusal, attempt, save
from tracker.web.pages import asked_game, form_page, go, page, record_page, sent
from tracker.web.post_only import posted, to_campaign_page

A_WHILE = timedelta(days=14)  # after which a campaign opens with what happened last time


def start(request: HttpRequest) -> HttpResponse:
    """Start a campaign of the system in ``?system=``, or else of the first."""
    faces = campaign_faces()
    system = request.GET.get("system") or next(iter(faces))
    if system not in faces:
        raise Http404
    if faces[system].start_page != SHARED_START:
        return redirect(faces[system].start_page)
    form = faces[system].start_form(sent(request), person=person_of(request))
    if request.method == "POST":
        NEW_CAMPAIGNS.take(address_of(request))
    if form.is_valid():
        try:
            return redirect("campaign", code=_start(request, system, form).code)
        except RulesError as error:
            form.refuse(error.problems)
    offers = campaign_tiles(system)
    context = {
        "folder": face_of(system).folder,
        "styles": face_of(system).styles,
        "look": face_of(system).look,
        "lead": faces[system].lead,
        "offers": offers if len(offers) > 1 else (),
    }
    return page(request, "campaigns/start.html", context, form=form)


def _start(request: HttpRequest, system: str, form: Any) -> Campaign:
    """Start the campaign of a valid form."""
    token = form.cleaned_data["token"]
    with person_or_guest(request, display_name=form.player(), form=token) as person:
        return campaign_face(system).begin(form, person, system=system, token=form_key(token))


@require_safe
def campaign(request: HttpRequest, code: str) -> HttpResponse:
    """Show the state of a campaign and its next step."""
    access = campaign_access(request, code)
    stay_signed_in(request)
    if _comes_back(access):
        return redirect("previously", code=access.campaign.code)
    return campaign_face(access.campaign.system).front(request, access)


def _comes_back(access: Access) -> bool:
    """Say whether a member opens the campaign after a while; note that they are here today."""
    if access.person is None or access.role is None:
        return False
    today, before = timezone.localdate(), access.campaign.seen_by_asker
    if before != today:
        member_sees(campaign=access.campaign, person=access.person)
    return before is not None and today - before >= A_WHILE


def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Rename a campaign, or change the language of its box."""
    access = campaign_access(request, code, Need.KEEP)
    form = SettingsForm(sent(request), access=access)
    refusal = save(
        form,
        lambda: services.campaign_rename(
            campaign=access.campaign, **form.given, **form.signature()
        ),
    )
    if refusal is not None:
        return _settings_page(request, form, refusal)
    messages.success(request, _("Saved."))
    return redirect("settings", code=access.campaign.code)


@posted(to_campaign_page("settings", Need.KEEP))
def archive(request: HttpRequest, code: str) -> HttpResponse:
    """Archive a campaign, or reopen it if the button says so."""
    access = campaign_access(request, code, Need.KEEP)
    form = BareForm(request.POST, access=access)
    archived = request.POST.get("do") != "reopen"
    campaign = access.campaign
    refusal = save(
        form,
        lambda: services.campaign_archive(campaign=campaign, archived=archived, **form.signature()),
    )
    if refusal is not None:
        return _settings_page(request, SettingsForm(access=access), refusal, archive_form=form)
    messages.success(request, _("Archived.") if archived else _("Unarchived."))
    return redirect("home") if archived else redirect("campaign", code=campaign.code)


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
    context = {
        "games": campaign.games.not_withdrawn().count(),
        "deleted_too": campaign_face(campaign.system).deleted_too,
    }
    return record_page(request, access, "campaigns/delete.html", context, form=form)


def _settings_page(
    request: HttpRequest,
    form: SettingsForm,
    refusal: Refusal,
    *,
    archive_form: BareForm | None = None,
) -> HttpResponse:
    """Render the settings; ``refusal`` is of the form that was sent: its own or archiving."""
    context = {"archive_form": archive_form or BareForm(access=form.access)}
    template = "campaigns/settings.html"
    return form_page(request, form, template, context, refusal=refusal, part=None)


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
    done = attempt(form, lambda: _fork(request, access, form))
    if done.refusal is not None:
        return _fork_page(request, form, done.refusal)
    if done.made is None:  # the token is of another form of the campaign itself
        return go(request, "campaign", code=code)
    messages.success(request, _("Forked. You are the keeper of the new campaign."))
    return go(request, "campaign", code=done.made.code)


def _fork_page(request: HttpRequest, form: ForkForm, refusal: Refusal) -> HttpResponse:
    template = "campaigns/fork.html"
    return form_page(request, form, template, {}, refusal=refusal, current="history", part=None)


def _fork(request: HttpRequest, access: Access, form: ForkForm) -> Campaign:
    token = form.cleaned_data["token"]
    with person_or_guest(request, form=token) as person:
        return services.campaign_fork(
            campaign=access.campaign, person=person, token=form_key(token), **form.given
        )


def may_fork(access: Access) -> bool:
    """Say whether this visitor may fork a campaign: its members, and anybody the demo."""
    return access.role is not None or access.campaign.demo
