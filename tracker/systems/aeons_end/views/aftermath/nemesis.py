"""Pages of the aftermath: what changes the nemesis deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.rules.aeons_end.evolution import free_spaces
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, pool_matches
from campaign.rules.aeons_end.legacy.facts import BasicJoined, CardEvolved, CardTransformed
from campaign.rules.aeons_end.nemesis_deck import TIERS, PoolCard
from tracker.pages import go
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.forms.aftermath.base import CloseForm
from tracker.systems.aeons_end.forms.aftermath.nemesis import EvolutionForm, LeaveForm, PoolForm
from tracker.systems.aeons_end.views.aftermath.decision import (
    Scene,
    decided,
    decision_page,
    record,
    scene_of,
    sent,
)


@dataclass(frozen=True, slots=True)
class CardShown:
    """A basic card of the campaign's pool."""

    key: str
    name: str
    kind: str
    tier: int
    stickers: int
    free: int | None
    withdraw: int = 0  # the entry that brought it, if this game did


@dataclass(frozen=True, slots=True)
class TierShown:
    """The cards of a tier."""

    tier: int
    cards: tuple[CardShown, ...]


@require_http_methods(["GET", "HEAD", "POST"])
def evolution(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Enter a card that evolved; a button says that this was all."""
    scene = scene_of(request, code, number)
    pool = scene.state.pool
    form = EvolutionForm(sent(request), access=scene.access, pool=pool, pack=scene.pack)
    if request.method == "POST" and form.enter(lambda who: record(scene, form, who)):
        messages.success(request, _("Written down. Did another card evolve?"))
        return go(request, "aftermath_evolution", *scene.where)
    due = scene.open(DecisionKind.EVOLUTION)
    context: dict[str, Any] = {
        "title": _("Did a card evolve?"),
        "lead": _("Only this campaign’s basic cards can."),
        "tiers": tiers_of(scene),
        "told": _evolved_here(scene),
        "all": _all_form(scene, due.key) if due else None,
    }
    return decision_page(request, scene, form, "aeons_end/aftermath/evolution.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def pool(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Enter which basic cards are in the campaign, several at once, or that one left."""
    scene = scene_of(request, code, number)
    leaves = "left" in request.POST
    form = PoolForm(
        None if leaves else sent(request), access=scene.access, state=scene.state, pack=scene.pack
    )
    leaving = LeaveForm(
        request.POST if leaves else None,
        access=scene.access,
        pool=scene.state.pool,
        namer=scene.namer,
        auto_id="leave_%s",
    )
    acting = leaving if leaves else form
    if request.method == "POST" and acting.enter(lambda who: record(scene, acting, who)):
        noted = _("The basic cards are noted.")
        now = selectors.campaign_state(scene.access.campaign, after=number)
        if not leaves and pool_matches(now, scene.pack):
            return decided(request, scene, noted)
        messages.success(request, noted)
        return go(request, "aftermath_pool", *scene.where)
    tiers = list(form.tiers())
    context = {
        "title": _("The basic cards"),
        "lead": _(
            "The same ones serve the whole campaign. Type the names as your cards show them."
        ),
        "tiers": list(zip(tiers, tiers_of(scene), strict=True)),
        "matches": all(tier.missing == 0 for tier in tiers),
        "leaving": leaving,
        "acting": acting,
    }
    page_form = acting if acting.errors or acting.stale else form
    return decision_page(
        request, scene, page_form, "aeons_end/aftermath/pool.html", {**context, "form": form}
    )


def _all_form(scene: Scene, key: str) -> CloseForm:
    return CloseForm(
        access=scene.access,
        decisions=scene.decisions,
        namer=scene.namer,
        seats=scene.state.seats,
        initial={"decision": key},
        auto_id="all_%s",
    )


def tiers_of(scene: Scene) -> list[TierShown]:
    """Return the pool tier by tier, for a page."""
    entries = selectors.campaign_record(scene.access.campaign).entries
    joined = {
        entry.fact.card.key: entry.id
        for entry in entries
        if entry.game == scene.session.number and isinstance(entry.fact, BasicJoined)
    }

    def shown(card: PoolCard) -> CardShown:
        return CardShown(
            key=card.key,
            name=scene.namer.pool_card(card),
            kind=card.kind,
            tier=card.tier,
            stickers=len(card.stickers),
            free=free_spaces(card),
            withdraw=joined.get(card.key, 0),
        )

    return [
        TierShown(tier, tuple(shown(card) for card in scene.state.pool if card.tier == tier))
        for tier in TIERS
    ]


def _evolved_here(scene: Scene) -> list[str]:
    story = selectors.campaign_record(scene.access.campaign)
    typed = words.typed_names(story.story)
    return [
        words.fact(entry.fact, scene.namer, scene.state.seats, typed=typed)
        for entry in story.entries
        if entry.game == scene.session.number
        and isinstance(entry.fact, CardEvolved | CardTransformed)
    ]
