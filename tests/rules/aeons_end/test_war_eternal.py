"""One-off games: what is asked for, what is drawn, difficulty, solo, exhaustion."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.aeons_end.catalogue.pack import CardKind, Known, KnownFrom
from campaign.rules.aeons_end.mages import Mat, printed_mat
from campaign.rules.aeons_end.market.wishes import AtLeast, Exclude
from campaign.rules.aeons_end.one_off.choices import Choices, Guest, MarketRequest, SeatChoice
from campaign.rules.aeons_end.one_off.setup import Drawn, resolve
from campaign.rules.aeons_end.one_off.sheet import named_setup, setup_sheet
from campaign.rules.aeons_end.turn_order import TurnKind, counted
from campaign.rules.core.problems import RulesError
from tests.rules.chances import looks_uniform
from tests.rules.packs import legacy, war_eternal

PACK = war_eternal()


def asked(
    *mages: str, count: int | None = None, guests: tuple[Mat, ...] = (), **more: Any
) -> Choices:
    """Return choices: mages of the box, then whoever is drawn, then guests."""
    open_places = (count or len(mages) + len(guests)) - len(mages) - len(guests)
    places = [*map(SeatChoice, mages), *(SeatChoice() for _ in range(open_places))]
    return Choices((*places, *(SeatChoice(guest=Guest(mat)) for mat in guests)), **more)


def game(choices: Choices, seed: int = 1) -> Drawn:
    return resolve(PACK, choices, Random(seed))


def codes(choices: Choices) -> list[str]:
    with pytest.raises(RulesError) as error:
        game(choices)
    return [problem.code for problem in error.value.problems]


def ids(found: Drawn) -> list[str]:
    return [card.id for card in found.market]


def test_two_chosen_mages_against_the_umbra_titan() -> None:
    found = game(asked("mist", "garu", nemesis="umbra-titan"))
    assert [(mat.seat, mat.mage, mat.life) for mat in found.mats] == [
        (1, "mist", 10),
        (2, "garu", 10),
    ]
    assert (found.nemesis_life, found.gravehold_life) == (70, 30)
    assert [count for _, count in counted(found.turn_cards)] == [2, 2, 2]
    assert sum(tier.total for tier in found.tiers) == 24
    assert [len(tier) for tier in found.basics] == [3, 5, 7]
    assert Counter(card.tier for card in found.own) == {1: 3, 2: 3, 3: 3}
    assert Counter(card.kind for card in found.market) == {"gem": 3, "relic": 2, "spell": 4}
    assert found.exhaustion == ("unleash_twice", "destroy_breach", "discard_charges")
    assert "link.readings_differ" not in found.notes  # which spells have Link is not known


@pytest.mark.parametrize(
    ("difficulty", "mage", "gravehold", "nemesis", "increased"),
    [
        ("beginner", 12, 35, 60, False),
        ("normal", 10, 30, 70, False),
        ("expert", 10, 30, 70, True),
        ("extinction", 8, 25, 80, True),
    ],
)
def test_a_difficulty_sets_every_life(
    difficulty: str, mage: int, gravehold: int, nemesis: int, increased: bool
) -> None:
    found = game(asked(count=3, nemesis="gate-witch", difficulty=difficulty))
    assert (found.mage_life, found.gravehold_life, found.nemesis_life) == (mage, gravehold, nemesis)
    assert {mat.life for mat in found.mats} == {mage}
    assert ("difficulty.increased_rule" in found.notes) is increased


def test_a_nemesis_without_a_dial_of_its_own_gets_none_from_the_difficulty() -> None:
    found = game(asked(count=2, nemesis="hollow-crown", difficulty="extinction"))
    assert found.nemesis_life is None
    assert "nemesis.no_life_of_its_own" in found.notes


def test_solo_has_its_rules_and_its_easier_ways() -> None:
    found = game(asked(count=1))
    assert [count for _, count in counted(found.turn_cards)] == [3, 2]
    assert sum(tier.total for tier in found.tiers) == 20
    assert "solo.exhaustion_is_no_loss" in found.notes
    easier = game(asked(count=1, solo_cards=4, solo_life=15))
    assert [count for _, count in counted(easier.turn_cards)] == [4, 2]
    assert (easier.mage_life, easier.mats[0].life, easier.gravehold_life) == (15, 15, 30)
    assert {"solo.four_cards", "solo.more_life"} <= set(easier.notes)
    assert codes(asked(count=2, solo_life=12)) == ["solo.life_needs_one_mage"]
    assert codes(asked(count=1, solo_life=11)) == ["solo.life"]


def test_four_mages_may_pair_up() -> None:
    found = game(asked(count=4, paired=True, partner=3))
    assert [card.seats for card, _ in counted(found.turn_cards)] == [(1, 3), (2, 4), ()]
    single = game(asked(count=4))
    assert TurnKind.PAIR not in {card.kind for card in single.turn_cards}
    assert codes(asked(count=3, paired=True)) == ["turn_order.pairs_need_four"]


def test_mages_not_chosen_are_drawn_beside_those_that_are() -> None:
    for seed in range(20):
        found = game(asked("gex", count=4), seed)
        names = [mat.mage for mat in found.mats]
        assert names[0] == "gex"
        assert len(set(names)) == 4


def test_a_finished_mage_of_a_campaign_sits_down_with_them() -> None:
    guest = replace(printed_mat(legacy().mages[0], legacy(), name="Bubda"), life=7)
    found = game(asked("gex", guests=(guest,)))
    assert [(mat.seat, mat.name or mat.mage, mat.life) for mat in found.mats] == [
        (1, "gex", 10),
        (2, "Bubda", 10),
    ]


def test_a_nemesis_is_drawn_from_a_range_of_difficulty() -> None:
    drawn = {game(asked(count=2, nemesis_difficulty=(5, 7)), seed).nemesis.id for seed in range(40)}
    assert drawn == {"gate-witch", "hollow-crown", "magus-of-cloaks"}
    assert codes(asked(count=2, nemesis_difficulty=(9, 10))) == ["nemesis.none_in_range"]


def test_nemeses_are_drawn_uniformly() -> None:
    counts: Counter[object] = Counter()
    rng = Random(8)
    for _ in range(400):
        wanted = MarketRequest(suggested=PACK.suggested_markets[0].id)
        counts[resolve(PACK, asked(count=1, market=wanted), rng).nemesis.id] += 1
    assert looks_uniform(counts, [nemesis.id for nemesis in PACK.nemeses])


def test_a_market_is_suggested_chosen_or_random_with_wishes() -> None:
    suggestion = PACK.suggested_markets[0]
    suggested = game(asked(count=2, market=MarketRequest(suggested=suggestion.id)))
    assert set(ids(suggested)) == set(suggestion.cards)
    chosen = game(asked(count=2, market=MarketRequest(chosen=tuple(ids(suggested)[::-1]))))
    assert chosen.market == suggested.market
    wishes = MarketRequest(
        locks=("kindle",),
        constraints=(AtLeast(1, CardKind.GEM, 3, 3), Exclude(frozenset(suggestion.cards))),
    )
    for seed in range(10):
        found = game(asked(count=2, market=wishes), seed)
        assert "kindle" in ids(found)
        assert not set(ids(found)) & set(suggestion.cards)
        assert any(card.kind is CardKind.GEM and card.cost == 3 for card in found.market)


def test_a_template_gives_the_shape() -> None:
    template = next(t for t in PACK.market_templates if t.id == "three-of-each")
    found = game(asked(count=2, market=MarketRequest(template=template.id)))
    assert Counter(c.kind for c in found.market) == Counter(s.kind for s in template.slots)


def test_a_market_is_asked_for_in_one_way() -> None:
    suggestion = PACK.suggested_markets[0]
    for wish in (
        MarketRequest(suggested=suggestion.id, chosen=suggestion.cards),
        MarketRequest(chosen=suggestion.cards, locks=("kindle",)),
        MarketRequest(suggested=suggestion.id, template="any-cost"),
    ):
        assert codes(asked(count=2, market=wish)) == ["market.one_way_only"]


def test_a_chosen_market_of_other_shares_needs_a_reason() -> None:
    gems = tuple(card.id for card in PACK.find.piles if card.kind is CardKind.GEM)
    others = tuple(card.id for card in PACK.find.piles if card.kind is not CardKind.GEM)
    wish = MarketRequest(chosen=(*gems[:4], *others[:5]))
    chosen = asked(count=2, market=wish)
    assert set(codes(chosen)) == {"market.kind_count"}
    assert len(game(replace(chosen, reason="we like gems")).market) == 9
    short = replace(chosen, market=MarketRequest(chosen=wish.chosen[1:]), reason="we like gems")
    assert codes(short) == ["market.not_nine_piles"]


def test_every_problem_of_a_request_is_named_at_once() -> None:
    found = codes(
        asked(
            "nobody",
            "gex",
            "gex",
            count=5,
            nemesis="nobody",
            difficulty="gentle",
            solo_cards=5,
            market=MarketRequest(constraints=(AtLeast(9, CardKind.RELIC),)),
        )
    )
    assert found == [
        "turn_order.mage_count",
        "turn_order.solo_cards",
        "difficulty.unknown",
        "mages.unknown",
        "mages.twice",
        "nemesis.unknown",
        "market.constraint_unmeetable",
    ]


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        (asked(), "turn_order.mage_count"),
        (asked(count=2, market=MarketRequest(suggested="x")), "market.suggestion_unknown"),
        (asked(count=2, market=MarketRequest(template="x")), "market.template_unknown"),
        (asked(count=2, market=MarketRequest(chosen=("x",))), "market.card_unknown"),
        (asked(count=2, market=MarketRequest(locks=("x",))), "market.lock_unknown"),
    ],
)
def test_a_request_that_cannot_be_met_says_why(chosen: Choices, code: str) -> None:
    assert codes(chosen) == [code]


def test_too_few_mages_and_basics_in_the_box_are_told() -> None:
    small = replace(PACK, mages=PACK.mages[:1], nemesis_cards=PACK.nemesis_cards[:1])
    with pytest.raises(RulesError) as error:
        resolve(small, asked(count=2), Random(1))
    assert {p.code for p in error.value.problems} == {
        "mages.too_few",
        "nemesis_deck.too_few_basics",
    }


@given(seed=st.integers(0, 10_000), count=st.integers(1, 4))
def test_the_same_seed_and_choices_give_the_same_game(seed: int, count: int) -> None:
    assert game(asked(count=count), seed) == game(asked(count=count), seed)


def test_another_nemesis_leaves_everything_else_as_drawn() -> None:
    first = game(asked(count=2, nemesis="gate-witch"), 3)
    second = game(asked(count=2), 3)
    third = game(asked("gex", "mist", nemesis="umbra-titan"), 3)
    assert first.market == second.market == third.market
    assert first.basics == second.basics == third.basics
    assert first.mats == second.mats


def test_a_second_box_joins_in_but_nothing_sealed_is_drawn() -> None:
    sealed = tuple(
        replace(nemesis, known=Known(KnownFrom.RECORDED)) for nemesis in legacy().nemeses
    )
    other = replace(legacy(), nemeses=sealed)
    cards = {card.id for card in other.find.piles if card.known.by is KnownFrom.START}
    seen: set[str] = set()
    for seed in range(30):
        found = resolve(PACK, asked(count=2), Random(seed), also=(other,))
        assert found.nemesis in PACK.nemeses
        assert all(not mat.mage.startswith("legacy-") for mat in found.mats)
        seen |= set(ids(found))
    assert seen & cards, "the second box has piles too"
    assert seen <= cards | {card.id for card in PACK.find.piles}


# --- exhaustion -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nemesis", "tokens"),
    [("umbra-titan", 8), ("gate-witch", 1), ("magus-of-cloaks", 4), ("hollow-crown", 0)],
)
def test_a_sheet_says_the_nemesis_tokens_the_acolytes_and_the_steps_of_exhaustion(
    nemesis: str, tokens: int
) -> None:
    drawn = game(asked("gex", "mist", nemesis=nemesis))
    sheet = setup_sheet(named_setup(drawn, [war_eternal()], {}))
    steps = {line.code: line.values for line in sheet.steps}
    assert steps.get("step.nemesis_tokens", {}).get("count", 0) == tokens
    acolytes = steps.get("step.acolytes", {}).get("cards", ())
    assert isinstance(acolytes, tuple)
    assert ("Bezu" in acolytes, len(acolytes)) == (tokens == 0, 0 if tokens else 9)
    steps_of_exhaustion = ("unleash_twice", "destroy_breach", "discard_charges")
    rules = ("no_healing", "lowest_life_skips", "damage_to_gravehold_doubled")
    assert sheet.body.exhaustion == (*steps_of_exhaustion, *rules)


def test_one_person_with_three_mages_is_told_of_the_french_advice() -> None:
    seats = tuple(replace(place, player="Ada") for place in asked("gex", "mist", "garu").places)
    assert "solo.two_mages_at_most" in game(Choices(seats)).notes
    assert "solo.two_mages_at_most" not in game(asked("gex", "mist", "garu")).notes
