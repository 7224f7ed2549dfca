"""The page of the aftermath with the stickers of all open slots."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from tracker.systems.aeons_end.legacy.aftermath import aftermath_of
from tracker.systems.aeons_end.legacy.forms.aftermath.stickers import StickersForm
from tracker.systems.aeons_end.legacy.views.aftermath.decisions import (
    back,
    decided,
    decision_page,
    save_decision,
)
from tracker.web.pages import sent


def stickers(request: HttpRequest, code: str) -> HttpResponse:
    """Enter the stickers of all slots that are open, in one write."""
    aftermath = aftermath_of(request, code)
    form = StickersForm(sent(request), aftermath=aftermath)
    refusal = save_decision(form)
    if refusal is None:
        return decided(request, aftermath, _("Stickers saved."))
    due = aftermath.open(DecisionKind.SLOT)
    if not due:
        return back(request, aftermath, _("Nothing to decide here."))
    lead = _("Leave out what you don’t know yet: it stays open.")
    return decision_page(request, form, refusal, due=due, title=_("Stickers"), lead=lead)
