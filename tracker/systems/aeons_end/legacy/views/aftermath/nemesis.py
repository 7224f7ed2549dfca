"""Pages of the aftermath: the basic cards of the nemesis deck, and their evolution."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.rules.aeons_end.legacy.decisions import (
    DecisionKind,
    evolution_begun,
    pool_fixed,
)
from campaign.rules.aeons_end.legacy.facts import CardEvolved, CardTransformed
from campaign.rules.aeons_end.live.table import Evolved
from tracker.systems.aeons_end.legacy.aftermath import AftermathView, aftermath_in, aftermath_of
from tracker.systems.aeons_end.legacy.forms.aftermath import basics
from tracker.systems.aeons_end.legacy.forms.aftermath import nemesis as forms
from tracker.systems.aeons_end.legacy.forms.aftermath.base import CloseForm
from tracker.systems.aeons_end.legacy.views.aftermath.decisions import (
    back,
    decided,
    decision_page,
    save_decision,
)
from tracker.systems.aeons_end.live.face import basics_seen_live, evolved_live
from tracker.systems.aeons_end.shared import words
from tracker.web.pages import go, say_done, sent


def evolution(request: HttpRequest, code: str) -> HttpResponse:
    """Enter the cards that evolved, one by one; a button closes the decision."""
    aftermath = aftermath_of(request, code)
    if request.method != "POST" and not basics_begun(aftermath):
        return back(request, aftermath, _("Not needed now."))
    entered, marks = evolved_here(aftermath), evolved_live(aftermath.game)
    due = next((decision.key for decision in aftermath.open(DecisionKind.EVOLUTION)), "")
    noted = _noted_form(request, aftermath, marks, due) if due and not entered else None
    if noted is not None and save_decision(noted) is None:
        return decided(request, aftermath, _noted_live(marks))
    form = forms.EvolutionForm(
        None if noted is not None and noted.is_bound else sent(request),
        aftermath=aftermath,
        # Prefilled with the next of the cards that were marked in the live game.
        initial=_initial(aftermath, marks[len(entered)]) if len(entered) < len(marks) else {},
    )
    refusal = save_decision(form)
    if refusal is None:
        say_done(request, aftermath.access, form.said())
        return go(request, "aftermath_evolution", *aftermath.where)
    return decision_page(
        request,
        form,
        refusal,
        title=_("Did a card evolve?"),
        lead=_noted_live(marks) or _("Only this campaign’s basic cards can."),
        entered=entered,
        close_form=CloseForm(aftermath=aftermath, initial={"decision": [due]}, auto_id="all_%s")
        if due
        else None,
        noted=noted,
    )


def pool(request: HttpRequest, code: str) -> HttpResponse:
    """Enter basic cards that joined the campaign, several at once, or one that left."""
    aftermath = aftermath_of(request, code)
    if request.method != "POST" and not basics_begun(aftermath):
        return back(request, aftermath, _("Not needed now."))
    leaves = "left" in request.POST
    seen = basics_seen_live(aftermath.access.campaign)
    form = basics.PoolForm(
        None if leaves else sent(request), aftermath=aftermath, initial={"names": ", ".join(seen)}
    )
    leaving = basics.LeaveForm(
        request.POST if leaves else None, aftermath=aftermath, auto_id="leave_%s"
    )
    acting = leaving if leaves else form
    acting.template = form.template
    # From here on only a story card changes them, so the form shows the reason at once.
    form.overrulable = leaving.overrulable = pool_fixed(aftermath.state, aftermath.pack)
    refusal = save_decision(acting)
    if refusal is None:
        said = _("Basic cards saved.")
        is_due = aftermath_in(aftermath.access, aftermath.game).open(DecisionKind.POOL)
        if not leaves and not is_due:
            return decided(request, aftermath, said)
        say_done(request, aftermath.access, said)
        return go(request, "aftermath_pool", *aftermath.where)
    is_filled = bool(seen) and not form.is_bound
    lead = _("They stay the same for the whole campaign. Type the names as printed on your cards.")
    return decision_page(
        request,
        acting,
        refusal,
        title=_("The basic cards"),
        lead=lead,
        leaving=leaving,
        acting=acting,
        form=form,
        is_filled=is_filled,
    )


def basics_begun(aftermath: AftermathView) -> bool:
    """Say whether the players know of basic cards yet."""
    return bool(aftermath.state.pool) or evolution_begun(aftermath.state, aftermath.pack)


def _noted_live(marks: Sequence[Evolved]) -> str:
    names = words.listed(mark.name for mark in marks)
    return _("Entered during the game: %(names)s.") % {"names": names} if marks else ""


def _key_of(aftermath: AftermathView, mark: Evolved) -> str:
    """Return the key of the basic card that was marked in the live game; "" if unknown."""
    name = mark.name.casefold()
    keys = (
        card.key for card in aftermath.state.pool if aftermath.namer.name(card).casefold() == name
    )
    return next(keys, "")


def _initial(aftermath: AftermathView, mark: Evolved) -> dict[str, Any]:
    """Return the form's initial values for a card that was marked in the live game."""
    happened = forms.TRANSFORMED if mark.transformed else forms.STICKER
    said = "into" if mark.transformed else "text"
    return {"card": _key_of(aftermath, mark), "happened": happened, said: mark.text}


def _noted_form(
    request: HttpRequest, aftermath: AftermathView, marks: Sequence[Evolved], closes: str
) -> forms.NotedForm | None:
    """Return the button that enters all marked cards at once; None if a mark is incomplete."""
    marked = [forms.MarkedCard(_key_of(aftermath, mark), mark) for mark in marks]
    is_complete = all(card.is_complete for card in marked)
    # A card marked twice is entered by itself: its second sticker may fill the last space.
    is_once = len({card.key for card in marked}) == len(marked)
    if not (marked and is_complete and is_once):
        return None
    return forms.NotedForm(
        request.POST if "noted" in request.POST else None,
        aftermath=aftermath,
        marked=marked,
        closes=closes,
        auto_id="noted_%s",
    )


def evolved_here(aftermath: AftermathView) -> list[str]:
    """Return a sentence for each card that evolved in this game."""
    facts, said = (entry.fact for entry in aftermath.entries), aftermath.words
    return [said.fact(fact) for fact in facts if isinstance(fact, CardEvolved | CardTransformed)]
