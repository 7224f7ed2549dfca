"""Plan the next game of a campaign."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.models import Change
from campaign.rules.aeons_end.legacy.decisions import StepKind
from campaign.rules.aeons_end.legacy.setup import before_lines
from campaign.services.games import game_plan
from tracker.access import Access, Need, campaign_access
from tracker.pages import campaign_page, go
from tracker.presenters.stale import somebody_else, stale_note
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.forms.plan import PlanForm


@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, code: str) -> HttpResponse:
    """Plan the next game."""
    access = campaign_access(request, code, Need.RECORD)
    if request.method != "POST" and (elsewhere := _nothing_to_plan(request, access)):
        return elsewhere
    form = PlanForm(request.POST if request.method == "POST" else None, access=access)
    if request.method == "POST" and form.enter(lambda who: game_plan(**who, plan=form.plan())):
        number = len(selectors.campaign_state(access.campaign).games)
        return go(request, "setup", code=access.campaign.code, number=number)
    if request.method == "POST" and (elsewhere := _nothing_to_plan(request, access)):
        return elsewhere
    context = {
        "form": form,
        "stale": stale_note(form.access, form.stale),
        "number": len(form.state.games) + 1,
        "before": words.before(before_lines(form.state, form.pack)),
    }
    return campaign_page(
        request,
        access,
        "aeons_end/plan.html",
        context,
        current="campaign",
        part="form",
        status=form.status,
    )


def _nothing_to_plan(request: HttpRequest, access: Access) -> HttpResponse | None:
    """Lead to where the campaign stands; None where the next game is to be planned."""
    code = access.campaign.code
    step = selectors.campaign_next_step(access.campaign)
    if step.kind is StepKind.PLAN:
        return None
    if step.kind is StepKind.FINISHED:
        return go(request, "campaign", code=code)
    if request.method != "POST" or step.kind is not StepKind.PLAY:
        return go(request, "game", code=code, number=step.game)
    plans = selectors.campaign_record(access.campaign).plans
    change = Change.objects.select_related("person").get(pk=plans[max(plans)].change)
    if who := somebody_else(change, access):
        messages.info(request, _("%(who)s planned it meanwhile.") % {"who": who})
    else:
        messages.info(request, _("You have planned it already."))
    return go(request, "setup", code=code, number=step.game)
