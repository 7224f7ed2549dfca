"""What holds in every expedition, whatever is won, lost, chosen and corrected."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.expeditions.battle import PILES
from campaign.rules.aeons_end.expeditions.chance import Draw
from campaign.rules.aeons_end.expeditions.corrections import carried_on
from campaign.rules.aeons_end.expeditions.draws import rewarded
from campaign.rules.aeons_end.expeditions.facts import FACTS, Planned, Played, Rewarded
from campaign.rules.aeons_end.expeditions.recipe import Outfit
from campaign.rules.aeons_end.expeditions.rewards import kinds_left
from campaign.rules.aeons_end.expeditions.route import VARIANTS
from campaign.rules.aeons_end.expeditions.state import LossKind, Step
from campaign.rules.aeons_end.expeditions.stock import FIRST_PILES
from campaign.rules.aeons_end.expeditions.system import RULES
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.core.serialize import from_plain, to_plain
from campaign.rules.core.story import Story
from tests.rules.aeons_end.expeditions.rambler import check_sizes
from tests.rules.aeons_end.expeditions.teller import BOXES, Expedition
from tests.rules.chances import looks_uniform

MAX_GAMES = 12


@st.composite
def expeditions(draw: Any) -> Expedition:
    """Tell an expedition with wins and losses, by any options."""
    told = Expedition(
        variant=draw(st.sampled_from(sorted(VARIANTS))),
        seed=draw(st.text("ABCDEF0123456789", min_size=1, max_size=8)),
        players=draw(st.integers(1, 4)),
        options={
            "big_pockets": draw(st.booleans()),
            "companions": draw(st.booleans()),
            "versions": draw(st.booleans()),
            "tries": draw(st.one_of(st.none(), st.integers(1, 3))),
        },
        reason="whatever the boxes have",
    )
    for _game in range(draw(st.integers(0, MAX_GAMES))):
        state = told.state
        if state.step is Step.END:
            break
        piles = draw(st.permutations(state.piles))[:PILES]
        told.set_up(players=draw(st.integers(1, 4)), piles=tuple(piles))
        won = draw(st.booleans())
        told.tell(Played(Tally(Result.WIN if won else Result.LOSS)))
        after = told.state
        if after.step is Step.CONSOLATION:
            kinds = kinds_left(after, told.game.node.tier or 1)
            kind = draw(st.sampled_from(sorted(kinds)))
            level = draw(st.sampled_from(kinds[kind])) if kinds[kind] else None
            told.tell(rewarded(after, chosen=kind, level=level))
        else:
            told.collect()
    return told


@settings(max_examples=60, deadline=None)
@given(expeditions())
def test_nothing_comes_twice_and_sizes_are_those_of_the_tables(told: Expedition) -> None:
    games = told.story.games
    for number in (0, *games):
        check_sizes(RULES.replay(told.story.until(number), told.pack))


@settings(max_examples=40, deadline=None)
@given(expeditions())
def test_it_is_written_and_read_back_the_same(told: Expedition) -> None:
    opening = from_plain(Outfit, to_plain(told.story.opening))
    games = {
        number: tuple(from_plain(FACTS[fact.kind], to_plain(fact)) for fact in facts)
        for number, facts in told.story.games.items()
    }
    again: Story[None] = Story((), games, opening)
    assert again == told.story
    assert RULES.replay(again, told.pack) == told.state
    for fact in told.story.facts:
        assert not RULES.entry_problems(fact)
        assert RULES.tidy(fact) == fact


@settings(max_examples=60, deadline=None)
@given(expeditions(), st.data())
def test_another_kind_after_an_early_loss_leaves_what_can_stay(told: Expedition, data: Any) -> None:
    lost = [
        number
        for number, facts in told.story.games.items()
        if any(isinstance(fact, Rewarded) and fact.chosen for fact in facts)
    ]
    if not lost:
        return
    number = data.draw(st.sampled_from(lost))
    until = told.story.until(number)
    facts = tuple(fact for fact in until.games[number] if not isinstance(fact, Rewarded))
    state = RULES.replay(replace(until, games={**until.games, number: facts}), told.pack)
    kinds = kinds_left(state, state.tries[-1].node.tier or 1)
    kind = data.draw(st.sampled_from(sorted(kinds)))
    other = rewarded(state, chosen=kind, level=kinds[kind][0] if kinds[kind] else None)
    corrected = replace(
        told.story,
        games={
            n: tuple(
                other if n == number and isinstance(fact, Rewarded) else fact for fact in facts
            )
            for n, facts in told.story.games.items()
        },
    )
    carried = carried_on(told.story, corrected, told.pack)
    plans = [fact for fact in carried.facts if isinstance(fact, Planned)]
    before = [fact for fact in told.story.facts if isinstance(fact, Planned)]
    # Nemeses and upgraded cards never depend on what the barracks have.
    assert [plan.drawn for plan in plans] == [plan.drawn for plan in before]
    if not RULES.story_problems(carried, told.pack):
        check_sizes(RULES.replay(carried, told.pack))


def test_each_draw_is_uniform() -> None:
    drawn: dict[str, Counter[object]] = {}
    together: Counter[object] = Counter()
    for seed in range(1200):
        told = Expedition("short", seed=f"S{seed}", options={"companions": True})
        state = told.state
        first = {
            "mage": state.mages[0],
            "gem": state.piles[0],
            "relic": state.piles[FIRST_PILES[CardKind.GEM]],
            "spell": state.piles[-1],
            "treasure": state.treasures[0],
            "banner": state.banners[0],
        }
        game = told.set_up(players=1)
        cards = [key for key in game.drawn.joined if state.stock.upgraded_card[key].tier == 2]
        first |= {"friend": game.drawn.friend, "foe": game.drawn.foe}
        first |= {"nemesis": game.drawn.nemesis, "upgraded": cards[0]}
        basics = {card.id for card in state.stock.offer.basics[3]}
        first["basic"] = next(key for key in game.drawn.basics if key in basics)
        for what, key in first.items():
            drawn.setdefault(what, Counter())[key] += 1
        for key in cards:
            together[key] += 1
    stock = Expedition("short").state.stock
    for kind in (CardKind.GEM, CardKind.RELIC, CardKind.SPELL):
        assert looks_uniform(drawn[kind], tuple(stock.piles[kind]))
    assert looks_uniform(drawn["basic"], [card.id for card in stock.offer.basics[3]])
    assert looks_uniform(drawn["mage"], stock.mages)
    assert looks_uniform(drawn["treasure"], stock.treasures[1])
    assert looks_uniform(drawn["banner"], tuple(stock.banner))
    assert looks_uniform(drawn["friend"], tuple(stock.friend))
    assert looks_uniform(drawn["foe"], tuple(stock.foe))
    assert looks_uniform(drawn["nemesis"], stock.nemeses[2])
    assert looks_uniform(drawn["upgraded"], stock.upgraded[2])
    assert looks_uniform(together, stock.upgraded[2])


def test_each_reward_is_uniform() -> None:
    drawn: dict[CardKind, Counter[object]] = {kind: Counter() for kind in FIRST_PILES}
    treasures: Counter[object] = Counter()
    for seed in range(600):
        told = Expedition("short", seed=f"R{seed}")
        told.win(players=1)
        came, stock = told.state.tries[0].came, told.state.stock
        assert came is not None
        for pile in came.piles:
            kind = stock.kind_of(pile)
            assert kind is not None
            drawn[kind][pile] += 1
        treasures.update(key for key in came.treasures if stock.level_of(key) == 2)
    for kind, counts in drawn.items():
        assert looks_uniform(counts, tuple(stock.piles[kind]))
    assert looks_uniform(treasures, stock.treasures[2])


def test_cards_that_are_drawn_together_are_no_neighbours() -> None:
    stock = tuple("abcde")
    pairs: Counter[object] = Counter()
    for seed in range(2000):
        pairs[frozenset(Draw(str(seed), 1).some("upgraded:2", stock, 2))] += 1
    every = [frozenset({a, b}) for a in stock for b in stock if a < b]
    assert looks_uniform(pairs, every)


def test_losing_first_changes_neither_a_later_nemesis_nor_a_reward() -> None:
    won, lost = Expedition(), Expedition()
    lost.lose(LossKind.MAGE)
    straight, detour = won.win_all(), lost.win_all()
    assert [g.drawn.nemesis for g in straight.tries] == [g.drawn.nemesis for g in detour.tries[1:]]
    assert [g.came for g in straight.tries] == [g.came for g in detour.tries[1:]]


def test_the_seed_decides_and_small_letters_do_not_matter() -> None:
    assert Expedition(seed="abc").story.opening.came == Expedition(seed="ABC").story.opening.came
    assert Expedition(seed="abd").story.opening.came != Expedition(seed="ABC").story.opening.came


def test_boxes_in_tests_are_enough_for_every_variant() -> None:
    for variant in VARIANTS:
        assert Expedition(variant, boxes=BOXES).win_all().step is Step.END
