"""Ways of expeditions: the printed variants, and graphs of a group's own."""

from __future__ import annotations

import pytest

from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions.draws import planned, rewarded
from campaign.rules.aeons_end.expeditions.facts import Decided, Found, Played
from campaign.rules.aeons_end.expeditions.recipe import OWN
from campaign.rules.aeons_end.expeditions.route import (
    VARIANTS,
    Decision,
    Node,
    NodeKind,
    Reward,
    Route,
    route_faults,
)
from campaign.rules.aeons_end.expeditions.state import Step
from campaign.rules.aeons_end.expeditions.suggestions import suggested_choices
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.problems import RulesError
from tests.rules.aeons_end.expeditions.teller import Expedition

FORK = Route(
    "gate",
    (
        Node("gate", tier=1, win=Reward(gems=1), next="fork"),
        Node(
            "fork",
            NodeKind.STORY,
            text="Left or right?",
            decisions=(Decision("Left", "hoard"), Decision("Right", "last")),
        ),
        Node("hoard", NodeKind.REWARD, reward=Reward(treasures={1: 2}), next="last"),
        Node("last", tier=4),
    ),
    name="Two ways",
)


def fork() -> Expedition:
    """Tell an expedition of a group's own."""
    return Expedition(OWN, options={"own": FORK})


@pytest.mark.parametrize(
    ("variant", "tiers"),
    [
        ("short", [2, 3, 4]),
        ("default", [1, 2, 3, 4]),
        ("extended", [1, 1, 2, 2, 3, 3, 4, 4]),
        ("fight-five", [1, 2, 3, 4, 5]),
    ],
)
def test_the_variants_have_battles_of_these_tiers(variant: str, tiers: list[int]) -> None:
    route = VARIANTS[variant]
    assert [node.tier for node in route.battles] == tiers
    assert not list(route_faults(route))


def test_a_decision_leads_to_its_own_way() -> None:
    told = fork()
    told.set_up()
    told.tell(Played(Tally(Result.WIN)))
    told.tell(rewarded(told.state))
    assert told.state.step is Step.STORY
    left, right = (
        told.story.with_fact(1, Decided("fork", 0)),
        told.story.with_fact(1, Decided("fork", 1)),
    )
    assert RULES.replay(left, told.pack).step is Step.FIND
    assert RULES.replay(right, told.pack).step is Step.PLAN
    assert not told.state.treasures
    told.story = left
    told.collect()
    assert any(isinstance(fact, Found) for fact in told.story.facts)
    assert len(told.state.treasures) == 2
    told.win()
    # A first battle of tier 4 has all upgraded cards at once.
    assert len(told.state.pool) == 15
    assert told.state.step is Step.END


def test_every_fault_of_a_way_has_its_path() -> None:
    wrong = Route(
        "story",
        (
            Node("story", NodeKind.STORY, text="", decisions=(Decision("On", "nowhere"),)),
            Node("circle", tier=2, next="round"),
            Node("round", tier=None, next="circle"),
            Node("round", NodeKind.REWARD),
        ),
    )
    paths = [fault.path for fault in route_faults(wrong)]
    assert paths == [
        *("first", "nodes[0].text", "nodes[0].decisions[0].next", "nodes[1].next"),
        *("nodes[2].tier", "nodes[2].next", "nodes[3].id", "nodes[3].reward"),
        *("nodes[1]", "nodes[2]", "nodes[3]"),
    ]


def test_a_battle_with_one_try_leads_on_when_it_is_lost() -> None:
    once = Route("gate", (Node("gate", tier=1, one_try=True, next="last"), Node("last", tier=2)))
    told = Expedition(OWN, options={"own": once})
    told.set_up()
    told.tell(Played(Tally(Result.LOSS)))
    assert (told.state.step, told.state.battle, told.state.score) == (Step.PLAN, 2, 0)


def test_a_limit_of_tries_ends_a_battle_with_the_reward_of_a_win() -> None:
    told = Expedition(options={"tries": 2})
    told.lose(None)
    told.set_up()
    told.tell(Played(Tally(Result.LOSS)))
    assert told.state.step is Step.REWARD
    told.collect()
    assert (told.state.battle, told.state.score, len(told.state.treasures)) == (2, 0, 5)


def test_a_group_may_go_on_after_a_loss() -> None:
    told = Expedition()
    told.set_up()
    told.tell(Played(Tally(Result.LOSS)))
    told.tell(rewarded(told.state, onward=True))
    assert (told.state.battle, told.state.score, len(told.state.treasures)) == (2, 0, 5)


def test_every_wrong_choice_is_named() -> None:
    told = Expedition("short")
    state = told.state
    good = suggested_choices(state)
    one = state.treasures[0]
    twice = tuple(type(place)(state.mages[0], "", (one, one)) for place in good.places)
    wrong = type(good)(twice, state.piles[:8], (one,))
    with pytest.raises(RulesError) as refused:
        planned(state, told.pack, wrong)
    codes = {problem.code for problem in refused.value.problems}
    assert codes == {
        "mages.twice",
        "expedition.nine_piles",
        "expedition.treasure_twice",
        "expedition.too_many_treasures",
        "expedition.treasure_for_others",
    }
