"""An entry put right where it stands: the form of its decision, filled in with what was written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    Fact,
    Game,
    MarketGrown,
    SealOpened,
    SectionUnlocked,
    StickerPlaced,
    Story,
)
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.replay import ReplayError, breaks_later, replay
from campaign.rules.aeons_end.mages import Sticker
from campaign.rules.aeons_end.market.piles import Growth
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.core.problems import Problem
from campaign.selectors import campaigns as selectors
from campaign.services.facts import fact_replace
from tracker.access import Need, campaign_access, session_of
from tracker.forms.entry import Signature
from tracker.pages import go
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.forms.aftermath.base import DecisionForm
from tracker.systems.aeons_end.forms.aftermath.mages import StickerForm
from tracker.systems.aeons_end.forms.aftermath.market import GrowthForm
from tracker.systems.aeons_end.forms.aftermath.nemesis import (
    STICKER,
    TRANSFORMED,
    EvolutionForm,
    LeaveForm,
)
from tracker.systems.aeons_end.forms.aftermath.reenter import (
    BasicAnewForm,
    SealAnewForm,
    SectionAnewForm,
)
from tracker.systems.aeons_end.views.aftermath.changes import growth_context, sticker_context
from tracker.systems.aeons_end.views.aftermath.decision import Scene, decision_page, scene_in, sent
from tracker.systems.aeons_end.views.aftermath.nemesis import tiers_of

# The kinds of entry that have a form to be filled in anew.
ANEW = (
    MarketGrown,
    StickerPlaced,
    SectionUnlocked,
    SealOpened,
    CardEvolved,
    CardTransformed,
    BasicJoined,
    BasicLeft,
)


@require_http_methods(["GET", "HEAD", "POST"])
def fact_anew(request: HttpRequest, code: str, fact: int) -> HttpResponse:
    """Enter anew what was written down wrongly; the whole story must still hold."""
    access = campaign_access(request, code, Need.RECORD)
    entries = selectors.campaign_record(access.campaign).entries
    entry = next((entry for entry in entries if entry.id == fact), None)
    if entry is None or not isinstance(entry.fact, ANEW):
        # A form that is sent twice finds its entry replaced, and so does whoever comes too late.
        if entry is None and request.method == "POST":
            messages.info(request, _("That entry is withdrawn already."))
            return go(request, "history", code)
        raise Http404
    scene = _scene_before(scene_in(access, session_of(access, entry.game)), entry.fact)
    form = _form(request, scene, entry.fact)
    if request.method == "POST" and form.enter(
        lambda who: _put_right(who, scene, entry.id, entry.fact, form)
    ):
        messages.success(request, _("Put right. The history still tells of the slip."))
        return go(request, "game", *scene.where)
    template, context = _page_of(scene, form, entry.fact)
    typed = words.typed_names(selectors.campaign_record(access.campaign).story)
    whole = {
        **context,
        "title": _("Enter it anew"),
        "lead": words.fact(entry.fact, scene.namer, scene.state.seats, typed=typed),
        "anew": fact,
        "back_url": reverse("fact_withdraw", args=[code, fact]),
        "back_label": _("Withdraw an entry"),
    }
    return decision_page(request, scene, form, template, whole)


def anew_url(code: str, entry: int, fact: Fact) -> str:
    """Return where an entry is entered anew; nothing for a kind that has no form for it."""
    return reverse("fact_anew", args=[code, entry]) if isinstance(fact, ANEW) else ""


def withdrawal_problem(story: Story, pack: Pack, game: int, fact: Fact) -> Problem | None:
    """Return what stands against withdrawing a fact, if anything does."""
    try:
        replay(_with(story, game, fact, None), pack)
    except ReplayError as error:
        return breaks_later(error)
    return None


def _with(story: Story, game: int, fact: Fact, by: Fact | None) -> Story:
    """Return the story with another fact in the place of one, or with none."""

    def told(old: Game) -> Game:
        if old.number != game or fact not in old.facts:
            return old
        at = old.facts.index(fact)
        instead = () if by is None else (by,)
        return Game(game, (*old.facts[:at], *instead, *old.facts[at + 1 :]))

    return Story(story.seats, tuple(told(old) for old in story.games))


def _scene_before(scene: Scene, fact: Fact) -> Scene:
    """Return the scene as it was when the fact was written down."""
    story = selectors.campaign_record(scene.access.campaign).story
    *earlier, game = story.until(scene.session.number).games
    begun = game.facts[: game.facts.index(fact)]
    state = replay(Story(story.seats, (*earlier, Game(game.number, begun))), scene.pack)
    return replace(scene, state=state)


def _form(request: HttpRequest, scene: Scene, fact: Fact) -> DecisionForm:
    """Return the form of an entry's kind, filled in with what stands."""
    data, access, pack = sent(request), scene.access, scene.pack
    reason = {"reason": fact.reason}
    match fact:
        case MarketGrown(growth=growth):
            grown = {**_grown(growth, scene.namer), **reason}
            return GrowthForm(data, access=access, pack=pack, initial=grown)
        case StickerPlaced(seat=seat, sticker=sticker):
            placed = {**_placed(sticker), **reason}
            return StickerForm(data, access=access, seat=seat, slot=sticker.slot, initial=placed)
        case SectionUnlocked():
            section = {**SectionAnewForm.initial_of(fact), **reason}
            return SectionAnewForm(data, access=access, pack=pack, initial=section)
        case SealOpened():
            seal = {**SealAnewForm.initial_of(fact), **reason}
            return SealAnewForm(data, access=access, state=scene.state, pack=pack, initial=seal)
        case BasicJoined(card=card):
            joined = {**BasicAnewForm.initial_of(fact, scene.namer.pool_card(card)), **reason}
            return BasicAnewForm(data, access=access, pack=pack, initial=joined)
    return _pool_form(request, scene, fact)


