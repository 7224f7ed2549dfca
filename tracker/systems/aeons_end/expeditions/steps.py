"""What can be entered in an expedition: its start, a battle, a reward, a decision of the story."""

from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaign.models import Campaign, Person
from campaign.rules.aeons_end.expeditions.draws import found, outfitted, planned, rewarded
from campaign.rules.aeons_end.expeditions.facts import Decided, Found
from campaign.rules.aeons_end.expeditions.state import State, Step
from campaign.rules.aeons_end.systems import SERIES
from campaign.services.campaigns import campaign_start
from campaign.services.facts import fact_record
from campaign.services.games import game_plan
from tracker.faces.steps import OpenStep
from tracker.people.access import Access
from tracker.systems.aeons_end.expeditions.forms.entries import BattleForm, DecideForm, RewardForm
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
    game_plan(campaign=form.campaign, plan=plan, **form.signature())


def reward_draw(form: RewardForm, state: State) -> None:
    """Draw what comes after a try."""
    fact, number = rewarded(state, **form.chosen()), state.tries[-1].game
    fact_record(campaign=form.access.campaign, game=number, fact=fact, **form.signature())


def node_decide(form: DecideForm, state: State) -> Decided | Found:
    """Enter what was decided at a story node, or draw what it brings."""
    fact = found(state) if state.step is Step.FIND else Decided(state.at, form.decision())
    number = state.tries[-1].game
    fact_record(campaign=form.access.campaign, game=number, fact=fact, **form.signature())
    return fact


def open_steps(access: Access) -> tuple[OpenStep, ...]:
    """Return the step that is open; none while a battle is played, and at the end."""
    campaign = access.campaign
    state = selectors.expedition_state(campaign)
    last = state.tries[-1].game if state.tries else None

    def form(make: Any, data: QueryDict | None, **more: Any) -> Any:
        return make(data, access=access, state=state, **more)

    match state.step:
        case Step.PLAN:
            made = partial(form, BattleForm, campaign=campaign)
            return (OpenStep("battle", _("Set up the battle"), made, battle_plan),)
        case Step.REWARD | Step.CONSOLATION:
            save = partial(reward_draw, state=state)
            title = _("Draw the reward") if state.step is Step.REWARD else _("Choose what helps")
            return (OpenStep("reward", title, partial(form, RewardForm), save, last),)
        case Step.STORY | Step.FIND if state.node is not None:
            node = partial(node_decide, state=state)
            return (OpenStep("node", _("Go on"), partial(form, DecideForm), node, last),)
    return ()
