"""The first evening of a campaign, step by step."""

from django.http import HttpRequest, HttpResponse

from campaign.rules.aeons_end.legacy.first_evening import EveningStep
from campaign.rules.core.problems import RulesError
from campaign.services.aeons_end import evening_mark, evening_skip
from campaign.services.writes import AlreadyDone
from tracker.people.access import Access, Need
from tracker.systems.aeons_end.legacy.forms.first_evening import EveningAct, EveningForm
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.legacy.presenters.first_evening import evening_page
from tracker.systems.aeons_end.shared import words
from tracker.systems.aeons_end.shared.access import campaign_access
from tracker.web.pages import go, record_page, say_problems


def first_evening(request: HttpRequest, code: str) -> HttpResponse:
    """Show a step of the first evening, or save what a button says about it."""
    if request.method != "POST":
        return _page(request, campaign_access(request, code), EveningForm())
    access = campaign_access(request, code, Need.WRITE)
    form = EveningForm(request.POST)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    try:
        _save(access, form)
    except AlreadyDone:
        pass
    except RulesError as error:
        say_problems(request, error, words.sentence)
    return go(request, "first_evening", code)


def _page(
    request: HttpRequest, access: Access, form: EveningForm, status: int = 200
) -> HttpResponse:
    page = evening_page(CampaignSnapshot.at(access), request.GET.get("step", ""))
    return record_page(
        request,
        access,
        "aeons_end/first_evening.html",
        {"evening": page},
        form=form,
        current="campaign",
        status=status,
    )


def _save(access: Access, form: EveningForm) -> None:
    who = {
        "campaign": access.campaign,
        "person": access.person,
        "token": form.cleaned_data["token"],
    }
    match form.act():
        case EveningAct.DONE | EveningAct.UNDO as act:
            step = EveningStep(form.cleaned_data["step"])
            evening_mark(**who, step=step, done=act is EveningAct.DONE)
        case EveningAct.SKIP | EveningAct.RESUME as act:
            evening_skip(**who, skipped=act is EveningAct.SKIP)
