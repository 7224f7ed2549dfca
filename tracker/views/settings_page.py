"""A campaign's settings: its name, the language of its box, the archive, the end of it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaign.services.campaigns import (
    campaign_archive,
    campaign_delete,
    campaign_rename,
    campaign_reopen,
)
from tracker.access import Access, Need, campaign_access
from tracker.forms.campaigns import DeleteForm, SettingsForm
from tracker.forms.one_offs import BareForm
from tracker.pages import record_page, sent
from tracker.posting import posted, to_campaign_page
from tracker.presenters.stale import stale_note
from tracker.sign_ins import confirmed


def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Rename a campaign, or change the language of its box."""
    access = campaign_access(request, code, Need.KEEP)
    form = SettingsForm(sent(request), access=access)
    if form.is_bound and form.enter(
        lambda who: campaign_rename(
            **who, name=form.cleaned_data["name"], language=form.cleaned_data["language"]
        )
    ):
        messages.success(request, _("Saved."))
        return redirect("settings", code=access.campaign.code)
    return _settings(request, access, form)


@posted(to_campaign_page("settings", Need.KEEP))
def archive(request: HttpRequest, code: str) -> HttpResponse:
    """Put a campaign aside, or take it up again; which of the two, the button says."""
    access = campaign_access(request, code, Need.KEEP)
    form = BareForm(request.POST, access=access)
    aside = request.POST.get("do") != "reopen"
    write = campaign_archive if aside else campaign_reopen
    if form.enter(lambda who: write(**who)):
        said = _("Archived.") if aside else _("Unarchived.")
        messages.success(request, said)
        return redirect("home") if aside else redirect("campaign", code=access.campaign.code)
    return _settings(request, access, SettingsForm(access=access), stale=form)


@confirmed
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a campaign for good, once its name is typed."""
    access = campaign_access(request, code, Need.KEEP)
    campaign = access.campaign
    form = DeleteForm(sent(request), name=campaign.name)
    if form.is_bound and form.is_valid():
        campaign_delete(campaign=campaign)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": campaign.name})
        return redirect("home")
    context = {"form": form, "games": campaign.games.standing().count()}
    status = 422 if form.errors else 200
    return record_page(request, access, "campaigns/delete.html", context, status=status)


def _settings(
    request: HttpRequest, access: Access, form: SettingsForm, *, stale: BareForm | None = None
) -> HttpResponse:
    """Show the settings; a stale wish to archive is shown what changed, and may be sent again."""
    refused = stale or form
    context = {
        "form": form,
        "archive_form": stale or BareForm(access=access),
        "stale": stale_note(refused.access, refused.stale),
    }
    return record_page(request, access, "campaigns/settings.html", context, status=refused.status)
