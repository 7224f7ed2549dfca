"""The mages: all mats, one mat, its portrait."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Mage
from campaign.services.campaigns import mage_rename
from campaign.services.portraits import portrait_remove, portrait_set
from tracker.access import Access, Need, campaign_access
from tracker.limits import files_of
from tracker.pages import form_page, go, sent
from tracker.posting import posted, to_campaign_page
from tracker.presenters.stale import stale_note
from tracker.systems.aeons_end.forms.reference import MageForm, MyMageForm, PortraitForm
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.presenters.mats import mats
from tracker.uploads import picture_response


@require_safe
def mages(request: HttpRequest, code: str) -> HttpResponse:
    """Show every mage's mat."""
    access = campaign_access(request, code)
    seen = look(request, access)
    portraits = dict(access.campaign.mages.values_list("seat", "portrait"))
    context = {"mats": list(mats(seen, portraits).values())}
    return seen.page(request, "aeons_end/mages.html", context, current="mages")


def mage(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Show one mage's mat; a POST changes what the mage is called and who plays it."""
    need = Need.RECORD if request.method == "POST" else Need.LOOK
    access = campaign_access(request, code, need)
    held = _mage(access, seat)
    form = MageForm(sent(request), access=access, mage=held)
    if form.enter(
        lambda who: mage_rename(
            **who,
            seat=seat,
            name=form.cleaned_data["name"],
            player=form.cleaned_data["player"],
        )
    ):
        messages.success(request, _("Mage saved."))
        return go(request, "mage", code=access.campaign.code, seat=seat)
    return _mage_page(request, access, held, form=form, status=form.status)


def my_mage(request: HttpRequest, code: str) -> HttpResponse:
    """Ask somebody who has joined which mage they play; its player's name becomes theirs."""
    access = campaign_access(request, code, Need.RECORD)
    form = MyMageForm(sent(request), access=access)
    if form.enter(
        lambda who: mage_rename(
            **who,
            seat=form.cleaned_data["seat"],
            name=form.mages[form.cleaned_data["seat"]].name,
            player=str(access.person),
        )
    ):
        messages.success(request, _("Mage saved."))
        return go(request, "campaign", code=access.campaign.code)
    return form_page(request, form, "aeons_end/my_mage.html", {}, current="mages", part=None)


@require_safe
def portrait(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Hand out a mage's portrait."""
    access = campaign_access(request, code)
    name = _mage(access, seat).portrait
    if not name:
        raise Http404
    return picture_response(request, name, thumb="thumb" in request.GET)


@posted(to_campaign_page("mages"))
def portrait_change(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Give a mage a portrait, or take it away."""
    access = campaign_access(request, code, Need.RECORD)
    held = _mage(access, seat)
    if "remove" in request.POST:
        portrait_remove(mage=held)
        messages.success(request, _("Portrait deleted."))
        return go(request, "mage", code=access.campaign.code, seat=seat)
    form = PortraitForm(request.POST, files_of(request))
    if form.is_valid():
        portrait_set(mage=held, picture=form.cleaned_data["picture"])
        messages.success(request, _("Portrait saved."))
        return go(request, "mage", code=access.campaign.code, seat=seat)
    return _mage_page(request, access, held, portrait_form=form, status=422)


def _mage(access: Access, seat: int) -> Mage:
    held = access.campaign.mages.filter(seat=seat).first()
    if held is None:
        raise Http404
    return held


def _mage_page(
    request: HttpRequest,
    access: Access,
    held: Mage,
    *,
    form: MageForm | None = None,
    portrait_form: PortraitForm | None = None,
    status: int = 200,
) -> HttpResponse:
    seen = look(request, access, back=request.method != "POST")
    shown = mats(seen, {held.seat: held.portrait})
    context: dict[str, Any] = {
        "mage": held,
        "mat": shown.pop(held.seat),
        "others": list(shown.values()),
        "mages_url": seen.url("mages"),
        "may_edit": seen.may_edit,
        "form": form or MageForm(access=access, mage=held),
        "stale": stale_note(form.access, form.stale) if form else None,
        "portrait_form": portrait_form or PortraitForm(),
    }
    template = "aeons_end/mage.html"
    return seen.page(request, template, context, current="mages", status=status)
