"""Pages of the aftermath: the story's turn, the rule sections, the seals."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.legacy.facts import Verdict
from tracker.pages import sent
from tracker.systems.aeons_end.forms.aftermath.base import VerdictForm
from tracker.systems.aeons_end.forms.aftermath.orders import OrderForm
from tracker.systems.aeons_end.forms.aftermath.story import SealsForm, SectionsForm
from tracker.systems.aeons_end.presenters.aftermath import close_url
from tracker.systems.aeons_end.scene import scene_of
from tracker.systems.aeons_end.views.aftermath.decision import (
    already,
    decided,
    decided_meanwhile,
    decision_page,
    record,
    standing_entry,
)


def verdict(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Enter what the story card said: go on, or play the chapter again."""
    scene = scene_of(request, code, number)
    chapter = scene.pack.find.chapter(scene.game.chapter)
    in_table = bool(chapter and chapter.onward_in_table)
    initial = {"onward": "yes"} if in_table else {}
    form = VerdictForm(sent(request), scene=scene, initial=initial)
    if form.enter(lambda who: record(scene, form, who)):
        return decided(request, scene, _("Saved."))
    if stands := standing_entry(scene, lambda fact: isinstance(fact, Verdict)):
        if request.method != "POST":
            return already(request, scene)
        return decided_meanwhile(request, scene, form, stands, _("Go on or play again?"))
    asked = scene.open(DecisionKind.VERDICT) is not None
    context = {
        "title": _("Go on or play again?"),
        "lead": _verdict_lead(asked=asked, in_table=in_table),
    }
    return decision_page(request, scene, form, "aeons_end/aftermath/verdict.html", context)


def _verdict_lead(*, asked: bool, in_table: bool) -> str:
    if not asked:
        return _("Not needed now. If your story card says so, enter what it says.")
    if in_table:
        return _("You lost. The story goes on unless your story card says otherwise.")
    return _("You lost. The story card says whether you go on or play the chapter again.")


def sections(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Enter which sections went into the rulebook."""
    scene = scene_of(request, code, number)
    form = SectionsForm(sent(request), scene=scene)
    if form.enter(lambda who: record(scene, form, who)):
        return decided(request, scene, _("Sections saved."))
    due = tuple(d for d in scene.decisions if d.kind is DecisionKind.SECTION)
    context = {
        "title": _("Rule sections"),
        "lead": _("Which stickers went into the rulebook?"),
        "close_url": close_url(*scene.where, *due) if due else "",
    }
    return decision_page(request, scene, form, "aeons_end/aftermath/sections.html", context)


def ordered(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Enter what a story card orders outside the usual aftermath."""
    scene = scene_of(request, code, number)
    form = OrderForm(sent(request), scene=scene)
    if form.enter(lambda who: record(scene, form, who)):
        return decided(request, scene, _("Saved."))
    context = {
        "title": _("A change from the story"),
        "lead": _("For what a story card changes in the market or on a mat."),
    }
    return decision_page(request, scene, form, "aeons_end/aftermath/ordered.html", context)


def seals(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Enter what was opened."""
    scene = scene_of(request, code, number)
    form = SealsForm(sent(request), scene=scene)
    if form.enter(lambda who: record(scene, form, who)):
        count = len(form.rows)
        said = ngettext("Saved as opened.", "Saved as opened.", count)
        return decided(request, scene, said)
    due = tuple(d for d in scene.decisions if d.kind is DecisionKind.SEAL)
    context = {
        "title": _("What did you open?"),
        "lead": _(
            "Decks, envelopes, boxes and supplements stay closed until the story tells "
            "you to open them."
        ),
        "close_url": close_url(*scene.where, *due) if due else "",
    }
    return decision_page(request, scene, form, "aeons_end/aftermath/seals.html", context)
