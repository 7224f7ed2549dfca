"""The nemesis deck: counts by tier, the pool of basics, drawing."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from campaign.rules.aeons_end.nemesis_deck import (
    TIERS,
    basics_by_tier,
    deck_table,
    draw_basics,
    pool_card,
    pool_problems,
    tier_counts,
)
from campaign.rules.core.problems import RulesError
from tests.rules.chances import looks_uniform
from tests.rules.packs import basic, legacy, war_eternal


@pytest.mark.parametrize(
    ("mages", "basics", "total"),
    [(1, (1, 3, 7), 20), (2, (3, 5, 7), 24), (3, (5, 6, 7), 27), (4, (8, 7, 7), 31)],
)
def test_own_cards_and_basics_make_the_deck(
    mages: int, basics: tuple[int, int, int], total: int
) -> None:
    for pack in (legacy(), war_eternal()):
        assert pack.basics_by_mages[mages] == basics
        table = deck_table(pack.own_per_tier, basics)
        assert [(row.tier, row.own, row.basic) for row in table] == [
            (tier, 3, basics[tier - 1]) for tier in TIERS
        ]
        assert [row.total for row in table] == [3 + count for count in basics]
        assert sum(tier.total for tier in table) == total


def test_all_basics_of_the_pack_are_the_pool_of_four_mages() -> None:
    pool = tuple(pool_card(card) for card in legacy().find.basics)
    assert tier_counts(pool) == (8, 7, 7)
    assert not any(pool_problems(pool, legacy().basics_by_mages[4]))


def test_a_pool_that_does_not_match_names_each_wrong_tier_and_each_double() -> None:
    pool = (basic("a", 1), basic("b", 2), basic("b", 2), basic("c", 3))
    problems = [*pool_problems(pool, (1, 3, 0))]
    assert [(p.code, dict(p.details)) for p in problems] == [
        ("pool.tier_mismatch", {"tier": 2, "expected": 3, "actual": 2}),
        ("pool.tier_mismatch", {"tier": 3, "expected": 0, "actual": 1}),
        ("pool.card_twice", {"names": ("b",)}),
    ]
    assert not any(p.overrulable for p in problems), "tier counts are arithmetic"


def test_basics_are_drawn_tier_by_tier_and_never_from_tier_zero_or_a_nemesis() -> None:
    pack = war_eternal()
    drawn = draw_basics(basics_by_tier(pack.nemesis_cards), (3, 5, 7), Random(1))
    assert [len(tier) for tier in drawn] == [3, 5, 7]
    for tier, cards in zip(TIERS, drawn, strict=True):
        assert {card.tier for card in cards} == {tier}
        assert all(card.basic for card in cards)
        assert len({card.id for card in cards}) == len(cards)
    assert drawn == draw_basics(basics_by_tier(pack.nemesis_cards), (3, 5, 7), Random(1))


def test_basics_are_drawn_uniformly() -> None:
    cards = [card for card in war_eternal().find.basics if card.tier == 2]
    rng, counts = Random(2), Counter[object]()
    outcomes = {frozenset(c.id for c in chosen) for chosen in combinations(cards, 3)}
    for _ in range(40 * len(outcomes)):
        counts[frozenset(c.id for c in draw_basics(basics_by_tier(cards), (0, 3, 0), rng)[1])] += 1
    assert looks_uniform(counts, outcomes)


def test_each_tier_with_too_few_basics_is_named() -> None:
    cards = [card for card in war_eternal().find.basics if card.tier == 2]
    with pytest.raises(RulesError) as error:
        draw_basics(basics_by_tier(cards), (1, 3, 7), Random(1))
    assert [dict(problem.details) for problem in error.value.problems] == [
        {"tier": 1, "need": 1, "have": 0},
        {"tier": 3, "need": 7, "have": 0},
    ]
