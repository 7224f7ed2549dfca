"""Pages of the aftermath: one for each kind of decision, and the responses they share."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from campaign.records import Entry
from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind, stickers_begun
from campaign.rules.aeons_end.legacy.state import GameStatus
from campaign.rules.core.sizes import SHORT
from campaign.selectors.history import change_of
from campaign.selectors.names import names_in
from tracker.forms.fields import HiddenField
from tracker.systems.aeons_end.legacy.aftermath import AftermathView, aftermath_in, aftermath_of
from tracker.systems.aeons_end.legacy.forms.aftermath.base import DecisionForm, VerdictForm
from tracker.systems.aeons_end.legacy.forms.aftermath.changes import (
    GrowthForm,
    OrderForm,
    StickerForm,
)
from tracker.systems.aeons_end.legacy.forms.aftermath.story import SealsForm, SectionsForm
from tracker.systems.aeons_end.legacy.presenters.aftermath import (
    cards,
    close_url,
    next_card,
    stickers_url,
)
from tracker.systems.aeons_end.legacy.saving import record_decision
from tracker.systems.aeons_end.shared import words
from tracker.web.entries import CONFLICT, Refusal, save
from tracker.web.pages import form_page, go, say_done, sent

_SLOT = re.compile(rf"[0-9A-Za-z#.+-]{{1,{SHORT}}}", re.ASCII)


def save_decision(form: DecisionForm) -> Refusal | None:
    """Save what a form decides; return why it is not saved, or None if it is, now or before."""
    return save(form, lambda: record_decision(form))


def decided(request: HttpRequest, aftermath: AftermathView, message: str) -> HttpResponse:
    """Say what was saved, and go on to the next open decision.

    With none, or after an entry that decides nothing, that is the overview; before a game, its
    sheet.
    """
    say_done(request, aftermath.access, message)
    now = aftermath_in(aftermath.access, aftermath.game)
    if set(now.decisions) != set(aftermath.decisions):
        due = next_card(cards(now), stickers_url(now))
        if due is not None:
            return go(request, due.url)
    planned = aftermath.game_state.phase is GameStatus.PLANNED
    is_ready = planned and not now.decisions
    return go(request, "setup" if is_ready else "aftermath", *aftermath.where)


def back(request: HttpRequest, aftermath: AftermathView, why: str = "") -> HttpResponse:
    """Return to the overview: there is nothing to decide here, or not any more."""
    messages.info(request, why or _("Already decided. To change it, delete the entry."))
    return go(request, "aftermath", *aftermath.where)


def entry_of_kind(aftermath: AftermathView, kind: type[facts.Fact]) -> Entry | None:
    """Return this game's entry of a type, as it is by now; None if there is none."""
    return next((entry for entry in aftermath.entries if isinstance(entry.fact, kind)), None)


def decided_meanwhile(
    request: HttpRequest, form: DecisionForm, refusal: Refusal, entry: Entry, title: str
) -> HttpResponse:
    """Respond to a form whose decision is made: show the entry, to keep or to delete."""
    if request.method != "POST":
        return back(request, form.aftermath)
    return decision_page(
        request,
        form,
        refusal,
        template="aeons_end/aftermath/already_decided.html",
        status=CONFLICT,
        title=title,
        stands=form.aftermath.words.fact(entry.fact),
        withdraw_url=reverse("entry_delete", args=[form.access.campaign.code, entry.id]),
    )


def decision_page(
    request: HttpRequest,
    form: DecisionForm,
    refusal: Refusal,
    /,
    *,
    template: str = "",
    status: int | None = None,
    due: Sequence[Decision] = (),
    **context: Any,
) -> HttpResponse:
    """Render the page of a decision; the ``due`` ones can be closed from there."""
    aftermath = form.aftermath
    game = {"game": aftermath.game.number, "chapter": aftermath.game_state.chapter}
    whole = {
        "game": aftermath.game,
        "kicker": _("Game %(game)s · Chapter %(chapter)s") % game,
        "lead": "",
        "back_url": reverse("aftermath", args=aftermath.where),
        "back_label": _("Aftermath"),
        "close_url": close_url(*aftermath.where, *due) if due else "",
        **context,
    }
    return form_page(
        request,
        form,
        template or form.template,
        whole,
        refusal=refusal,
        current="campaign",
        status=status,
    )


