"""The worked examples of the rules of expeditions."""

from __future__ import annotations

from collections import Counter

import pytest

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.endings import DeckOutTiming, Result
from campaign.rules.aeons_end.expeditions.battle import counts, deck_mix
from campaign.rules.aeons_end.expeditions.draws import outfitted, rewarded
from campaign.rules.aeons_end.expeditions.facts import Played
from campaign.rules.aeons_end.expeditions.lacks import Lacks, lacks_of
from campaign.rules.aeons_end.expeditions.recipe import Recipe
from campaign.rules.aeons_end.expeditions.route import FIGHT_FIVE
from campaign.rules.aeons_end.expeditions.setup import setup_sheet
from campaign.rules.aeons_end.expeditions.state import LossKind, State
from campaign.rules.aeons_end.expeditions.stock import recipe_problems
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.aeons_end.live.system import LIVE
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.aeons_end.turn_order import UNLEASH
from campaign.rules.core.problems import RulesError
from tests.rules.aeons_end.expeditions.teller import Expedition
from tests.rules.chances import looks_uniform
from tests.rules.packs import series


def treasures(state: State) -> Counter[int]:
    """Count the treasures in the barracks by level."""
    return Counter(state.stock.level_of(key) for key in state.treasures)


def lacks(variant: str, *boxes: str) -> dict[str, tuple[int, int]]:
    """Return what boxes lack for a variant: need and have."""
    found = recipe_problems(series(), Recipe(variant, boxes, "1"), 2)
    about = ("tier", "kind", "level")
    return {
        " ".join(
            [p.code.removeprefix("expedition.too_few_")]
            + [str(p.details[key]) for key in about if key in p.details]
        ): (int(str(p.details["need"])), int(str(p.details["have"])))
        for p in found
    }


def test_1_default_with_every_battle_won_at_once() -> None:
    state = Expedition().win_all()
    assert state.score == state.most_points == 24
    assert (len(state.piles), len(state.banished), len(state.mages)) == (9, 9, 4)
    assert treasures(state) == {1: 5, 2: 3, 3: 5}
    assert counts(state.stock, state.pool) == (3, 5, 7)


def test_2_a_battle_lost_once_costs_two_points_and_one_more_pile() -> None:
    told = Expedition()
    told.lose(LossKind.GEM)
    state = told.win_all()
    assert [game.points for game in state.tries] == [0, 4, 6, 6, 6]
    assert state.score == 22
    assert (len(state.piles), len(state.banished)) == (9, 10)
    assert len({game.drawn.nemesis for game in state.tries[:2]}) == 1


def test_3_short_begins_with_treasures_and_upgraded_cards() -> None:
    told = Expedition("short")
    assert treasures(told.state) == {1: 5}
    told.set_up(players=1)
    sheet = setup_sheet(told.state, told.pack)
    tiers = sheet.body.nemesis.tiers
    assert counts(told.state.stock, told.state.pool) == (1, 3, 3)
    assert [sum(card.upgraded for card in tier.basics) for tier in tiers] == [1, 3, 3]
    assert [sum(not card.upgraded for card in tier.basics) for tier in tiers] == [0, 0, 4]
    assert sheet.body.nemesis.total == 20
    told.tell(Played(Tally(Result.WIN)))
    told.collect()
    assert told.win_all().score == 18


def test_4_extended_is_twice_as_long() -> None:
    told = Expedition("extended")
    joined, came = [], []
    while told.state.step != "end":
        told.win()
        joined.append(len(told.game.drawn.joined))
        reward = told.game.came
        came.append(len(reward.treasures) if reward else 0)
    state = told.state
    assert joined == [0, 0, 7, 0, 4, 0, 4, 0]
    assert came == [0, 5, 0, 3, 0, 5, 0, 0]
    assert (state.score, len(state.banished)) == (48, 21)


def test_5_upgraded_cards_take_the_place_of_ordinary_ones() -> None:
    told = Expedition()
    told.win()
    told.win()
    first = told.set_up(players=3)
    deck = setup_sheet(told.state, told.pack).body.nemesis
    assert counts(told.state.stock, told.state.pool) == (2, 4, 5)
    assert [tier.basic for tier in deck.tiers] == [5, 6, 7]
    assert [sum(not card.upgraded for card in tier.basics) for tier in deck.tiers] == [3, 2, 2]
    assert (deck.total, len(first.drawn.upgraded)) == (27, 11)
    told.tell(Played(Tally(Result.LOSS)))
    told.tell(rewarded(told.state, chosen=LossKind.MAGE))
    again = told.set_up(players=3)
    assert (again.attempt, again.drawn.joined) == (2, ())
    assert (len(again.drawn.upgraded), len(again.drawn.basics)) == (11, 7)


