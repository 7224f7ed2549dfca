"""The turn-order deck: compositions, tokens, reshuffles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.aeons_end.turn_order import (
    LEGACY_SOLO_CARDS,
    NEMESIS,
    PAIRS,
    TurnCard,
    TurnDeck,
    TurnKind,
    act,
    counted,
    deck_problems,
    turn_cards,
)
from campaign.rules.core.problems import RulesError
from tests.rules.chances import draw, looks_uniform

DECKS = {
    "legacy 1": turn_cards(1, solo_cards=LEGACY_SOLO_CARDS),
    "legacy 2": turn_cards(2),
    "legacy 3": turn_cards(3),
    "legacy 4": turn_cards(4, pairs=PAIRS),
    "war eternal 1": turn_cards(1, solo_cards=3),
    "war eternal 4": turn_cards(4),
    "war eternal 4, crossed pairs": turn_cards(4, pairs=((4, 1), (3, 2))),
}
ONE = TurnCard(TurnKind.MAGE, (1,))
FIRST_PAIR, SECOND_PAIR = TurnCard(TurnKind.PAIR, (1, 2)), TurnCard(TurnKind.PAIR, (3, 4))


def kinds(cards: Iterable[TurnCard]) -> list[tuple[str, tuple[int, ...], int]]:
    return [(str(card.kind), card.seats, count) for card, count in counted(cards)]


def codes(error: pytest.ExceptionInfo[RulesError]) -> list[str]:
    return [problem.code for problem in error.value.problems]


def drawn(deck: TurnDeck, card: TurnCard) -> TurnDeck:
    """Lay a certain card on the table, as if it had come."""
    if deck.round_over:
        deck = TurnDeck(deck.cards)
    waiting = None if card == NEMESIS else card
    return replace(deck, drawn=(*deck.drawn, card), waiting=waiting)


# --- what is in the deck ---------------------------------------------------------------------


def test_bubda_and_ramzel_have_two_cards_each_and_the_nemesis_two() -> None:
    assert kinds(turn_cards(2)) == [("mage", (1,), 2), ("mage", (2,), 2), ("nemesis", (), 2)]


def test_four_mages_of_a_campaign_pair_up_with_two_cards_a_pair() -> None:
    # Bubda/Kar-ghoul and Thrud/Ramzel.
    expected = [("pair", (1, 2), 2), ("pair", (3, 4), 2), ("nemesis", (), 2)]
    assert kinds(turn_cards(4, pairs=PAIRS)) == expected


def test_a_campaign_of_one_has_four_cards_and_of_three_one_each_and_the_wild_one() -> None:
    assert kinds(turn_cards(1, solo_cards=LEGACY_SOLO_CARDS)) == [
        ("mage", (1,), 4),
        ("nemesis", (), 2),
    ]
    assert kinds(turn_cards(3)) == [
        ("mage", (1,), 1),
        ("mage", (2,), 1),
        ("mage", (3,), 1),
        ("wild", (1, 2, 3), 1),
        ("nemesis", (), 2),
    ]


def test_an_unleash_card_takes_the_place_of_one_nemesis_card() -> None:
    cards = turn_cards(2, unleash_card=True)
    assert kinds(cards)[2:] == [("nemesis", (), 1), ("unleash", (), 1)]
    assert len(cards) == len(turn_cards(2))


def test_war_eternal_has_three_solo_cards_or_four_and_single_cards_for_four_mages() -> None:
    assert kinds(turn_cards(1, solo_cards=3)) == [("mage", (1,), 3), ("nemesis", (), 2)]
    assert kinds(turn_cards(1, solo_cards=4)) == [("mage", (1,), 4), ("nemesis", (), 2)]
    assert [row[2] for row in kinds(turn_cards(4))] == [1, 1, 1, 1, 2]


def test_the_table_chooses_who_pairs_with_whom() -> None:
    cards = turn_cards(4, pairs=((4, 1), (3, 2)))
    assert kinds(cards) == [("pair", (1, 4), 2), ("pair", (2, 3), 2), ("nemesis", (), 2)]


@pytest.mark.parametrize("mages", [0, 5, -1])
def test_no_deck_for_nobody_or_for_five(mages: int) -> None:
    (problem,) = deck_problems(mages)
    assert problem.code == "turn_order.mage_count"
    assert problem.details["actual"] == mages


def test_every_impossible_wish_is_named_at_once() -> None:
    assert [problem.code for problem in deck_problems(5, solo_cards=2, pairs=PAIRS)] == [
        "turn_order.mage_count",
        "turn_order.solo_cards",
        "turn_order.pairs_need_four",
    ]


@pytest.mark.parametrize("pairs", [((1, 2), (2, 3)), ((1, 2),), ((1, 2), (3, 5)), ((1, 1), (3, 4))])
def test_pairs_that_do_not_split_the_table_are_refused(pairs: tuple[tuple[int, int], ...]) -> None:
    (problem,) = deck_problems(4, pairs=pairs)
    assert problem.code == "turn_order.pairs_do_not_split_the_table"


def test_four_solo_cards_are_for_one_mage() -> None:
    (problem,) = deck_problems(2, solo_cards=4)
    assert problem.code == "turn_order.solo_cards_need_one_mage"


# --- drawing and acting ----------------------------------------------------------------------


@given(name=st.sampled_from(sorted(DECKS)), seed=st.integers(0, 10_000))
def test_a_round_is_every_card_once_and_then_all_are_shuffled(name: str, seed: int) -> None:
    rng, deck = Random(seed), TurnDeck(DECKS[name])
    for _ in range(3):
        cards = []
        for _ in deck.cards:
            card, deck = draw(deck, rng)
            cards.append(card)
            if deck.may_act:
                deck = act(deck, rng.choice(deck.may_act))
        assert Counter(cards) == Counter(DECKS[name])
        assert deck.round_over
        assert not deck.tokens, "every token has come back by the end of a round"


@given(name=st.sampled_from(sorted(DECKS)), seed=st.integers(0, 10_000))
def test_the_same_seed_draws_the_same_round(name: str, seed: int) -> None:
    rounds = []
    for _ in range(2):
        rng, deck = Random(seed), TurnDeck(DECKS[name])
        for _ in range(8):
            _, deck = draw(deck, rng)
        rounds.append(deck)
    assert rounds[0] == rounds[1]


def test_the_order_of_a_round_is_uniform() -> None:
    rng, orders = Random(7), set(permutations(turn_cards(3)))
    counts: Counter[object] = Counter()
    for _ in range(20 * len(orders)):
        deck = TurnDeck(turn_cards(3))
        while not deck.round_over:
            _, deck = draw(deck, rng)
        counts[deck.drawn] += 1
    assert looks_uniform(counts, orders)


def test_thrud_acts_and_takes_the_token_then_the_card_is_ramzels_and_the_token_returns() -> None:
    thrud, ramzel = 3, 4
    deck = drawn(TurnDeck(turn_cards(4, pairs=PAIRS)), SECOND_PAIR)
    assert deck.may_act == (thrud, ramzel)
    deck = act(deck, thrud)
    assert deck.tokens == {thrud}
    deck = act(drawn(deck, FIRST_PAIR), 1)
    assert deck.tokens == {1, thrud}
    deck = drawn(deck, SECOND_PAIR)
    assert deck.may_act == (ramzel,)
    with pytest.raises(RulesError) as error:
        act(deck, thrud)
    assert codes(error) == ["turn_order.seat_may_not_act"]
    assert dict(error.value.problems[0].details) == {"seat": thrud, "allowed": (ramzel,)}
    deck = act(deck, ramzel)
    assert deck.tokens == {1}


def test_anyone_takes_the_wild_card_and_nobody_the_nemesis() -> None:
    wild = TurnCard(TurnKind.WILD, (1, 2, 3))
    deck = drawn(TurnDeck(turn_cards(3)), wild)
    assert deck.may_act == (1, 2, 3)
    assert act(deck, 2).waiting is None
    with pytest.raises(RulesError):
        act(deck, 4)
    assert drawn(deck, NEMESIS).may_act == ()


def test_a_card_that_did_not_come_or_was_taken_cannot_be_taken() -> None:
    deck = drawn(TurnDeck(turn_cards(2)), ONE)
    for nothing in (TurnDeck(deck.cards), act(deck, 1), drawn(deck, NEMESIS)):
        with pytest.raises(RulesError) as error:
            act(nothing, 1)
        assert codes(error) == ["live.nobody_to_choose"]
    with pytest.raises(RulesError) as error:
        act(deck, 2)
    assert codes(error) == ["turn_order.seat_may_not_act"]