def verdict(request: HttpRequest, code: str) -> HttpResponse:
    """Enter whether the story goes on or the chapter is played again."""
    aftermath = aftermath_of(request, code)
    chapter = aftermath.pack.find.chapter(aftermath.game_state.chapter)
    in_table = bool(chapter and chapter.onward_in_table)
    initial = {"onward": "yes"} if in_table else {}
    form = VerdictForm(sent(request), aftermath=aftermath, initial=initial)
    refusal = save_decision(form)
    if refusal is None:
        return decided(request, aftermath, _("Saved."))
    if stands := entry_of_kind(aftermath, facts.Verdict):
        return decided_meanwhile(request, form, refusal, stands, _("Go on or play again?"))
    if not aftermath.open(DecisionKind.VERDICT):
        lead = _("Not needed now. If your story card says so, enter what it says.")
    elif in_table:
        lead = _("You lost. The story goes on unless your story card says otherwise.")
    else:
        lead = _("You lost. The story card says whether you go on or play the chapter again.")
    return decision_page(request, form, refusal, title=_("Go on or play again?"), lead=lead)


def sections(request: HttpRequest, code: str) -> HttpResponse:
    """Enter the sections that were placed in the rulebook."""
    aftermath = aftermath_of(request, code)
    form = SectionsForm(sent(request), aftermath=aftermath)
    refusal = save_decision(form)
    if refusal is None:
        return decided(request, aftermath, _("Sections saved."))
    due, lead = aftermath.open(DecisionKind.SECTION), _("Which stickers went into the rulebook?")
    return decision_page(request, form, refusal, due=due, title=_("Rule sections"), lead=lead)


def ordered(request: HttpRequest, code: str) -> HttpResponse:
    """Enter what a story card orders outside the usual aftermath."""
    aftermath = aftermath_of(request, code)
    form = OrderForm(sent(request), aftermath=aftermath)
    refusal = save_decision(form)
    if refusal is None:
        return decided(request, aftermath, _("Saved."))
    lead = _("For what a story card changes in the market or on a mat.")
    return decision_page(request, form, refusal, title=_("A change from the story"), lead=lead)


def seals(request: HttpRequest, code: str) -> HttpResponse:
    """Enter the seals that were opened."""
    aftermath = aftermath_of(request, code)
    form = SealsForm(sent(request), aftermath=aftermath)
    refusal = save_decision(form)
    if refusal is None:
        said = ngettext("Saved as opened.", "Saved as opened.", len(form.rows))
        return decided(request, aftermath, said)
    due = aftermath.open(DecisionKind.SEAL)
    lead = _(
        "Decks, envelopes, boxes and supplements stay closed until the story tells "
        "you to open them."
    )
    return decision_page(request, form, refusal, due=due, title=_("What did you open?"), lead=lead)


def growth(request: HttpRequest, code: str) -> HttpResponse:
    """Enter how the market grew."""
    aftermath = aftermath_of(request, code)
    form = GrowthForm(sent(request), aftermath=aftermath)
    refusal = save_decision(form)
    if refusal is None:
        return decided(request, aftermath, _("The market has grown."))
    if request.method != "POST" and aftermath.game_state.chapter in aftermath.state.grown:
        return back(request, aftermath)
    if stands := entry_of_kind(aftermath, facts.MarketGrown):
        return decided_meanwhile(request, form, refusal, stands, _("The market grows"))
    chapter = str(aftermath.game_state.chapter)
    due = [d for d in aftermath.open(DecisionKind.GROWTH) if d.subject == chapter]
    lead = _("Four piles are offered. Two join the market; two of the nine are banished.")
    return decision_page(request, form, refusal, due=due, title=_("The market grows"), lead=lead)