def test_6_a_nemesis_may_take_fewer_upgraded_cards_and_one_mage_has_no_room_for_all() -> None:
    pool, by_mages = (3, 5, 7), series().basics_by_mages
    two = deck_mix(pool, by_mages[2])
    assert (two.upgraded, two.ordinary) == ((3, 5, 7), (0, 0, 0))
    fewer = deck_mix(pool, by_mages[2], fewer=2)
    assert (fewer.upgraded, fewer.ordinary) == ((1, 3, 5), (2, 2, 2))
    alone = deck_mix(pool, by_mages[1])
    assert (alone.upgraded, alone.ordinary) == ((1, 3, 7), (0, 0, 0))


@pytest.mark.parametrize(
    ("tier", "mages", "upgraded", "ordinary"),
    [
        (1, 4, (0, 0, 0), (8, 7, 7)),
        (2, 3, (1, 3, 3), (4, 3, 4)),
        (3, 1, (1, 3, 5), (0, 0, 2)),
        (4, 4, (3, 5, 7), (5, 2, 0)),
    ],
)
def test_the_deck_has_the_numbers_of_the_table(
    tier: int, mages: int, upgraded: tuple[int, ...], ordinary: tuple[int, ...]
) -> None:
    pools = {1: (0, 0, 0), 2: (1, 3, 3), 3: (2, 4, 5), 4: (3, 5, 7)}
    mix = deck_mix(pools[tier], series().basics_by_mages[mages])
    assert (mix.upgraded, mix.ordinary) == (upgraded, ordinary)


def test_7_with_big_pockets_nothing_is_banished() -> None:
    told = Expedition(options={"big_pockets": True})
    sizes = []
    for _battle in range(4):
        sizes.append(len(told.state.piles))
        told.win()
    assert sizes == [9, 12, 15, 18]
    assert told.state.banished == ()
    lost = Expedition(options={"big_pockets": True})
    lost.win()
    lost.win()
    lost.lose(LossKind.SPELL)
    assert len(lost.state.piles) == 16
    lost.win()
    assert len(lost.state.piles) == 19


def test_8_after_the_third_try_a_battle_gives_no_points() -> None:
    told = Expedition()
    told.win()
    told.lose(LossKind.MAGE)
    told.lose(LossKind.MAGE)
    told.lose(LossKind.RELIC)
    told.lose(LossKind.TREASURE, level=1)
    state = told.state
    assert (len(state.mages), treasures(state)) == (6, {1: 6})
    assert told.win_all().score == 18


def test_8_a_level_that_was_not_won_yet_cannot_be_named() -> None:
    told = Expedition()
    told.win()
    told.set_up()
    told.tell(Played(Tally(Result.LOSS)))
    fact = rewarded(told.state, chosen=LossKind.TREASURE, level=2)
    (problem,) = RULES.problems(told.state, told.pack, 2, fact)
    assert problem.code == "expedition.level_not_yet"


def test_9_every_shortage_is_named_with_need_and_have() -> None:
    assert not lacks("default", "aeons-end", "the-new-age")
    assert lacks("extended", "aeons-end", "the-new-age") == {
        "nemeses 3": (2, 1),
        "nemeses 4": (2, 1),
    }
    assert lacks("extended", "war-eternal", "the-new-age")["nemeses 2"] == (2, 1)
    alone = lacks("extended", "the-new-age")
    assert alone == {
        **{f"nemeses {tier}": (2, 1) for tier in (1, 2, 3, 4)},
        "piles gem": (10, 6),
        "piles relic": (9, 7),
        "piles spell": (11, 9),
    }
    assert lacks("default", "the-descent") == {"piles gem": (6, 5), "piles relic": (5, 4)}


def test_9_the_first_nemesis_is_any_of_its_tier_and_the_last_the_only_one() -> None:
    first: Counter[object] = Counter()
    boxes = ("aeons-end", "the-new-age")
    for seed in range(600):
        told = Expedition(boxes=boxes, seed=str(seed))
        first[told.set_up().drawn.nemesis] += 1
    candidates = ("aeons-end/carapace-queen", "aeons-end/rageborne", "the-new-age/maggoth")
    assert looks_uniform(first, candidates)
    last = Expedition(boxes=boxes).win_all().tries[-1]
    assert last.drawn.nemesis == "the-new-age/fenrix"


