"""The aftermath of a game: overview, settling, and deleting or correcting entries."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.legacy.decisions import (
    NEVER_CLOSED,
    DecisionKind,
    growth_is_optional,
    stickers_begun,
)
from campaign.rules.aeons_end.legacy.setup import after_lines
from campaign.rules.aeons_end.legacy.state import GameStatus
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.selectors.campaigns import standing_entry
from campaign.selectors.games import entries_in
from campaign.selectors.seeing import fact_seen
from campaign.services.facts import fact_withdraw
from campaign.services.games import game_settle
from tracker.forms.entry import EntryForm
from tracker.people.access import Need, numbered_game
from tracker.presenters.history import FROM_HISTORY
from tracker.systems.aeons_end.legacy.aftermath import AftermathView, aftermath_in, aftermath_of
from tracker.systems.aeons_end.legacy.forms.aftermath import basics, changes, nemesis, story
from tracker.systems.aeons_end.legacy.forms.aftermath.base import CloseForm, DecisionForm
from tracker.systems.aeons_end.legacy.presenters.aftermath import (
    AftermathOverview,
    OtherLink,
    cards,
    stickers_url,
)
from tracker.systems.aeons_end.legacy.views.aftermath.decisions import (
    back,
    decided,
    decision_page,
    entry_of_kind,
    save_decision,
)
from tracker.systems.aeons_end.legacy.views.aftermath.nemesis import basics_begun, evolved_here
from tracker.systems.aeons_end.live.face import evolved_live
from tracker.systems.aeons_end.shared import selectors, words
from tracker.systems.aeons_end.shared.access import campaign_access
from tracker.web.entries import NOT_SENT, Refusal, save
from tracker.web.pages import form_page, go, say_done, sent
from tracker.web.post_only import posted, to_game_page
from tracker.web.records import game_url

# The form that corrects an entry, by the type of its fact.
REENTER: Mapping[type[facts.Fact], type[DecisionForm]] = {
    facts.MarketGrown: changes.GrowthForm,
    facts.StickerPlaced: changes.StickerForm,
    facts.SectionUnlocked: story.ReenterSectionForm,
    facts.SealOpened: story.ReenterSealForm,
    facts.CardEvolved: nemesis.EvolutionForm,
    facts.CardTransformed: nemesis.EvolutionForm,
    facts.BasicJoined: basics.ReenterBasicForm,
    facts.BasicLeft: basics.LeaveForm,
    facts.MarketOrdered: changes.OrderForm,
    facts.StickerRemoved: changes.OrderForm,
}


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Show what is decided and what is open."""
    aftermath = aftermath_of(request, code, Need.LOOK)
    return _overview_page(request, aftermath, EntryForm(access=aftermath.access), NOT_SENT)


@posted(to_game_page("aftermath"))
def settle(request: HttpRequest, code: str) -> HttpResponse:
    """Settle a game; refused while a decision is open."""
    aftermath = aftermath_of(request, code)
    campaign, number = aftermath.access.campaign, aftermath.game.number
    form = EntryForm(request.POST, access=aftermath.access)
    refusal = save(form, lambda: game_settle(campaign=campaign, game=number, **form.signature()))
    if refusal is not None:
        if not entry_of_kind(aftermath, facts.Settled):
            return _overview_page(request, aftermath, form, refusal)
        messages.info(
            request, _("The aftermath of game %(game)s is already finished.") % {"game": number}
        )
        return go(request, "campaign", campaign.code)
    say_done(
        request,
        aftermath.access,
        _("The aftermath of game %(game)s is finished.") % {"game": number},
    )
    return go(request, "campaign", campaign.code)