@require_safe
def slot(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the page of the slot that a form names: ``?seat=1&slot=2a``."""
    aftermath = aftermath_of(request, code)
    seat, asked = request.GET.get("seat", ""), request.GET.get("slot", "").strip()
    if not _SLOT.fullmatch(asked) or seat not in {str(s.number) for s in aftermath.state.seats}:
        messages.error(request, _("Choose a mage and enter what is printed at the slot."))
        return go(request, "aftermath", *aftermath.where)
    return go(request, "aftermath_sticker", *aftermath.where, int(seat), asked)


def sticker(request: HttpRequest, code: str, seat: int, slot: str) -> HttpResponse:
    """Enter a sticker on a mage's mat."""
    aftermath = aftermath_of(request, code)
    if not 1 <= seat <= len(aftermath.state.mats) or not _SLOT.fullmatch(slot):
        raise Http404
    if request.method != "POST" and not stickers_begun(aftermath.state, aftermath.pack):
        return back(request, aftermath, _("Not needed now."))
    form = StickerForm(sent(request), aftermath=aftermath, seat=seat, slot=slot)
    said = {"mage": form.mat.name, "slot": slot}
    refusal = save_decision(form)
    if refusal is None:
        return decided(request, aftermath, _("%(mage)s has a sticker on slot %(slot)s.") % said)
    if request.method != "POST" and slot in {placed.slot for placed in form.mat.stickers}:
        return back(request, aftermath)
    if request.method == "POST" and (stands := _filling_entry(aftermath, seat, slot)):
        return _slot_filled(request, form, refusal, stands)
    slots = aftermath.open(DecisionKind.SLOT)
    due = [d for d in slots if (d.seat, d.subject) == (seat, slot)]
    return decision_page(request, form, refusal, due=due, title=_("Slot %(slot)s") % said)


def _filling_entry(aftermath: AftermathView, seat: int, slot: str) -> Entry | None:
    """Return the entry whose sticker fills a mage's slot, now or from a later game on."""
    filling = None
    for entry in aftermath.record.entries:
        match entry.fact:
            case facts.StickerPlaced(seat=on, sticker=placed) if (on, placed.slot) == (seat, slot):
                filling = filling or entry
            case facts.StickerRemoved(seat=off, slot=bare) if (off, bare) == (seat, slot):
                filling = None if entry.game <= aftermath.game.number else filling
    return filling


def _slot_filled(
    request: HttpRequest, form: StickerForm, refusal: Refusal, entry: Entry
) -> HttpResponse:
    """Respond to a sticker whose slot is taken: by what and whom, and which slots are free."""
    aftermath = form.aftermath
    yours = form.facts()[0] if form.is_valid() else None
    if yours == entry.fact:
        return back(request, aftermath, _("This sticker is already entered."))
    change = change_of(entry)
    form.renew()
    conflict = SlotConflict(
        mage=aftermath.words.mage(form.seat),
        slot=form.slot,
        entry=aftermath.words.fact(entry.fact),
        saved_by=words.who(change, names_in(aftermath.access.campaign)),
        saved_at=change.at,
        yours=aftermath.words.fact(yours) if yours else "",
        free_slots=_free_slots(aftermath),
        reenter_url=reverse("entry_reenter", args=[aftermath.access.campaign.code, entry.id]),
        sent=tuple(
            HiddenField(name, value)
            for name, value in form.data.items()
            if name != "csrfmiddlewaretoken"
        ),
    )
    title = _("Slot %(slot)s") % {"slot": form.slot}
    return decision_page(
        request,
        form,
        refusal,
        template="aeons_end/aftermath/slot_filled.html",
        status=CONFLICT,
        title=title,
        conflict=conflict,
    )


@dataclass(frozen=True, slots=True)
class FreeSlot:
    """A slot that is still open, and the form for its sticker."""

    slot: str
    mage: str
    url: str


@dataclass(frozen=True, slots=True)
class SlotConflict:
    """A sticker that was sent for a slot which somebody else filled meanwhile."""

    mage: str
    slot: str
    entry: str  # what fills it
    saved_by: str  # "" if nobody signed
    saved_at: datetime.datetime
    yours: str  # what was sent; "" if it is not valid
    free_slots: Sequence[FreeSlot]
    reenter_url: str
    sent: tuple[HiddenField, ...]  # the fields of the form


def _free_slots(aftermath: AftermathView) -> list[FreeSlot]:
    # The aftermath was read before the other player saved.
    now = aftermath_in(aftermath.access, aftermath.game)
    return [
        FreeSlot(
            slot=due.subject,
            mage=now.words.mage(due.seat or 0),
            url=reverse("aftermath_sticker", args=[*now.where, due.seat, due.subject]),
        )
        for due in now.open(DecisionKind.SLOT)
    ]
