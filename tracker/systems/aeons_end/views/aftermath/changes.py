"""Pages of the aftermath: what changes the market and the mages."""

import re
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.rules.aeons_end import sheet_parts
from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, stickers_begun
from campaign.rules.aeons_end.legacy.facts import MarketGrown
from campaign.rules.aeons_end.mages import Mat
from campaign.rules.core.sizes import SHORT
from tracker.pages import go, sent
from tracker.systems.aeons_end.forms.aftermath.mages import StickerForm
from tracker.systems.aeons_end.forms.aftermath.market import GrowthForm
from tracker.systems.aeons_end.scene import Scene, scene_of
from tracker.systems.aeons_end.views.aftermath.decision import (
    already,
    decided,
    decided_meanwhile,
    decision_page,
    record,
    standing_entry,
    still_sealed,
)
from tracker.systems.aeons_end.views.aftermath.slot import filling_entry, slot_filled

_SLOT = re.compile(rf"[0-9A-Za-z#.+-]{{1,{SHORT}}}", re.ASCII)


def growth(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Enter how the market grew."""
    scene = scene_of(request, code, number)
    form = GrowthForm(sent(request), scene=scene)
    if form.enter(lambda who: record(scene, form, who)):
        return decided(request, scene, _("The market has grown."))
    if request.method != "POST" and scene.game.chapter in scene.state.grown:
        return already(request, scene)
    stands = standing_entry(scene, lambda fact: isinstance(fact, MarketGrown))
    if request.method == "POST" and stands:
        return decided_meanwhile(request, scene, form, stands, _("The market grows"))
    due = scene.open(DecisionKind.GROWTH, str(scene.game.chapter))
    context = growth_context(scene)
    return decision_page(
        request, scene, form, "aeons_end/aftermath/growth.html", context, decision=due
    )


def growth_context(scene: Scene) -> dict[str, Any]:
    """Return what the page of a growth shows besides its form."""
    rules = scene.pack.market
    return {
        "title": _("The market grows"),
        "lead": _("Four piles are offered. Two join the market; two of the nine are banished."),
        "piles": sheet_parts.piles(scene.state.market, scene.namer.pile, rules),
        "rules": rules,
        "keep": _to_keep(scene),
    }


def _to_keep(scene: Scene) -> str:
    """Return the one gem that the rulebook advises to keep; "" where there are several, or none."""
    most = scene.pack.gem_to_keep
    printed = [(pile, *pile.printed) for pile in scene.state.market]
    gems = [pile for pile, kind, cost in printed if kind is CardKind.GEM and cost <= most]
    return scene.namer.pile(gems[0]) if len(gems) == 1 else ""


@require_safe
def slot(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Go to the page of a slot that is chosen in a form: ``?seat=1&slot=2a``."""
    scene = scene_of(request, code, number)
    seat, asked = request.GET.get("seat", ""), request.GET.get("slot", "").strip()
    if not _SLOT.fullmatch(asked) or seat not in {str(s.number) for s in scene.state.seats}:
        messages.error(request, _("Choose a mage and enter what is printed at the slot."))
        return go(request, "aftermath", *scene.where)
    return go(request, "aftermath_sticker", *scene.where, int(seat), asked)


def sticker(request: HttpRequest, code: str, number: int, seat: int, slot: str) -> HttpResponse:
    """Enter what a sticker on a mage's mat brings."""
    scene = scene_of(request, code, number)
    if not 1 <= seat <= len(scene.state.mats) or not _SLOT.fullmatch(slot):
        raise Http404
    if request.method != "POST" and not stickers_begun(scene.state, scene.pack):
        return still_sealed(request, scene)
    mat = scene.state.mats[seat - 1]
    form = StickerForm(sent(request), scene=scene, seat=seat, slot=slot)
    said = {"mage": mat.name, "slot": slot}
    if form.enter(lambda who: record(scene, form, who)):
        return decided(request, scene, _("%(mage)s has a sticker on slot %(slot)s.") % said)
    if request.method != "POST" and slot in {placed.slot for placed in mat.stickers}:
        return already(request, scene)
    if request.method == "POST" and (stands := filling_entry(scene, seat, slot)):
        return slot_filled(request, scene, form, stands)
    context = sticker_context(form, mat, slot)
    due = scene.open(DecisionKind.SLOT, slot, seat)
    return decision_page(
        request, scene, form, "aeons_end/aftermath/sticker.html", context, decision=due
    )


def sticker_context(form: StickerForm, mat: Mat, slot: str) -> dict[str, Any]:
    """Return what the page of a sticker shows besides its form."""
    return {
        "title": _("Slot %(slot)s") % {"slot": slot},
        "mat": mat,
        "rings": list(zip(form["breach_turns"], (0, 90, 180, 270), strict=True)),
    }
