"""An entry put right where it stands: the form of its decision, filled in with what was written."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.records import Entry
from campaign.rules.aeons_end.legacy.corrections import replacement, state_before
from campaign.services.facts import fact_replace
from campaign.services.writing import Signature
from tracker.access import Need, campaign_access, game_of
from tracker.pages import go, say_done, sent
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.forms.aftermath.base import DecisionForm
from tracker.systems.aeons_end.forms.aftermath.mages import StickerForm
from tracker.systems.aeons_end.forms.aftermath.market import GrowthForm
from tracker.systems.aeons_end.forms.aftermath.nemesis import EvolutionForm
from tracker.systems.aeons_end.forms.aftermath.orders import OrderForm
from tracker.systems.aeons_end.forms.aftermath.reenter import AGAIN, form_again
from tracker.systems.aeons_end.scene import Scene, scene_in
from tracker.systems.aeons_end.views.aftermath.changes import growth_context, sticker_context
from tracker.systems.aeons_end.views.aftermath.decision import decision_page
from tracker.systems.aeons_end.views.aftermath.nemesis import tiers_of


def entry_reenter(request: HttpRequest, code: str, fact: int) -> HttpResponse:
    """Enter again what was written down wrongly; the whole story must still hold."""
    access = campaign_access(request, code, Need.RECORD)
    record = selectors.campaign_record(access.campaign)
    entry = next((entry for entry in record.entries if entry.id == fact), None)
    if entry is None and request.method == "POST":
        # A form that is sent twice finds its entry replaced, and so does whoever comes too late.
        messages.info(request, _("This entry is already deleted."))
        return go(request, "history", code)
    if entry is None or type(entry.fact) not in AGAIN:
        raise Http404
    scene = scene_in(access, game_of(access, entry.game))
    state = state_before(record.story, scene.pack, entry.game, entry.fact)
    scene = replace(scene, state=state)
    form = form_again(sent(request), scene=scene, fact=entry.fact)
    if form.enter(lambda who: _put_right(who, scene, entry, form)):
        say_done(request, access, _("Corrected; the history keeps the original."))
        return go(request, "game", *scene.where)
    template, context = _page_of(scene, form)
    whole = {
        **context,
        "title": _("Re-enter"),
        "lead": scene.words.fact(entry.fact),
        "anew": fact,
        "back_url": reverse("entry_delete", args=[code, fact]),
        "back_label": _("Delete an entry"),
    }
    return decision_page(request, scene, form, template, whole)


def _page_of(scene: Scene, form: DecisionForm) -> tuple[str, dict[str, Any]]:
    match form:
        case StickerForm():
            mat = scene.state.mats[form.seat - 1]
            return "aeons_end/aftermath/sticker.html", sticker_context(form, mat, form.slot)
        case GrowthForm():
            return "aeons_end/aftermath/growth.html", growth_context(scene)
        case EvolutionForm():
            return "aeons_end/aftermath/evolution.html", {"tiers": tiers_of(scene)}
        case OrderForm():
            return "aeons_end/aftermath/ordered.html", {}
    lines = [field for field in form.visible_fields() if field.name != "reason"]
    return "aeons_end/aftermath/reenter.html", {"lines": lines}


def _put_right(who: Signature, scene: Scene, entry: Entry, form: DecisionForm) -> None:
    reason = form.cleaned_data["reason"].strip()
    old, new = entry.fact, form.facts()[0]
    by = replacement(scene.record.story, scene.pack, entry.game, old, new, reason=reason)
    fact_replace(**who, fact=entry.id, by=by)
