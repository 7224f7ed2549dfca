"""However many requirements somebody sends, the search for a market ends, or gives up and says so.

What a search costs is counted in steps, not by the clock.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from campaign.rules.aeons_end.catalogue.pack import CardKind, SlotRule
from campaign.rules.aeons_end.market.draw import market_problems, random_market
from campaign.rules.aeons_end.market.plan import MAX_STEPS, Plan, Request
from campaign.rules.aeons_end.market.stock import Stock, plain_slots
from campaign.rules.aeons_end.market.wishes import (
    MAX_CONSTRAINTS,
    AtLeast,
    AtMost,
    Constraint,
)
from campaign.rules.aeons_end.one_off.choices import Choices, MarketRequest, open_choices
from campaign.rules.aeons_end.one_off.offer import offer_of
from campaign.rules.core.entries import entry_problems
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain, from_stored, to_plain
from tests.rules.packs import series

SERIES = series()
STOCK: Stock = offer_of((SERIES, *(box.pack for box in SERIES.boxes.values()))).piles
KEYS = list(STOCK.cards)
PLACES = plain_slots(SERIES.market)
OF_ANY_COSTS = tuple(
    SlotRule(None, tuple(sorted(Random(place).sample(range(10), 4)))) for place in range(20)
)


KINDS = (None, CardKind.GEM, CardKind.SPELL)


def apart(groups: int, size: int = 2, seed: int = 1, most: int = 1) -> tuple[Constraint, ...]:
    rng = Random(seed)
    return tuple(AtMost(most, keys=frozenset(rng.sample(KEYS, size))) for _ in range(groups))


# Ten ranges of costs to have cards of, ten to have few cards of.
CROSSING: tuple[Constraint, ...] = (
    *(AtLeast(1 + cost % 3, None, cost % 9, 1 + cost % 9) for cost in range(10)),
    *(AtMost(3 + cost % 3, KINDS[cost % 3], cost % 6, 2 + cost % 6) for cost in range(10)),
)


@pytest.mark.parametrize("seed", range(3))
def test_the_most_that_a_form_offers_is_drawn_from_all_boxes(seed: int) -> None:
    wishes = (
        AtLeast(1, CardKind.GEM, 3, 5),
        AtMost(2, CardKind.SPELL, 4),
        AtLeast(1, CardKind.RELIC),
        AtMost(3, None, 3, 5),
        AtLeast(2, None, 0, 6),
        AtMost(2, CardKind.GEM, 2, 4),
    )
    request = Request(STOCK, PLACES, (*wishes, *apart(6, seed=seed)))
    assert len(random_market(request, Random(1))) == len(PLACES)
    assert request.effort.left > MAX_STEPS // 2


@pytest.mark.parametrize(
    ("slots", "constraints", "locks"),
    [
        (PLACES, apart(MAX_CONSTRAINTS), ()),
        (PLACES, apart(MAX_CONSTRAINTS, size=20, most=3), ()),
        (PLACES, apart(MAX_CONSTRAINTS, size=200), ()),  # hardly two cards in a group
        (OF_ANY_COSTS, (), ()),
        (OF_ANY_COSTS, apart(MAX_CONSTRAINTS), KEYS[:100]),
        (PLACES, CROSSING, ()),
    ],
)
def test_a_search_that_would_take_too_long_gives_up_with_a_problem(
    slots: Sequence[SlotRule], constraints: Sequence[Constraint], locks: Sequence[str]
) -> None:
    request = Request(STOCK, slots, constraints, locks)
    with pytest.raises(RulesError) as refused:
        random_market(request, Random(1))
    assert [problem.code for problem in refused.value.problems] == ["market.too_complex"]
    # It stops where it is: no single step of it is a long one.
    assert request.effort.left > -MAX_STEPS // 4


def test_finding_out_which_requirement_fails_is_part_of_the_same_effort() -> None:
    request = Request(STOCK, PLACES, (AtLeast(9, CardKind.GEM), *apart(6)))
    before = request.effort.left
    assert market_problems(request)
    assert 0 < request.effort.left < before
    assert Plan(replace(request, constraints=())).total
    with pytest.raises(RulesError):
        market_problems(replace(request, constraints=(AtLeast(9, CardKind.GEM), *apart(19))))


def test_more_constraints_than_anybody_needs_are_refused_before_any_search() -> None:
    request = MarketRequest(constraints=apart(MAX_CONSTRAINTS + 1))
    choices = replace(open_choices(2), market=request)
    (problem,) = entry_problems(choices)
    assert (problem.code, problem.path) == ("list.too_long", "market.constraints")
    assert dict(problem.details) == {"most": MAX_CONSTRAINTS, "actual": MAX_CONSTRAINTS + 1}
    with pytest.raises(SerializeError) as refused:
        from_plain(Choices, to_plain(choices))
    assert [(fault.path, fault.code) for fault in refused.value.problems] == [
        ("market.constraints", "list.too_long")
    ]
    assert from_stored(Choices, to_plain(choices)) == choices