def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close a decision without an entry: "none", or "not so in our box" with a reason."""
    aftermath = aftermath_of(request, code)
    form = CloseForm(
        sent(request),
        aftermath=aftermath,
        kind=request.GET.get("kind", ""),
        initial={"decision": _asked_to_close(request, aftermath)},
    )
    refusal = save_decision(form)
    if refusal is None:
        return decided(request, aftermath, _closed(aftermath, form))
    if request.method != "POST" and not form.titles:
        return back(request, aftermath, _("Nothing to decide here."))
    title = _("Nothing more?") if "all" in request.GET else _("Your box says otherwise?")
    return decision_page(request, form, refusal, title=title)


def _asked_to_close(request: HttpRequest, aftermath: AftermathView) -> list[str]:
    """Return the keys of the decisions that a link asks to close: one, or all that are open."""
    if "all" in request.GET:
        return [decision.key for decision in aftermath.decisions]
    return request.GET.getlist("decision")


def _closed(aftermath: AftermathView, form: CloseForm) -> str:
    """Return the message after closing; for evolution, how many cards evolved."""
    evolved = len(evolved_here(aftermath))
    # Not from ``cleaned_data``: a form that was sent twice is not validated again.
    keys = form["decision"].value() or [""]
    if not evolved or not keys[0].startswith(DecisionKind.EVOLUTION):
        return _("Closed without an entry.")
    text = ngettext("Saved: %(count)s card evolved.", "Saved: %(count)s cards evolved.", evolved)
    return text % {"count": evolved}


def entry_delete(request: HttpRequest, code: str, fact: int) -> HttpResponse:
    """Withdraw an entry, after a confirmation page."""
    access = campaign_access(request, code, Need.WRITE)
    row = get_object_or_404(entries_in(access.campaign), pk=fact)
    game, number, value = row.game, row.game.number, fact_seen(row)
    form = EntryForm(sent(request), access=access)
    refusal = save(
        form, lambda: fact_withdraw(campaign=access.campaign, fact=fact, **form.signature())
    )
    if refusal is None:
        say_done(request, access, _("Deleted. It’s still in the history."))
        return go(request, game_url(game, "aftermath"))
    if request.method != "POST" and row.withdrawn_id is not None:
        messages.info(request, _("This entry is already deleted."))
        return go(request, game_url(game, "aftermath"))
    aftermath = aftermath_in(access, game)
    problems = RULES.story_problems(aftermath.record.with_facts({fact: None}), aftermath.pack)
    reopens, from_history = isinstance(value, facts.Settled), FROM_HISTORY in request.GET
    history = reverse("history", args=[code]) + "?withdraw"
    reenter = reverse("entry_reenter", args=[code, fact])
    context = {
        "title": _("Reopen the aftermath") if reopens else _("Delete an entry"),
        "items": [aftermath.words.facts([value])],
        "text": _("Only this will be deleted from game %(game)s:") % {"game": number},
        "keeps": _("Everything else stays. The history shows who deleted it."),
        "label": _("Reopen") if reopens else _("Delete"),
        "refused": " ".join(map(aftermath.words.sentence, problems)),
        "reenter_url": reenter if type(value) in REENTER else "",
        "undo_url": reverse("undo", args=[code]),
        "last": max(aftermath.record.story.games),
        "back_url": history if from_history else reverse("aftermath", args=aftermath.where),
        "back_label": _("History") if from_history else _("Aftermath"),
    }
    template = "aeons_end/aftermath/delete_entry.html"
    return form_page(request, form, template, context, refusal=refusal, current="campaign")


def entry_reenter(request: HttpRequest, code: str, fact: int) -> HttpResponse:
    """Correct an entry; the whole story must still replay."""
    access = campaign_access(request, code, Need.WRITE)
    record = selectors.campaign_facts(access.campaign)
    # If the form was sent twice, or somebody else was faster, what stands now is corrected.
    entry = standing_entry(access.campaign, fact)
    if entry is None and request.method == "POST":
        messages.info(request, _("This entry is already deleted."))
        return go(request, "history", code)
    if entry is None or type(entry.fact) not in REENTER:
        raise Http404
    aftermath = aftermath_in(access, numbered_game(access, entry.game))
    games = dict(record.story.until(entry.game).games)
    games[entry.game] = games[entry.game][: games[entry.game].index(entry.fact)]
    state = RULES.replay(facts.Story(record.seats, games), aftermath.pack)
    where: dict[str, Any] = {}
    if isinstance(entry.fact, facts.StickerPlaced):
        where = {"seat": entry.fact.seat, "slot": entry.fact.sticker.slot}
    then = replace(aftermath, state=state)
    form = REENTER[type(entry.fact)](sent(request), aftermath=then, replaces_entry=entry, **where)
    refusal = save_decision(form)
    if refusal is None:
        say_done(request, access, _("Corrected; the history keeps the original."))
        return go(request, "game", *aftermath.where)
    return decision_page(
        request,
        form,
        refusal,
        title=_("Re-enter"),
        lead=form.aftermath.words.fact(entry.fact),
        back_url=reverse("entry_delete", args=[code, entry.id]),
        back_label=_("Delete an entry"),
    )


def _overview_page(
    request: HttpRequest, aftermath: AftermathView, form: EntryForm, refusal: Refusal
) -> HttpResponse:
    phase = aftermath.game_state.phase
    may_decide = aftermath.access.may_record and phase is not GameStatus.SETTLED
    settling = entry_of_kind(aftermath, facts.Settled)
    is_last = len(aftermath.record.story.games) == aftermath.game.number
    reopen_url = ""
    if settling is not None and is_last and aftermath.access.may_record:
        reopen_url = reverse("entry_delete", args=[aftermath.code, settling.id])
    overview = AftermathOverview(
        cards=cards(aftermath),
        reminders=[
            *(words.line(line) for line in after_lines(aftermath.state, aftermath.pack)),
            *_evolved_before_basics(aftermath),
        ],
        others=_others(aftermath) if may_decide else (),
        close_url=_close_all_url(aftermath) if may_decide else "",
        stickers_url=stickers_url(aftermath) if may_decide else "",
        seats=aftermath.state.seats if stickers_begun(aftermath.state, aftermath.pack) else (),
        may_decide=may_decide,
        may_settle=may_decide and phase is GameStatus.PLAYED and not aftermath.decisions,
        may_set_up=aftermath.access.may_record and phase is GameStatus.PLANNED,
        is_planned=phase is GameStatus.PLANNED,
        is_settled=phase is GameStatus.SETTLED,
        reopen_url=reopen_url,
    )
    context = {
        "overview": overview,
        "game": aftermath.game,
        "chapter": aftermath.game_state.chapter,
        "foe": aftermath.namer.name(aftermath.game_state.foe),
    }
    return form_page(
        request,
        form,
        "aeons_end/aftermath/overview.html",
        context,
        refusal=refusal,
        current="campaign",
        part="overview",
    )


def _evolved_before_basics(aftermath: AftermathView) -> Iterator[str]:
    """Yield that cards evolved at the live table, while no basic card is entered."""
    if not aftermath.state.pool and (marks := evolved_live(aftermath.game)):
        text = _("Evolved at the live table: %(names)s. Enter the basic cards first.")
        yield text % {"names": words.listed(mark.name for mark in marks)}


def _close_all_url(aftermath: AftermathView) -> str:
    """Return the URL for closing all that is open; "" if nothing of it can be closed."""
    can_be_closed = any(d.kind not in NEVER_CLOSED for d in aftermath.decisions)
    return reverse("aftermath_close", args=aftermath.where) + "?all" if can_be_closed else ""


def _others(aftermath: AftermathView) -> list[OtherLink]:
    """Return links to what is not due but may be entered."""
    chapter = aftermath.game_state.chapter
    is_optional = growth_is_optional(chapter, aftermath.pack) and aftermath.game_state.onward
    may_grow = is_optional and chapter not in aftermath.state.grown
    is_played = aftermath.game_state.phase is not GameStatus.PLANNED
    has_verdict = is_played and not aftermath.open(DecisionKind.VERDICT)

    def link(icon: str, page: str, label: str) -> OtherLink:
        return OtherLink(icon, reverse(page, args=aftermath.where), label)

    links = []
    if may_grow:
        links.append(link("market", "aftermath_growth", _("Grow the market")))
    links += [
        link("rulebook", "aftermath_sections", _("Another rule section")),
        link("seal", "aftermath_seals", _("Something else was opened")),
        link("market", "aftermath_ordered", _("The story changed the market or a mat")),
    ]
    if aftermath.state.pool:
        links.append(link("evolve", "aftermath_evolution", _("A basic card evolved")))
    if basics_begun(aftermath):
        links.append(link("nemesis", "aftermath_pool", _("The campaign’s basic cards")))
    if has_verdict:
        links.append(link("now", "aftermath_verdict", _("The story goes on differently")))
    return links
