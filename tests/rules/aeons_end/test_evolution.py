"""Evolution: stickers from the top, then a transformation; tier counts never change."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.evolution import (
    evolve_problems,
    free_spaces,
    pool_evolve,
    pool_transform,
    stays_in_play,
    transform_problems,
)
from campaign.rules.aeons_end.nemesis_deck import pool_card, tier_counts
from campaign.rules.core.problems import Problem, not_overruled
from tests.rules.packs import basic, legacy


def codes(problems: Iterable[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def test_stickers_fill_the_spaces_from_the_top_until_none_is_free() -> None:
    (card,) = pool_evolve(pool_evolve([basic("x", spaces=2)], "x", "first"), "x", "second")
    assert card.stickers == ("first", "second")
    assert free_spaces(card) == 0
    (problem,) = evolve_problems([card], "x")
    assert problem.code == "evolution.no_space_left"
    assert dict(problem.details) == {"names": ("x",), "spaces": 2}


def test_scatter_has_no_space_and_transforms_into_a_card_of_its_tier() -> None:
    pool = tuple(pool_card(card) for card in legacy().find.basics)
    scatter = next(card for card in pool if card.key == "scatter")
    assert scatter.spaces == 0
    assert codes(evolve_problems(pool, "scatter")) == ["evolution.no_space_left"]
    stronger = basic("~crush", tier=3)
    assert not [*transform_problems(pool, "scatter", stronger)]
    after = pool_transform(pool, "scatter", stronger)
    assert tier_counts(after) == tier_counts(pool)
    assert after.index(next(c for c in after if c.key == "~crush")) == pool.index(scatter)
    assert next(c for c in after if c.key == "~crush").evolved_from == "scatter"
    assert "scatter" not in {card.key for card in after}


def test_where_nobody_knows_the_spaces_the_players_say_which_happened() -> None:
    card = basic("x")
    assert free_spaces(card) is None
    assert pool_evolve([card], "x", "note")[0].stickers == ("note",)
    assert pool_transform([card], "x", basic("y"))[0].evolved_from == "x"


def test_a_transformation_while_a_space_is_free_needs_the_boxs_word() -> None:
    pool = (basic("x", spaces=1),)
    problems = tuple(transform_problems(pool, "x", basic("y")))
    assert codes(problems) == ["evolution.space_still_free"]
    assert not_overruled(problems, "the card said so") == ()


def test_a_sticker_beyond_the_packs_spaces_needs_the_boxs_word() -> None:
    pool = (basic("x", spaces=0),)
    assert not_overruled(evolve_problems(pool, "x"), "the card said so") == ()


def test_every_problem_of_a_transformation_is_named_at_once() -> None:
    pool = (basic("x", 1, spaces=1), basic("y", 2))
    problems = tuple(transform_problems(pool, "x", basic("y", 2)))
    assert codes(problems) == [
        "evolution.space_still_free",
        "evolution.tier_changes",
        "evolution.already_in_pool",
    ]
    assert codes(not_overruled(problems, "the card said so")) == codes(problems)[1:]
    assert codes(transform_problems(pool, "x", pool[0])) == [
        "evolution.space_still_free",
        "evolution.same_card",
    ]
    assert codes(transform_problems(pool, "z", basic("w"))) == ["evolution.not_in_pool"]
    assert codes(evolve_problems(pool, "z")) == ["evolution.not_in_pool"]


def test_a_tier_cannot_change_even_with_a_reason() -> None:
    problems = tuple(transform_problems([basic("x", 1)], "x", basic("y", 2)))
    assert codes(not_overruled(problems, "so")) == ["evolution.tier_changes"]


def test_a_minion_stays_in_play_and_the_others_are_discarded() -> None:
    assert [kind for kind in NemesisKind if stays_in_play(kind)] == [NemesisKind.MINION]


@given(st.data())
def test_tier_counts_never_change(data: st.DataObject) -> None:
    pool = tuple(pool_card(card) for card in legacy().find.basics)
    before = tier_counts(pool)
    for step in range(data.draw(st.integers(0, 12))):
        card = data.draw(st.sampled_from(pool))
        tier = data.draw(st.integers(0, 3))
        if data.draw(st.booleans()):
            if not [*evolve_problems(pool, card.key)]:
                pool = pool_evolve(pool, card.key, "s")
        else:
            into = basic(f"~new {step}", tier, data.draw(st.none() | st.integers(0, 2)))
            reason = data.draw(st.sampled_from(("", "so")))
            if not not_overruled(transform_problems(pool, card.key, into), reason):
                pool = pool_transform(pool, card.key, into)
        assert tier_counts(pool) == before
        assert all(c.spaces is None or len(c.stickers) <= c.spaces for c in pool)
