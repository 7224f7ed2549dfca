"""What the pages of the aftermath share: the scene they are set in, and how an entry is taken."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.records import Entry
from campaign.rules.aeons_end.legacy.corrections import reasoned
from campaign.rules.aeons_end.legacy.decisions import Decision, open_decisions
from campaign.rules.aeons_end.legacy.facts import Fact
from campaign.rules.aeons_end.legacy.state import Phase
from campaign.services import Signature
from campaign.services.facts import fact_record, facts_record
from tracker.forms.entry import EntryForm
from tracker.pages import form_page, go, say_done
from tracker.presenters.stale import stale_note
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.forms.aftermath.base import DecisionForm
from tracker.systems.aeons_end.presenters.aftermath import cards, close_url
from tracker.systems.aeons_end.scene import Scene, scene_in


def record(scene: Scene, form: DecisionForm, who: Signature) -> None:
    """Write down what a form says."""
    game = scene.session.number
    reason = form.cleaned_data["reason"].strip()
    facts = reasoned(scene.record.story, scene.pack, game, form.facts(), reason=reason)
    if form.several:
        facts_record(**who, game=game, facts=facts)
    else:
        fact_record(**who, game=game, fact=facts[0])


def decided(request: HttpRequest, scene: Scene, message: str) -> HttpResponse:
    """Say what was saved and go back to the overview; before a game, to its sheet when done."""
    say_done(request, scene.access, message)
    if scene.game.phase is Phase.PLANNED:
        state = selectors.campaign_state(scene.access.campaign, after=scene.session.number)
        if not open_decisions(state, scene.pack):
            return go(request, "setup", *scene.where)
    return go(request, "aftermath", *scene.where)


def onward(request: HttpRequest, scene: Scene, message: str) -> HttpResponse:
    """Say what was saved and go straight to what is open next, or else to the overview."""
    now = cards(scene_in(scene.access, scene.session))
    due = next((card for card in now if card.open), None)
    if due is None:
        return decided(request, scene, message)
    say_done(request, scene.access, message)
    return go(request, due.url)


def already(request: HttpRequest, scene: Scene) -> HttpResponse:
    """Go back to the overview and say that there is nothing to decide."""
    messages.info(request, _("Already decided. To change it, delete the entry."))
    return go(request, "aftermath", *scene.where)


def still_sealed(request: HttpRequest, scene: Scene) -> HttpResponse:
    """Go back to the overview: what the page asks for is not for the players to know yet."""
    messages.info(request, _("Not needed now."))
    return go(request, "aftermath", *scene.where)


def standing_entry(scene: Scene, says: Callable[[Fact], bool]) -> Entry | None:
    """Return the entry of this game that a decision's form would repeat, as it is by now."""
    return next((entry for entry in scene.entries if says(entry.fact)), None)


def decided_meanwhile(
    request: HttpRequest, scene: Scene, form: EntryForm, entry: Entry, title: str
) -> HttpResponse:
    """Answer a form whose decision is made: what stands, to be kept or to be withdrawn."""
    context = {
        "title": title,
        "stands": scene.words.fact(entry.fact),
        "meanwhile": stale_note(form.access, form.stale),
        "withdraw_url": reverse("entry_delete", args=[scene.access.campaign.code, entry.id]),
    }
    form.status = 409
    return decision_page(request, scene, form, "aeons_end/aftermath/already_decided.html", context)


def decision_page(
    request: HttpRequest,
    scene: Scene,
    form: EntryForm,
    template: str,
    context: Mapping[str, Any],
    *,
    decision: Decision | None = None,
) -> HttpResponse:
    """Answer with the page of one decision; ``decision`` can be closed from it."""
    game = {"game": scene.session.number, "chapter": scene.game.chapter}
    whole = {
        "session": scene.session,
        "kicker": _("Game %(game)s · Chapter %(chapter)s") % game,
        "back_url": reverse("aftermath", args=scene.where),
        "back_label": _("Aftermath"),
        "close_url": close_url(*scene.where, decision) if decision else "",
        **context,
    }
    return form_page(request, form, template, whole, current="campaign")