def _pool_form(request: HttpRequest, scene: Scene, fact: Fact) -> DecisionForm:
    """Return the form of what became of a card that was in the pool."""
    data, access, pool = sent(request), scene.access, scene.state.pool
    match fact:
        case CardEvolved() | CardTransformed():
            evolved = {**_evolved(fact, scene.namer), "reason": fact.reason}
            return EvolutionForm(data, access=access, pool=pool, pack=scene.pack, initial=evolved)
        case BasicLeft(card=key):
            left = {"left": key, "reason": fact.reason}
            return LeaveForm(data, access=access, pool=pool, namer=scene.namer, initial=left)
    raise Http404


def _evolved(fact: CardEvolved | CardTransformed, namer: Namer) -> dict[str, Any]:
    if isinstance(fact, CardEvolved):
        return {"card": fact.card, "happened": STICKER, "text": fact.text}
    return {
        "card": fact.card,
        "happened": TRANSFORMED,
        "into": namer.pool_card(fact.into),
        "kind": str(fact.into.kind),
    }


def _grown(growth: Growth, namer: Namer) -> dict[str, Any]:
    filled: dict[str, Any] = {
        "take": [str(n) for n, pile in enumerate(growth.offered) if pile.key in growth.added],
        "banish": list(growth.banished),
    }
    for place, pile in enumerate(growth.offered):
        filled |= {
            f"name_{place}": namer.pile(pile),
            f"kind_{place}": str(pile.kind),
            f"cost_{place}": pile.cost,
        }
    return filled


def _placed(sticker: Sticker) -> dict[str, Any]:
    return {
        "kind": str(sticker.kind),
        "name": sticker.name,
        "text": sticker.text,
        "charges": sticker.charges,
        "where": str(sticker.where) if sticker.where else "",
        "card_kind": str(sticker.card_kind) if sticker.card_kind else "",
        "breach_turns": sticker.breach_turns,
    }


def _page_of(scene: Scene, form: DecisionForm, fact: Fact) -> tuple[str, dict[str, Any]]:
    match form:
        case StickerForm():
            mat = scene.state.mats[form.seat - 1]
            return "aftermath/sticker.html", sticker_context(form, mat, form.slot)
        case GrowthForm():
            return "aftermath/growth.html", growth_context(scene)
        case EvolutionForm():
            return "aftermath/evolution.html", {"tiers": lambda: tiers_of(scene)}
        case LeaveForm():
            return "aftermath/anew.html", {"lines": [form["left"]]}
        case SectionAnewForm() | SealAnewForm() | BasicAnewForm():
            return "aftermath/anew.html", {"lines": form.lines()}
    raise TypeError(type(fact))


def _put_right(who: Signature, scene: Scene, entry: int, old: Fact, form: DecisionForm) -> None:
    by = _with_numbers(form.facts()[0], old)
    reason = form.cleaned_data["reason"].strip()
    if reason:
        story = selectors.campaign_record(scene.access.campaign).story
        try:
            replay(_with(story, scene.session.number, old, by), scene.pack)
        except ReplayError:
            # Only what the rules do not allow needs the players' reason.
            by = replace(by, reason=reason)
    fact_replace(**who, fact=entry, by=by)


def _with_numbers(by: Fact, old: Fact) -> Fact:
    """Keep what no form asks for and a file may have brought: a card's spaces, life and power."""
    match by, old:
        case BasicJoined(card=card), BasicJoined(card=before):
            return replace(by, card=_same_card(card, before))
        case CardTransformed(into=card), CardTransformed(into=before):
            return replace(by, into=_same_card(card, before))
    return by


def _same_card(card: PoolCard, before: PoolCard) -> PoolCard:
    if not card.typed or (card.key, card.kind) != (before.key, before.kind):
        return card
    return replace(card, spaces=before.spaces, life=before.life, power=before.power)
