"""What can be entered in a Legacy campaign now: the plan of a game, and its aftermath."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaign.rules.aeons_end.legacy.decisions import Decision, DecisionKind, StepKind
from campaign.services.games import game_plan, game_settle
from tracker.faces.steps import OpenStep
from tracker.forms.entry import EntryForm
from tracker.people.access import Access, numbered_game
from tracker.systems.aeons_end.legacy.aftermath import AftermathView, aftermath_in
from tracker.systems.aeons_end.legacy.forms.aftermath.base import (
    CloseForm,
    DecisionForm,
    VerdictForm,
)
from tracker.systems.aeons_end.legacy.forms.aftermath.basics import PoolForm
from tracker.systems.aeons_end.legacy.forms.aftermath.changes import GrowthForm, StickerForm
from tracker.systems.aeons_end.legacy.forms.aftermath.nemesis import EvolutionForm
from tracker.systems.aeons_end.legacy.forms.aftermath.story import SealsForm, SectionsForm
from tracker.systems.aeons_end.legacy.forms.campaign import PlanForm
from tracker.systems.aeons_end.legacy.saving import record_decision
from tracker.systems.aeons_end.shared import selectors, words

# The form that answers all open decisions of a kind; a slot has a form for each.
FORMS: dict[DecisionKind, type[DecisionForm]] = {
    DecisionKind.SEAL: SealsForm,
    DecisionKind.VERDICT: VerdictForm,
    DecisionKind.SECTION: SectionsForm,
    DecisionKind.GROWTH: GrowthForm,
    DecisionKind.EVOLUTION: EvolutionForm,
    DecisionKind.POOL: PoolForm,
}


def open_steps(access: Access) -> tuple[OpenStep, ...]:
    """Return the steps that are open, in the order in which the pages ask for them."""
    campaign = access.campaign
    step = selectors.campaign_next_step(campaign)
    match step.kind:
        case StepKind.PLAN | StepKind.UNPACK:  # the guide of the first evening is for people
            return (_plan(access),)
        case StepKind.FINISHED:
            return ()
    aftermath = aftermath_in(access, numbered_game(access, step.game or 0))
    found = tuple(_decisions(aftermath))
    return (*found, _settle(aftermath)) if step.kind is StepKind.SETTLE else found


def _plan(access: Access) -> OpenStep:
    def save(form: PlanForm) -> None:
        game_plan(campaign=access.campaign, plan=form.plan(), **form.signature())

    return OpenStep("plan", _("Plan the next game"), partial(_form, PlanForm, access=access), save)


def _decisions(aftermath: AftermathView) -> Iterator[OpenStep]:
    """Yield a step for each open decision, and one that closes those without an entry."""
    done: set[DecisionKind] = set()
    for decision in aftermath.decisions:
        if decision.kind is DecisionKind.SLOT:
            where: dict[str, Any] = {"seat": decision.seat, "slot": decision.subject}
            id_ = f"slot-{decision.seat}-{decision.subject}"
            yield _decision(aftermath, decision, id_, StickerForm, **where)
        elif decision.kind not in done:
            done.add(decision.kind)
            yield _decision(aftermath, decision, str(decision.kind), FORMS[decision.kind])
    if aftermath.decisions and CloseForm(aftermath=aftermath).titles:
        form = partial(_form, CloseForm, aftermath=aftermath)
        title = _("Your box says otherwise?")
        yield OpenStep("close", title, form, record_decision, aftermath.game.number)


def _decision(
    aftermath: AftermathView,
    decision: Decision,
    id_: str,
    form: Callable[..., DecisionForm],
    **where: Any,
) -> OpenStep:
    title = words.decision(decision, aftermath.words).title
    made = partial(_form, form, aftermath=aftermath, **where)
    return OpenStep(id_, title, made, record_decision, aftermath.game.number)


def _settle(aftermath: AftermathView) -> OpenStep:
    number = aftermath.game.number

    def save(form: EntryForm) -> None:
        game_settle(campaign=aftermath.access.campaign, game=number, **form.signature())

    form = partial(_form, EntryForm, access=aftermath.access)
    return OpenStep("settle", _("Finish the aftermath"), form, save, number)


def _form(make: Callable[..., EntryForm], data: QueryDict | None, **more: Any) -> EntryForm:
    return make(data, **more)
