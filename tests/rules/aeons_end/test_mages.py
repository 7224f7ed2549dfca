"""Mages: breaches and their costs, mats as printed, and what stickers do to them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.aeons_end.breaches import Breach, breach_of, focus, opened
from campaign.rules.aeons_end.catalogue.pack import BreachStart, BreachState, CardKind
from campaign.rules.aeons_end.mages import (
    Ability,
    CardRef,
    Mat,
    Sticker,
    StickerKind,
    Where,
    printed_mat,
    sticker_problems,
    with_breach,
    with_starter,
    with_sticker,
)
from campaign.rules.core.problems import RulesError
from tests.rules.packs import legacy, war_eternal

SHARD = CardRef("~shard of dusk", "Shard of Dusk", CardKind.GEM, 0)


def bubda() -> Mat:
    return printed_mat(legacy().mages[0], legacy(), seat=1, name="Bubda", side="a", player="Ola")


def code(error: pytest.ExceptionInfo[RulesError]) -> str:
    (problem,) = error.value.problems
    return problem.code


def closed(number: str, turns: int) -> Breach:
    return breach_of(BreachStart(number, BreachState.CLOSED, turns), legacy().breaches)


# --- breaches --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "focus_cost", "open_costs"),
    [("II", 2, [4, 3, 2]), ("III", 3, [7, 5, 3])],
)
def test_the_open_cost_falls_with_each_focus_until_a_focus_opens_it(
    number: str, focus_cost: int, open_costs: list[int]
) -> None:
    breach = next(b for b in bubda().breaches if b.number == number)
    seen, rotations = [], []
    while breach.state is BreachState.CLOSED:
        assert breach.focus_cost == focus_cost
        assert breach.open_cost is not None
        seen.append(breach.open_cost)
        rotations.append(breach.rotation)
        breach = focus(breach)
    assert seen == open_costs
    assert rotations == [90, 180, 270]
    assert breach.state is BreachState.OPEN
    assert breach.open_cost is None


def test_a_breach_is_opened_from_any_quarter() -> None:
    for turns in range(4):
        breach = closed("III", turns)
        assert opened(breach).state is BreachState.OPEN


def test_an_open_or_absent_breach_is_neither_focused_nor_opened() -> None:
    for state in (BreachState.OPEN, BreachState.ABSENT):
        breach = replace(closed("II", 0), state=state)
        for change in (focus, opened):
            with pytest.raises(RulesError) as error:
                change(breach)
            assert code(error) == "breach.not_closed"


def test_breach_four_adds_damage() -> None:
    assert closed("IV", 0).bonus == 1
    assert closed("II", 0).bonus == 0


# --- mats as printed -------------------------------------------------------------------------


def test_a_campaigns_mage_starts_with_four_crystals_and_a_spark_in_hand_and_deck() -> None:
    mat = bubda()
    assert [card.key for card in mat.hand] == ["crystal"] * 4 + ["spark"]
    assert [card.key for card in mat.deck] == ["crystal"] * 4 + ["spark"]
    assert mat.life == 10
    assert [(b.number, b.state, b.open_cost) for b in mat.breaches] == [
        ("I", "open", None),
        ("II", "closed", 4),
        ("III", "closed", 7),
    ]
    assert mat.ability is None
    assert (mat.name, mat.player, mat.side, mat.colour) == ("Bubda", "Ola", "a", "green")


@pytest.mark.parametrize("mage", [*legacy().mages, *war_eternal().mages], ids=lambda m: m.id)
def test_every_printed_mat_has_five_cards_in_hand_and_five_in_the_deck(mage: object) -> None:
    pack = legacy() if mage in legacy().mages else war_eternal()
    mat = printed_mat(mage, pack)  # type: ignore[arg-type]
    assert (len(mat.hand), len(mat.deck)) == (5, 5)


def test_a_mage_of_war_eternal_has_their_breaches_and_ability() -> None:
    mage = war_eternal().find.mage("dezmodia")
    assert mage
    mat = printed_mat(mage, war_eternal())
    assert [b.open_cost for b in mat.breaches] == [None, 4, 9, 10]
    assert mat.ability == Ability("", 6)
    assert mat.hand[0].key == "oblivion-shard"
    gex = war_eternal().find.mage("gex")
    assert gex
    assert [b.state for b in printed_mat(gex, war_eternal()).breaches[:2]] == ["absent", "open"]


# --- stickers --------------------------------------------------------------------------------


@pytest.mark.parametrize("where", list(Where))
def test_a_starter_takes_the_place_of_a_crystal_and_lies_first(where: Where) -> None:
    mat = with_starter(bubda(), where, SHARD)
    changed, same = (mat.hand, mat.deck) if where is Where.HAND else (mat.deck, mat.hand)
    assert [card.key for card in changed] == [SHARD.key, "crystal", "crystal", "crystal", "spark"]
    assert same == bubda().hand


def test_without_a_crystal_there_is_nothing_to_replace() -> None:
    mat = bubda()
    for _ in range(4):
        mat = with_starter(mat, Where.DECK, SHARD)
    with pytest.raises(RulesError) as error:
        with_starter(mat, Where.DECK, SHARD)
    assert code(error) == "mat.no_crystal_to_replace"
    assert error.value.problems[0].details["where"] == "deck"


@pytest.mark.parametrize("charges", [3, 7, 0, -4])
def test_an_ability_takes_four_to_six_charges(charges: int) -> None:
    sticker = Sticker("3", StickerKind.ABILITY, "Undertow", charges=5)
    assert with_sticker(bubda(), sticker, legacy()).ability == Ability("Undertow", 5)
    with pytest.raises(RulesError) as error:
        with_sticker(bubda(), replace(sticker, charges=charges), legacy())
    assert code(error) == "mat.charges_out_of_range"


def test_breach_four_is_added_once_and_in_its_place() -> None:
    mat = with_breach(bubda(), closed("IV", 1))
    assert [b.number for b in mat.breaches] == ["I", "II", "III", "IV"]
    assert mat.breaches[-1].open_cost == 10
    with pytest.raises(RulesError) as error:
        with_breach(mat, closed("IV", 0))
    assert code(error) == "mat.breach_already_there"


def test_an_absent_breach_makes_room_for_a_new_one() -> None:
    mat = bubda()
    absent = replace(mat, breaches=(replace(mat.breaches[0], state=BreachState.ABSENT),))
    assert [b.number for b in with_breach(absent, closed("II", 1)).breaches] == ["I", "II"]
    new = replace(mat.breaches[0], state=BreachState.OPEN)
    assert with_breach(absent, new).breaches == (new,)


@pytest.mark.parametrize(
    ("sticker", "codes"),
    [
        (
            Sticker("2a", StickerKind.STARTER),
            ["sticker.name_missing", "sticker.where_missing", "sticker.card_kind_missing"],
        ),
        (
            Sticker("3", StickerKind.ABILITY, " "),
            ["sticker.name_missing", "sticker.charges_missing"],
        ),
        (Sticker("3", StickerKind.ABILITY, "Undertow", charges=9), ["mat.charges_out_of_range"]),
        (Sticker("5", StickerKind.BREACH), ["sticker.breach_turns_missing"]),
        (Sticker("5", StickerKind.BREACH, breach_turns=4), ["breach.turns"]),
        (Sticker("6", StickerKind.OTHER), ["sticker.name_missing"]),
        (Sticker("6", StickerKind.OTHER, "A grey circle"), []),
    ],
)
def test_a_sticker_says_all_that_it_lacks(sticker: Sticker, codes: list[str]) -> None:
    assert [problem.code for problem in sticker_problems(sticker)] == codes
    if codes:
        with pytest.raises(RulesError):
            with_sticker(bubda(), sticker, legacy())


def test_each_kind_of_sticker_brings_what_it_says_and_stays_on_the_mat() -> None:
    stickers = (
        Sticker(
            "2a",
            StickerKind.STARTER,
            "Shard of Dusk",
            where=Where.HAND,
            card_kind=CardKind.GEM,
        ),
        Sticker("2b", StickerKind.ABILITY, "Undertow", charges=4),
        Sticker("3", StickerKind.BREACH, breach_turns=0),
        Sticker("5", StickerKind.OTHER, "A grey circle"),
    )
    mat = bubda()
    for sticker in stickers:
        mat = with_sticker(mat, sticker, legacy())
    assert mat.stickers == stickers
    assert mat.hand[0] == SHARD
    assert mat.ability == Ability("Undertow", 4)
    assert mat.breaches[-1].open_cost == 13


@given(
    st.lists(
        st.builds(
            Sticker,
            slot=st.just("2a"),
            kind=st.sampled_from(StickerKind),
            name=st.text(max_size=5),
            charges=st.none() | st.integers(3, 7),
            where=st.none() | st.sampled_from(Where),
            card_kind=st.none() | st.sampled_from(CardKind),
            breach_turns=st.none() | st.integers(-1, 4),
        ),
        max_size=8,
    )
)
def test_hand_and_deck_stay_five_whatever_sticks(stickers: list[Sticker]) -> None:
    mat = bubda()
    for sticker in stickers:
        with suppress(RulesError):
            mat = with_sticker(mat, sticker, legacy())
        assert (len(mat.hand), len(mat.deck)) == (5, 5)
        assert len({breach.number for breach in mat.breaches}) == len(mat.breaches)
