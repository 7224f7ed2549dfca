"""The printed stories: their structure, and that nothing in them is missing."""

from __future__ import annotations

from collections import Counter

import pytest

from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions.draws import rewarded
from campaign.rules.aeons_end.expeditions.facts import Played
from campaign.rules.aeons_end.expeditions.recipe import Recipe
from campaign.rules.aeons_end.expeditions.rewards import kinds_left
from campaign.rules.aeons_end.expeditions.route import NodeKind, route_faults
from campaign.rules.aeons_end.expeditions.state import LossKind, Step
from campaign.rules.aeons_end.expeditions.stock import recipe_problems, stock_of
from campaign.rules.aeons_end.expeditions.stories import STORIES
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.aeons_end.outcome import Tally
from tests.rules.aeons_end.expeditions.rambler import check_sizes
from tests.rules.aeons_end.expeditions.teller import Expedition
from tests.rules.packs import series

BOXES = {
    "story-the-new-age": ("the-new-age",),
    "story-into-the-wild": ("into-the-wild", "aeons-end", "the-new-age"),
    "story-outcasts": ("outcasts",),
}


@pytest.mark.parametrize(
    ("story", "treasures", "mages", "piles", "banished"),
    [
        ("story-the-new-age", {1: 5, 2: 4, 3: 6}, 7, 19, 0),
        ("story-into-the-wild", {1: 5, 2: 5, 3: 5}, 5, 9, 9),
        ("story-outcasts", {1: 5, 2: 3, 3: 5}, 6, 21, 0),
    ],
)
def test_a_story_is_played_through(
    story: str, treasures: dict[int, int], mages: int, piles: int, banished: int
) -> None:
    state = Expedition(story, boxes=BOXES[story]).win_all()
    assert (state.score, len(state.tries)) == (24, 4)
    assert Counter(state.stock.level_of(key) for key in state.treasures) == treasures
    assert (len(state.mages), len(state.piles), len(state.banished)) == (mages, piles, banished)
    check_sizes(state)


@pytest.mark.parametrize("story", STORIES)
def test_everything_that_a_story_names_is_in_its_box(story: str) -> None:
    route = STORIES[story]
    assert not list(route_faults(route))
    stock = stock_of(series(), (route.box,))
    kinds = Counter(node.kind for node in route.nodes)
    assert kinds == {NodeKind.BATTLE: 4, NodeKind.STORY: 7, NodeKind.REWARD: 3}
    things = {*stock.mages, *stock.treasure, *stock.offer.piles.cards}
    for node in route.nodes:
        assert set(node.upgraded or ()) <= set(stock.upgraded_card)
        assert set(node.reward.named if node.reward else ()) <= things
        assert not node.nemesis or node.nemesis in stock.ranked
    assert route.start is not None
    assert {*route.start.mages, *route.start.piles} <= things


def test_a_story_needs_its_box() -> None:
    recipe = Recipe("story-outcasts", ("the-new-age",), "1")
    (problem,) = recipe_problems(series(), recipe, 2)
    assert problem.code == "expedition.story_box"


def test_a_loss_brings_nothing_in_a_story() -> None:
    told = Expedition("story-the-new-age", boxes=BOXES["story-the-new-age"])
    told.set_up()
    told.tell(Played(Tally(Result.LOSS)))
    assert kinds_left(told.state, 1) == {}
    wish = rewarded(told.state, chosen=LossKind.GEM)
    problems = RULES.problems(told.state, told.pack, 1, wish)
    assert [problem.code for problem in problems] == ["expedition.nothing_to_choose"]
    told.tell(rewarded(told.state))
    assert (told.state.step, told.state.attempt) == (Step.PLAN, 2)


def test_lost_twice_counts_as_won_in_one_of_them() -> None:
    told = Expedition("story-into-the-wild", boxes=BOXES["story-into-the-wild"])
    told.lose(None)
    told.set_up()
    told.tell(Played(Tally(Result.LOSS)))
    assert told.state.step is Step.STORY
    told.collect()
    assert told.win_all().score == 18