def test_10_the_last_nemesis_with_a_card_for_the_fifth_battle_is_kept_for_it() -> None:
    assert lacks("fight-five", "beyond-the-breach")["piles gem"] == (8, 5)
    assert lacks("fight-five", "beyond-the-breach")["piles relic"] == (7, 5)
    boxes = ("beyond-the-breach", "the-surface", "the-returned", "aeons-end")
    for seed in range(20):
        told = Expedition("fight-five", boxes=boxes, seed=str(seed), reason="we know")
        state = told.win_all()
        assert state.score == 30
        fifth = state.tries[-1]
        assert fifth.node.tier == FIGHT_FIVE
        assert state.stock.ranked[fifth.drawn.nemesis].fight_five is not None


def sheet_of(told: Expedition) -> SetupSheet:
    return setup_sheet(told.state, told.pack)


def turn_order(told: Expedition) -> list[tuple[str, int]]:
    """Return the turn-order deck on the sheet of the latest try."""
    return [(turn.card, turn.count) for turn in sheet_of(told).body.turn_order]


def test_one_mage_has_three_turn_order_cards_and_four_if_the_group_wants_it_easier() -> None:
    # War Eternal p. 20.
    told = Expedition(players=1)
    told.set_up(players=1)
    assert turn_order(told) == [("mage", 3), ("nemesis", 2)]
    assert len(LIVE.begin(sheet_of(told)).turn_cards) == 5
    easier = Expedition(players=1)
    easier.set_up(players=1, solo_cards=4)
    assert turn_order(easier) == [("mage", 4), ("nemesis", 2)]
    assert "solo.four_cards" in sheet_of(easier).notes


def test_four_mages_may_pair_up_and_a_deck_may_win_at_the_end_of_a_turn() -> None:
    # War Eternal pp. 8, 20.
    told = Expedition(players=4)
    told.set_up(players=4, paired=True, partner=4, deck_out=DeckOutTiming.END_OF_TURN)
    assert [turn.seats for turn in sheet_of(told).body.turn_order] == [(1, 4), (2, 3), ()]
    assert LIVE.begin(sheet_of(told)).deck_out is DeckOutTiming.END_OF_TURN
    assert {"turn_order.paired", "deck_out.end_of_turn"} <= set(sheet_of(told).notes)
    told.tell(Played(Tally(Result.WIN)))
    told.collect()
    assert told.set_up().choices.paired  # as the last time
    with pytest.raises(RulesError) as error:
        Expedition(players=3).set_up(players=3, paired=True)
    assert [problem.code for problem in error.value.problems] == ["turn_order.pairs_need_four"]


def test_in_a_fifth_battle_the_live_deck_has_the_unleash_card() -> None:
    decks = set()
    for seed in range(20):
        told = Expedition("fight-five", seed=str(seed), reason="we know")
        for _battle in range(4):
            told.win()
        told.set_up()
        battle = sheet_of(told).body.battle
        assert battle is not None
        order = dict(turn_order(told)[-2:])
        swapped, usual = {"nemesis": 1, "unleash": 1}, {"mage": 2, "nemesis": 2}
        assert order == (swapped if battle.unleash_card else usual)
        table = LIVE.table(LIVE.begin(sheet_of(told)))
        assert (UNLEASH in table.next_cards) is battle.unleash_card
        decks.add(battle.unleash_card)
    assert decks == {True, False}


def test_10_after_the_fourth_battle_much_comes_as_far_as_there_is_enough() -> None:
    boxes = ("beyond-the-breach", "aeons-end")
    told = Expedition("fight-five", boxes=boxes, reason="we know")
    for _battle in range(4):
        told.win()
    came, state = told.game.came, told.state
    assert came is not None
    kinds = Counter(state.stock.kind_of(pile) for pile in came.piles)
    assert kinds == {CardKind.GEM: 2, CardKind.RELIC: 2, CardKind.SPELL: 2}
    assert len(came.mages) == 1
    levels = Counter(state.stock.level_of(key) for key in came.treasures)
    assert levels == {4: 5, 3: 1}


def test_a_reason_lifts_what_can_be_overruled() -> None:
    recipe = Recipe("fight-five", ("aeons-end", "the-new-age"), "1")
    assert outfitted(series(), recipe, ("", ""), reason="no such box").reason == "no such box"


def test_boxes_that_would_help_are_named_the_most_helpful_first() -> None:
    base = Recipe("default", ("aeons-end", "war-eternal", "the-depths"), "1")
    lacking = lacks_of(series(), base, 2, among=("origins", "aeons-end", "outcasts", "the-void"))
    assert {problem.code for problem in lacking.problems} == {
        "expedition.too_few_treasures",
        "expedition.too_few_upgraded",
    }
    assert lacking.helpers == ("outcasts", "origins")
    enough = Recipe("default", ("aeons-end", "the-new-age"), "1")
    assert lacks_of(series(), enough, 2, among=("outcasts",)) == Lacks()
