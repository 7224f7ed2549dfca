"""Expeditions for tests of pages, made through the services."""

from __future__ import annotations

from typing import Any

from campaign.models import Campaign, Person
from campaign.packs import get_pack
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions.draws import outfitted, planned, rewarded
from campaign.rules.aeons_end.expeditions.facts import Played
from campaign.rules.aeons_end.expeditions.recipe import Recipe
from campaign.rules.aeons_end.expeditions.route import Route
from campaign.rules.aeons_end.expeditions.state import LossKind, State, Step
from campaign.rules.aeons_end.expeditions.suggestions import suggested_choices
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.aeons_end.systems import SERIES
from campaign.selectors.campaigns import campaign_state
from campaign.services.campaigns import campaign_start
from campaign.services.facts import fact_record
from campaign.services.games import game_plan, game_record
from tests.campaign import factories
from tests.rules.aeons_end.expeditions.test_route import FORK

BOXES = ("aeons-end", "the-new-age", "outcasts", "the-descent")


def begun(
    person: Person,
    *,
    name: str = "Down We Go",
    variant: str = "default",
    boxes: tuple[str, ...] = BOXES,
    own: Route | None = None,
    **options: Any,
) -> Campaign:
    """Start an expedition, at its first battle."""
    recipe = Recipe("own" if own else variant, boxes, "5", own=own, **options)
    outfit = outfitted(get_pack(SERIES.slug), recipe, ("Zuza", "Piotr"))
    return campaign_start(person=person, name=name, seats=(), system=SERIES.slug, opening=outfit)


def set_up(campaign: Campaign) -> None:
    """Set up the next try."""
    state = _state(campaign)
    plan = planned(state, get_pack(SERIES.slug), suggested_choices(state))
    game_plan(campaign=campaign, plan=plan, **_signature(campaign))
    campaign.refresh_from_db()


def end(campaign: Campaign, result: Result) -> None:
    """Set up the next try and enter its result."""
    set_up(campaign)
    game = factories.game_of_campaign(campaign, len(_state(campaign).tries))
    game_record(game=game, played=Played(Tally(result)), **_signature(campaign))
    campaign.refresh_from_db()


def win(campaign: Campaign) -> None:
    """Win the next try and draw its reward."""
    end(campaign, Result.WIN)
    state = _state(campaign)
    if state.step is Step.REWARD:
        fact = rewarded(state)
        number = len(state.tries)
        fact_record(campaign=campaign, game=number, fact=fact, **_signature(campaign))
        campaign.refresh_from_db()


def lost(person: Person) -> Campaign:
    """Return an expedition whose first try was lost."""
    campaign = begun(person)
    end(campaign, Result.LOSS)
    return campaign


def consoled(person: Person) -> Campaign:
    """Return an expedition whose first try was lost, and a gem came."""
    campaign = lost(person)
    fact = rewarded(_state(campaign), chosen=LossKind.GEM)
    fact_record(campaign=campaign, game=1, fact=fact, **_signature(campaign))
    campaign.refresh_from_db()
    return campaign


def reading(person: Person) -> Campaign:
    """Return an expedition of a group's own, at a story node with decisions."""
    campaign = begun(person, own=FORK)
    win(campaign)
    return campaign


def _state(campaign: Campaign) -> State:
    state: State = campaign_state(campaign)
    return state


def _signature(campaign: Campaign) -> dict[str, Any]:
    return {"person": factories.keeper_of(campaign), "revision": campaign.revision}
