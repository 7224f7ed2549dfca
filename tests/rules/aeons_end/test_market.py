"""The market: growth of a campaign's, and random ones, uniform over all that are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, SlotRule
from campaign.rules.aeons_end.legacy.card_facts import MarketGrown, market_change
from campaign.rules.aeons_end.market.draw import market_problems, random_market
from campaign.rules.aeons_end.market.growth import Growth, growth_problems, market_after
from campaign.rules.aeons_end.market.piles import (
    Pile,
    arranged,
    chosen_market_problems,
    first_market,
    suggested_market,
)
from campaign.rules.aeons_end.market.plan import Plan, Request
from campaign.rules.aeons_end.market.stock import Stock, plain_market, plain_slots
from campaign.rules.aeons_end.market.wishes import AtLeast, Constraint, Exclude
from campaign.rules.core.keys import is_typed
from campaign.rules.core.problems import Problem, RulesError, not_overruled
from tests.rules.chances import looks_uniform
from tests.rules.packs import card, legacy, pile, war_eternal

GEM, RELIC, SPELL = CardKind.GEM, CardKind.RELIC, CardKind.SPELL
RULES = legacy().market
MARKET = first_market(legacy())
NEW = (
    pile("Glass Storm", SPELL, 6),
    pile("Dim Lantern", RELIC, 2),
    pile("Salt Gem", GEM, 5),
    pile("Old Coil", SPELL, 3),
)
NAMES = {p.name: p.key for p in NEW}


def codes(problems: Iterable[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def growth(**changes: tuple[object, ...]) -> Growth:
    """Return a legal growth of the first market, but for the changes."""
    legal: dict[str, tuple[object, ...]] = {
        "offered": NEW,
        "added": (NEW[0].key, NEW[1].key),
        "banished": (MARKET[0].key, MARKET[5].key),
    }
    return Growth(**(legal | changes))  # type: ignore[arg-type]


# --- Legacy ----------------------------------------------------------------------------------


def test_the_first_market_is_three_gems_two_relics_and_four_spells_by_cost() -> None:
    assert [(p.kind, p.cost) for p in MARKET] == [
        (GEM, 3),
        (GEM, 4),
        (GEM, 6),
        (RELIC, 4),
        (RELIC, 6),
        (SPELL, 2),
        (SPELL, 3),
        (SPELL, 4),
        (SPELL, 5),
    ]
    assert not any(is_typed(p.key) for p in MARKET)


def test_a_gem_pile_has_seven_cards_and_the_others_five() -> None:
    assert [RULES.copies[kind] for kind in (GEM, RELIC, SPELL)] == [7, 5, 5]


def test_two_come_in_two_go_and_the_two_not_taken_are_banished_too() -> None:
    assert not any(growth_problems(MARKET, growth(), RULES))
    change = market_change(MarketGrown(growth()))
    assert change
    market, banished = market_after(MARKET, (), change)
    assert len(market) == 9
    assert {p.key for p in market} >= {NEW[0].key, NEW[1].key}
    assert {p.key for p in banished} == {MARKET[0].key, MARKET[5].key, NEW[2].key, NEW[3].key}
    assert market == arranged(market)
    order = [list(CardKind).index(p.kind) for p in market if p.kind]
    assert order == sorted(order)


def test_every_problem_of_a_growth_is_named_at_once() -> None:
    change = growth(
        offered=(NEW[0], NEW[0], MARKET[2]),
        added=("~never seen", NEW[0].key, NEW[0].key),
        banished=("~elsewhere",),
    )
    problems = [*growth_problems(MARKET, change, RULES, banished_before={NEW[0].key})]
    assert codes(problems) == [
        "market.banish_exactly_two",
        "market.offered_twice",
        "market.offered_already_in_market",
        "market.added_twice",
        "market.added_not_offered",
        "market.banished_not_in_market",
        "market.offered_was_banished",
    ]
    by_code = {problem.code: problem for problem in problems}
    assert by_code["market.offered_twice"].details["names"] == ("Glass Storm",)
    assert by_code["market.offered_already_in_market"].details["names"] == (MARKET[2].key,)
    assert {problem.path for problem in problems} == {"offered", "added", "banished"}
    assert [p.code for p in problems if p.overrulable] == ["market.offered_was_banished"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"offered": (*NEW[:3], NEW[0])}, ["market.offered_twice"]),
        ({"added": (NEW[0].key, NEW[0].key)}, ["market.added_twice"]),
        ({"banished": (MARKET[0].key, MARKET[0].key)}, ["market.banished_twice"]),
    ],
)
def test_a_number_that_is_wrong_only_by_a_pile_named_twice_is_not_told_besides(
    changes: dict[str, tuple[object, ...]], expected: list[str]
) -> None:
    assert codes(growth_problems(MARKET, growth(**changes), RULES)) == expected


@pytest.mark.parametrize("named", [2, 3, 4])
def test_piles_that_nobody_takes_need_no_name(named: int) -> None:
    # Legacy p. 11: four are offered; those that are not taken leave the campaign.
    found = growth(offered=NEW[:named])
    assert not [*growth_problems(MARKET, found, RULES)]
    assert found.unnamed(RULES) == RULES.offered - named  # they are counted, for they are gone


@pytest.mark.parametrize(
    ("changes", "code", "actual"),
    [
        ({"offered": (*NEW, pile("One too many", GEM, 4))}, "market.offer_at_most_four", 5),
        ({"added": ()}, "market.add_exactly_two", 0),
        ({"added": tuple(p.key for p in NEW[:3])}, "market.add_exactly_two", 3),
        ({"banished": (MARKET[0].key,)}, "market.banish_exactly_two", 1),
        ({"banished": tuple(p.key for p in MARKET[:3])}, "market.banish_exactly_two", 3),
    ],
)
def test_a_wrong_number_is_told_with_the_right_one(
    changes: dict[str, tuple[object, ...]], code: str, actual: int
) -> None:
    problems = tuple(growth_problems(MARKET, growth(**changes), RULES))
    assert codes(problems) == [code]
    assert problems[0].details["actual"] == actual
    assert not_overruled(problems, "the story card said so") == problems


def test_the_box_may_bring_a_banished_pile_back() -> None:
    problems = tuple(growth_problems(MARKET, growth(), RULES, banished_before=(NEW[3].key,)))
    assert codes(problems) == ["market.offered_was_banished"]
    assert problems[0].details["names"] == ("Old Coil",)
    assert not_overruled(problems, "the story card said so") == ()


def test_what_comes_in_cannot_go_out_at_once() -> None:
    problems = growth_problems(MARKET, growth(banished=(MARKET[0].key, NEW[0].key)), RULES)
    assert codes(problems) == ["market.banished_not_in_market"]


def test_a_market_of_eight_is_a_problem_of_its_own() -> None:
    assert codes(
        growth_problems(MARKET[1:], growth(banished=(MARKET[5].key, MARKET[6].key)), RULES)
    ) == ["market.not_nine_piles"]


@given(st.data())
def test_a_market_is_nine_piles_after_any_number_of_growths(data: st.DataObject) -> None:
    market: tuple[Pile, ...] = MARKET
    gone: set[str] = set()
    for chapter in range(data.draw(st.integers(1, 6))):
        offered = tuple(
            pile(f"Pile {chapter}{i}", data.draw(st.sampled_from(CardKind)), i + 2)
            for i in range(4)
        )
        pick = st.permutations
        change = Growth(
            offered,
            tuple(data.draw(pick([p.key for p in offered]))[:2]),
            tuple(data.draw(pick([p.key for p in market]))[:2]),
        )
        assert not any(growth_problems(market, change, RULES, gone))
        grown = market_change(MarketGrown(change))
        assert grown
        market, banished = market_after(market, (), grown)
        gone |= {p.key for p in banished}
        assert len({p.key for p in market}) == 9
        assert len(banished) == 4
        assert not gone & {p.key for p in market}


# --- random markets --------------------------------------------------------------------------


def legal(
    cards: tuple[Card, ...],
    slots: tuple[SlotRule, ...],
    constraints: tuple[Constraint, ...] = (),
    locks: tuple[str, ...] = (),
) -> set[frozenset[str]]:
    """Find every legal market by trying all of them."""

    def fits(chosen: tuple[Card, ...]) -> bool:
        return any(
            all(c.kind is s.kind and (s.costs is None or c.cost in s.costs) for c, s in pairs)
            for order in permutations(chosen)
            for pairs in [list(zip(order, slots, strict=True))]
        )

    def meets(chosen: tuple[Card, ...], constraint: Constraint) -> bool:
        if isinstance(constraint, Exclude):
            return not any(c.id in constraint.keys for c in chosen)
        assert isinstance(constraint, AtLeast)
        most = 99 if constraint.max_cost is None else constraint.max_cost
        matching = [
            c
            for c in chosen
            if constraint.kind in (None, c.kind) and constraint.min_cost <= c.cost <= most
        ]
        return len(matching) >= constraint.count

    return {
        frozenset(c.id for c in chosen)
        for chosen in combinations([c for c in cards if not c.starter], len(slots))
        if {*locks} <= {c.id for c in chosen}
        and all(meets(chosen, constraint) for constraint in constraints)
        and fits(chosen)
    }


POOL = (
    card("g2", GEM, 2),
    card("g3", GEM, 3),
    card("g3-other", GEM, 3),
    card("g4", GEM, 4),
    card("r4", RELIC, 4),
    card("r5", RELIC, 5),
    card("s2", SPELL, 2),
    card("s6", SPELL, 6),
    card("s7", SPELL, 7),
    card("crystal", GEM, 0, starter=True),
)
SLOTS = (  # an "any" place beside a typed one that takes the same cards
    SlotRule(GEM, (2, 3)),
    SlotRule(GEM),
    SlotRule(RELIC),
    SlotRule(SPELL, (6, 7)),
    SlotRule(SPELL),
)
WISHES: tuple[tuple[tuple[Constraint, ...], tuple[str, ...]], ...] = (
    ((), ()),
    ((AtLeast(1, GEM, 3, 3),), ()),
    ((AtLeast(2, SPELL, 6),), ()),
    ((AtLeast(2, None, 5), AtLeast(1, GEM, 4)), ()),
    ((Exclude(frozenset({"g3", "r5"})), AtLeast(3, None, 0, 4)), ()),
    ((), ("g4", "s2")),
    ((AtLeast(3, None, 0, 3),), ("r5",)),
)


@pytest.mark.parametrize(("constraints", "locks"), WISHES)
def test_random_markets_are_uniform_over_all_legal_ones(
    constraints: tuple[Constraint, ...], locks: tuple[str, ...]
) -> None:
    outcomes = legal(POOL, SLOTS, constraints, locks)
    assert len(outcomes) > 1
    rng, stock = Random(5), Stock(POOL)
    counts: Counter[object] = Counter(
        frozenset(c.id for c in random_market(Request(stock, SLOTS, constraints, locks), rng))
        for _ in range(20 * len(outcomes))
    )
    assert looks_uniform(counts, outcomes)


PILES = sorted(c.id for c in war_eternal().find.piles)


@given(
    st.integers(0, 2**64),
    st.sets(st.sampled_from(PILES), max_size=12),
    st.lists(st.sampled_from(PILES), max_size=4),
)
def test_a_market_without_wishes_is_the_one_that_is_drawn_from_all_that_are_counted(
    seed: int, excluded: set[str], locks: list[str]
) -> None:
    rules, stock, out = war_eternal().market, Stock(war_eternal().cards), frozenset(excluded)
    request = Request(stock, plain_slots(rules), (Exclude(out),), locks=locks)
    plan = Plan(request)
    counted = plan.draw(Random(seed)) if plan.total else None
    assert plain_market(stock.without(out), rules.by_kind, locks, Random(seed)) == counted


def test_a_random_market_is_laid_out_by_kind_and_cost_and_stable_for_a_seed() -> None:
    pack = war_eternal()
    slots = plain_slots(pack.market)
    assert [slot.kind for slot in slots] == [GEM] * 3 + [RELIC] * 2 + [SPELL] * 4
    for seed in range(20):
        market = random_market(Request(Stock(pack.cards), slots), Random(seed))
        assert market == random_market(Request(Stock(pack.cards), slots), Random(seed))
        assert not any(chosen_market_problems(market, pack.market))
        kinds = list(CardKind)
        order = [(kinds.index(c.kind), c.cost) for c in market]
        assert order == sorted(order)


def test_every_template_of_the_pack_gives_nine_cards_that_fit_or_says_why_not() -> None:
    pack = war_eternal()
    for template in pack.market_templates:
        problems = market_problems(Request(Stock(pack.cards), template.slots))
        if problems:
            assert {p.code for p in problems} <= {"market.slot_unfillable", "market.slots_conflict"}
            continue
        market = random_market(Request(Stock(pack.cards), template.slots), Random(1))
        assert len({c.id for c in market}) == len(template.slots)


def test_each_card_of_the_box_is_as_likely_as_the_others_of_its_kind() -> None:
    pack, rng = war_eternal(), Random(3)
    gems: Counter[object] = Counter()
    stock = Stock(pack.cards)
    for _ in range(1500):
        market = plain_market(stock, pack.market.by_kind, (), rng)
        assert market
        gems[next(c.id for c in rng.sample(market, 9) if c.kind is GEM)] += 1
    assert looks_uniform(gems, [c.id for c in pack.find.piles if c.kind is GEM])


@st.composite
def requests(
    draw: st.DrawFn,
) -> tuple[tuple[Card, ...], tuple[SlotRule, ...], tuple[Constraint, ...], tuple[str, ...]]:
    kinds, costs = st.sampled_from(CardKind), st.integers(2, 4)
    size = draw(st.integers(1, 7))
    cards = tuple(card(f"c{i}", draw(kinds), draw(costs)) for i in range(size))
    slot = st.builds(
        SlotRule, kinds, st.none() | st.lists(costs, min_size=1, max_size=2).map(tuple)
    )
    keys = st.sampled_from([c.id for c in cards])
    at_least = st.builds(
        AtLeast, st.integers(1, 2), st.none() | kinds, st.integers(0, 4), st.none() | costs
    )
    constraint = at_least | st.builds(Exclude, st.frozensets(keys, max_size=2))
    return (
        cards,
        tuple(draw(st.lists(slot, min_size=1, max_size=4))),
        tuple(draw(st.lists(constraint, max_size=3))),
        tuple(draw(st.lists(keys, max_size=2, unique=True))),
    )


@given(requests(), st.integers(0, 100))
def test_a_request_is_refused_exactly_when_no_market_meets_it(
    request: tuple[tuple[Card, ...], tuple[SlotRule, ...], tuple[Constraint, ...], tuple[str, ...]],
    seed: int,
) -> None:
    cards, slots, constraints, locks = request
    possible = legal(cards, slots, constraints, locks)
    problems = market_problems(Request(Stock(cards), slots, constraints, locks))
    assert bool(problems) is not bool(possible)

    def drawn() -> tuple[Card, ...]:
        return random_market(Request(Stock(cards), slots, constraints, locks), Random(seed))

    if problems:
        with pytest.raises(RulesError) as error:
            drawn()
        assert error.value.problems == problems
    else:
        assert frozenset(c.id for c in drawn()) in possible


def only(problems: tuple[Problem, ...]) -> tuple[str, dict[str, object]]:
    assert len(problems) == 1, codes(problems)
    return problems[0].code, dict(problems[0].details)


def test_a_place_that_no_card_fills_is_named_and_never_skipped() -> None:
    slots = (SlotRule(GEM), SlotRule(SPELL, (9,)), SlotRule(SPELL, (9,)))
    assert only(market_problems(Request(Stock(POOL), slots))) == (
        "market.slot_unfillable",
        {"slot": 1, "kind": "spell", "need": 2, "have": 0, "costs": (9,)},
    )


def test_places_that_compete_for_the_same_cards_are_named_together() -> None:
    slots = (SlotRule(SPELL, (6,)), SlotRule(SPELL, (2,)), SlotRule(SPELL, (2, 6)))
    assert only(market_problems(Request(Stock(POOL), slots))) == (
        "market.slots_conflict",
        {"slot": 2, "kind": "spell", "need": 3, "have": 2, "costs": (2, 6), "others": (0, 1)},
    )


def test_a_wish_that_too_few_cards_match_says_how_many_do() -> None:
    constraints = (AtLeast(1, GEM, 3, 3), AtLeast(3, SPELL, 6))
    assert only(market_problems(Request(Stock(POOL), SLOTS, constraints))) == (
        "market.constraint_unmeetable",
        {"constraint": 1, "need": 3, "have": 2, "room": 2},
    )


def test_a_wish_that_the_places_leave_no_room_for_is_told_from_one_without_cards() -> None:
    assert only(market_problems(Request(Stock(POOL), SLOTS, (AtLeast(2, RELIC),)))) == (
        "market.constraint_unmeetable",
        {"constraint": 0, "need": 2, "have": 2, "room": 1},
    )


def test_wishes_that_fail_only_together_name_the_failing_one_and_its_rivals() -> None:
    constraints = (
        AtLeast(1, RELIC, 4, 4),  # either is fine with one relic in the market
        AtLeast(1, GEM, 3),
        AtLeast(1, RELIC, 5),
    )
    assert only(market_problems(Request(Stock(POOL), SLOTS, constraints))) == (
        "market.constraints_conflict",
        {"constraint": 2, "need": 1, "have": 1, "room": 0, "others": (0,)},
    )


def test_last_games_cards_can_make_a_wish_fail() -> None:
    constraints = (AtLeast(2, SPELL, 6), Exclude(frozenset({"s7"})))
    assert only(market_problems(Request(Stock(POOL), SLOTS, constraints))) == (
        "market.constraints_conflict",
        {"constraint": 0, "need": 2, "have": 1, "room": 1, "others": (1,)},
    )


def test_excluding_too_much_names_the_place_that_stays_empty() -> None:
    code, details = only(
        market_problems(Request(Stock(POOL), SLOTS, (Exclude(frozenset({"r4", "r5"})),)))
    )
    assert code == "market.exclusion_leaves_too_few"
    assert details["constraint"] == 0
    assert (details["kind"], details["need"], details["have"]) == ("relic", 1, 0)


def test_locks_that_cannot_be_are_each_named() -> None:
    problems = market_problems(
        Request(
            Stock(POOL),
            slots=SLOTS,
            constraints=(Exclude(frozenset({"g4"})),),
            locks=("g4", "g4", "nothing", "crystal", "r4", "r5"),
        )
    )
    assert codes(problems) == [
        "market.lock_twice",
        "market.lock_unknown",
        "market.lock_unknown",
        "market.lock_does_not_fit",
        "market.lock_excluded",
    ]
    assert dict(problems[3].details) == {"names": ("r5",), "kind": "relic", "places": 1}


# --- chosen and suggested --------------------------------------------------------------------


def test_both_suggested_markets_are_markets() -> None:
    pack = war_eternal()
    assert len(pack.suggested_markets) == 2
    for suggestion in pack.suggested_markets:
        market = suggested_market([pack], suggestion.id)
        assert not any(chosen_market_problems(market, pack.market))
    with pytest.raises(RulesError) as error:
        suggested_market([pack], "nothing")
    assert codes(error.value.problems) == ["market.suggestion_unknown"]


def test_a_chosen_market_is_told_everything_that_is_wrong_with_it() -> None:
    pack = war_eternal()
    market = suggested_market([pack], pack.suggested_markets[0].id)
    crystal = pack.find.card("crystal")
    assert crystal
    problems = [*chosen_market_problems((*market[:8], market[0], crystal), pack.market)]
    assert codes(problems) == [
        "market.not_nine_piles",
        "market.card_twice",
        "market.starter_is_no_pile",
        "market.kind_count",
        "market.kind_count",
    ]
    assert codes(not_overruled(problems, "we like gems")) == codes(problems)[:3]
