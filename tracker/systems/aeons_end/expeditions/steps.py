"""What can be entered in an expedition: its start, a battle, a reward, a decision of the story."""

from collections.abc import Callable

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaign.models import Campaign, Person
from campaign.rules.aeons_end.expeditions.draws import found, outfitted, planned, rewarded
from campaign.rules.aeons_end.expeditions.facts import Decided, Found, Rewarded
from campaign.rules.aeons_end.expeditions.state import Step
from campaign.rules.aeons_end.systems import SERIES
from campaign.services.campaigns import campaign_start
from campaign.services.facts import fact_record
from campaign.services.games import game_plan
from tracker.faces.steps import OpenStep
from tracker.people.access import Access
from tracker.systems.aeons_end.expeditions.forms.entries import (
    BattleForm,
    DecideForm,
    RewardForm,
    StateForm,
)
from tracker.systems.aeons_end.expeditions.forms.start import StartExpeditionForm
from tracker.systems.aeons_end.shared import selectors


def expedition_begin(
    form: StartExpeditionForm, person: Person, *, system: str = SERIES.slug, token: str
) -> Campaign:
    """Start the expedition of a valid form."""
    reason, players = form.cleaned_data["reason"], form.players_named()
    return campaign_start(
        person=person,
        name=form.cleaned_data["name"],
        seats=(),
        system=system,
        language=form.cleaned_data["language"],
        token=token,
        opening=outfitted(selectors.series(), form.recipe(), players, reason=reason),
    )


def battle_plan(form: BattleForm) -> None:
    """Set up the battle of a form that was checked."""
    reason = form.cleaned_data["reason"]
    plan = planned(form.state, selectors.series(), form.choices(), reason=reason)
    game_plan(campaign=form.access.campaign, plan=plan, **form.signature())


def reward_draw(form: RewardForm) -> None:
    """Draw what comes after a try."""
    _record(form, rewarded(form.state, **form.chosen()))


def node_decide(form: DecideForm) -> Decided | Found:
    """Enter what was decided at a story node, or draw what it brings."""
    state = form.state
    fact = found(state) if state.step is Step.FIND else Decided(state.at, form.decision())
    _record(form, fact)
    return fact


def _record(form: StateForm, fact: Rewarded | Decided | Found) -> None:
    """Enter what comes after the latest try."""
    number = form.state.tries[-1].game
    fact_record(campaign=form.access.campaign, game=number, fact=fact, **form.signature())


def open_steps(access: Access) -> tuple[OpenStep, ...]:
    """Return the step that is open; none while a battle is played, and at the end."""
    state = selectors.expedition_state(access.campaign)
    last = state.tries[-1].game if state.tries else None

    def of(make: type[StateForm]) -> Callable[[QueryDict | None], StateForm]:
        return lambda data: make(data, access=access, state=state)

    match state.step:
        case Step.PLAN:
            return (OpenStep("battle", _("Set up the battle"), of(BattleForm), battle_plan),)
        case Step.REWARD | Step.CONSOLATION:
            title = _("Draw the reward") if state.step is Step.REWARD else _("Choose what helps")
            return (OpenStep("reward", title, of(RewardForm), reward_draw, last),)
        case Step.STORY | Step.FIND if state.node is not None:
            return (OpenStep("node", _("Go on"), of(DecideForm), node_decide, last),)
    return ()
