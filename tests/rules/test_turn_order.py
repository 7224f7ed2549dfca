"""The turn-order deck: compositions, tokens, reshuffles, and odds against brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.aeons_end.turn_order import (
    NEMESIS,
    TurnCard,
    TurnDeck,
    TurnKind,
    act,
    counted,
    draw,
    legacy_deck,
    may_act,
    odds_before,
    odds_nemesis_twice_before,
    odds_next,
    war_eternal_deck,
)
from campaign.rules.core.problems import RulesError
from tests.rules.chances import looks_uniform

DECKS = {
    "legacy 1": legacy_deck(1),
    "legacy 2": legacy_deck(2),
    "legacy 3": legacy_deck(3),
    "legacy 4": legacy_deck(4),
    "war eternal 1": war_eternal_deck(1),
    "war eternal 4": war_eternal_deck(4),
    "war eternal 4, crossed pairs": war_eternal_deck(4, paired=True, pairs=((4, 1), (3, 2))),
}
ONE, TWO = TurnCard(TurnKind.MAGE, (1,)), TurnCard(TurnKind.MAGE, (2,))
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
    assert kinds(legacy_deck(2)) == [("mage", (1,), 2), ("mage", (2,), 2), ("nemesis", (), 2)]


def test_four_mages_of_a_campaign_pair_up_with_two_cards_a_pair() -> None:
    # Bubda/Kar-ghoul and Thrud/Ramzel.
    expected = [("pair", (1, 2), 2), ("pair", (3, 4), 2), ("nemesis", (), 2)]
    assert kinds(legacy_deck(4)) == expected


def test_a_campaign_of_one_has_four_cards_and_of_three_one_each_and_the_wild_one() -> None:
    assert kinds(legacy_deck(1)) == [("mage", (1,), 4), ("nemesis", (), 2)]
    assert kinds(legacy_deck(3)) == [
        ("mage", (1,), 1),
        ("mage", (2,), 1),
        ("mage", (3,), 1),
        ("wild", (1, 2, 3), 1),
        ("nemesis", (), 2),
    ]


def test_war_eternal_has_three_solo_cards_or_four_and_single_cards_for_four_mages() -> None:
    assert kinds(war_eternal_deck(1)) == [("mage", (1,), 3), ("nemesis", (), 2)]
    assert kinds(war_eternal_deck(1, solo_cards=4)) == [("mage", (1,), 4), ("nemesis", (), 2)]
    assert war_eternal_deck(2) == legacy_deck(2)
    assert war_eternal_deck(3) == legacy_deck(3)
    assert [row[2] for row in kinds(war_eternal_deck(4))] == [1, 1, 1, 1, 2]
    assert war_eternal_deck(4, paired=True) == legacy_deck(4)


def test_the_table_chooses_who_pairs_with_whom() -> None:
    cards = legacy_deck(4, pairs=((4, 1), (3, 2)))
    assert kinds(cards) == [("pair", (1, 4), 2), ("pair", (2, 3), 2), ("nemesis", (), 2)]


@pytest.mark.parametrize("mages", [0, 5, -1])
def test_no_deck_for_nobody_or_for_five(mages: int) -> None:
    with pytest.raises(RulesError) as error:
        legacy_deck(mages)
    assert codes(error) == ["turn_order.mage_count"]
    assert error.value.problems[0].details["actual"] == mages


def test_every_impossible_wish_is_named_at_once() -> None:
    with pytest.raises(RulesError) as error:
        war_eternal_deck(5, solo_cards=2, paired=True)
    assert codes(error) == [
        "turn_order.mage_count",
        "turn_order.solo_cards",
        "turn_order.pairs_need_four",
    ]


@pytest.mark.parametrize("pairs", [((1, 2), (2, 3)), ((1, 2),), ((1, 2), (3, 5)), ((1, 1), (3, 4))])
def test_pairs_that_do_not_split_the_table_are_refused(pairs: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(RulesError) as error:
        legacy_deck(4, pairs)
    assert codes(error) == ["turn_order.pairs_do_not_split_the_table"]
    with pytest.raises(RulesError) as error:
        war_eternal_deck(4, paired=True, pairs=pairs)
    assert codes(error) == ["turn_order.pairs_do_not_split_the_table"]


def test_four_solo_cards_are_for_one_mage() -> None:
    with pytest.raises(RulesError) as error:
        war_eternal_deck(2, solo_cards=4)
    assert codes(error) == ["turn_order.solo_cards_need_one_mage"]


# --- drawing and acting ----------------------------------------------------------------------


@given(name=st.sampled_from(sorted(DECKS)), seed=st.integers(0, 10_000))
def test_a_round_is_every_card_once_and_then_all_are_shuffled(name: str, seed: int) -> None:
    rng, deck = Random(seed), TurnDeck(DECKS[name])
    for _ in range(3):
        cards = []
        for _ in deck.cards:
            card, deck = draw(deck, rng)
            cards.append(card)
            if may_act(deck, card):
                deck = act(deck, card, rng.choice(may_act(deck, card)))
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
    rng, orders = Random(7), set(permutations(legacy_deck(3)))
    counts: Counter[object] = Counter()
    for _ in range(20 * len(orders)):
        deck = TurnDeck(legacy_deck(3))
        while not deck.round_over:
            _, deck = draw(deck, rng)
        counts[deck.drawn] += 1
    assert looks_uniform(counts, orders)


def test_thrud_acts_and_takes_the_token_then_the_card_is_ramzels_and_the_token_returns() -> None:
    thrud, ramzel = 3, 4
    deck = drawn(TurnDeck(legacy_deck(4)), SECOND_PAIR)
    assert may_act(deck, SECOND_PAIR) == (thrud, ramzel)
    deck = act(deck, SECOND_PAIR, thrud)
    assert deck.tokens == {thrud}
    deck = act(drawn(deck, FIRST_PAIR), FIRST_PAIR, 1)
    assert deck.tokens == {1, thrud}
    deck = drawn(deck, SECOND_PAIR)
    assert may_act(deck, SECOND_PAIR) == (ramzel,)
    with pytest.raises(RulesError) as error:
        act(deck, SECOND_PAIR, thrud)
    assert codes(error) == ["turn_order.seat_may_not_act"]
    assert dict(error.value.problems[0].details) == {"seat": thrud, "allowed": (ramzel,)}
    deck = act(deck, SECOND_PAIR, ramzel)
    assert deck.tokens == {1}


def test_anyone_takes_the_wild_card_and_nobody_the_nemesis() -> None:
    wild = TurnCard(TurnKind.WILD, (1, 2, 3))
    deck = drawn(TurnDeck(legacy_deck(3)), wild)
    assert may_act(deck, wild) == (1, 2, 3)
    assert act(deck, wild, 2).waiting is None
    with pytest.raises(RulesError):
        act(deck, wild, 4)
    assert may_act(deck, NEMESIS) == ()


def test_a_card_that_did_not_come_or_was_taken_cannot_be_taken() -> None:
    deck = drawn(TurnDeck(legacy_deck(2)), ONE)
    with pytest.raises(RulesError) as error:
        act(deck, TWO, 2)
    assert codes(error) == ["turn_order.card_not_waiting"]
    with pytest.raises(RulesError):
        act(act(deck, ONE, 1), ONE, 1)
    with pytest.raises(RulesError):
        act(drawn(deck, NEMESIS), NEMESIS, 1)


# --- odds ------------------------------------------------------------------------------------


def test_the_next_card_of_a_fresh_round_and_of_a_begun_one() -> None:
    deck = TurnDeck(legacy_deck(2))
    assert odds_next(deck) == {ONE: Fraction(1, 3), TWO: Fraction(1, 3), NEMESIS: Fraction(1, 3)}
    deck = drawn(drawn(deck, NEMESIS), ONE)
    assert odds_next(deck) == {
        ONE: Fraction(1, 4),
        TWO: Fraction(1, 2),
        NEMESIS: Fraction(1, 4),
    }


def test_odds_worked_out_by_hand() -> None:
    deck = TurnDeck(war_eternal_deck(1))
    # Three cards of the mage, two of the nemesis: both nemesis cards come first, 2/5 · 1/4.
    assert odds_nemesis_twice_before(deck, 1) == Fraction(1, 10)
    assert odds_before(deck, 1) == Fraction(2, 5)
    # A nemesis card lies there: the next one makes two running.
    assert odds_nemesis_twice_before(drawn(deck, NEMESIS), 1) == Fraction(1, 4)
    # The last card of the round was the nemesis', so the first of the next one can make two.
    over = TurnDeck(deck.cards, drawn=(NEMESIS, *deck.cards[:3], NEMESIS))
    assert odds_nemesis_twice_before(over, 1) == Fraction(2, 5)


def outcome(deck: TurnDeck, seat: int, order: Iterable[TurnCard]) -> tuple[bool, bool, bool]:
    """Play an order of cards: did the seat act, the nemesis at all, twice running before it."""
    last = deck.drawn[-1] if deck.drawn else None
    once = twice = False
    for card in order:
        deck = drawn(deck, card)
        allowed = may_act(deck, card)
        if seat in allowed:
            return True, once, twice
        if card == NEMESIS:
            once, twice = True, twice or last == NEMESIS
        else:
            deck = act(deck, card, allowed[0])
        last = card
    return False, once, twice


def by_brute_force(deck: TurnDeck, seat: int) -> tuple[Fraction, Fraction]:
    """Enumerate the orders of this round and, where the seat does not act in it, of the next."""
    fresh = set(permutations(deck.cards))
    total = [Fraction(0), Fraction(0)]
    firsts = Counter(permutations(deck.remaining))
    for first, count in firsts.items():
        weight = Fraction(count, firsts.total())
        acted, *happened = outcome(deck, seat, first)
        if acted:
            total = [t + weight * h for t, h in zip(total, happened, strict=True)]
            continue
        results = [outcome(deck, seat, (*first, *second)) for second in fresh]
        assert all(result[0] for result in results)
        for i in range(2):
            total[i] += weight * Fraction(sum(r[i + 1] for r in results), len(results))
    return total[0], total[1]


def positions(cards: tuple[TurnCard, ...], rng: Random) -> list[TurnDeck]:
    """Play a round at random and return the deck before it and after every card."""
    deck = TurnDeck(cards)
    found = [deck]
    for _ in cards:
        card, deck = draw(deck, rng)
        if may_act(deck, card):
            deck = act(deck, card, rng.choice(may_act(deck, card)))
        found.append(deck)
    return found


@pytest.mark.parametrize("name", sorted(DECKS))
def test_odds_are_those_of_every_possible_order(name: str) -> None:
    rng = Random(name)
    for deck in positions(DECKS[name], rng):
        seats = {seat for card in deck.cards for seat in card.seats}
        for seat in seats:
            before, twice = by_brute_force(deck, seat)
            assert odds_before(deck, seat) == before
            assert odds_nemesis_twice_before(deck, seat) == twice


@pytest.mark.thorough
def test_odds_agree_with_many_evenings() -> None:
    rng, start = Random(11), TurnDeck(legacy_deck(4))
    start = act(drawn(start, FIRST_PAIR), FIRST_PAIR, 1)
    hits, games = 0, 20_000
    for _ in range(games):
        deck, last = start, FIRST_PAIR
        while True:
            card, deck = draw(deck, rng)
            allowed = may_act(deck, card)
            if 1 in allowed:
                break
            if card == NEMESIS == last:
                hits += 1
                break
            if allowed:
                deck = act(deck, card, rng.choice(allowed))
            last = card
    expected = float(odds_nemesis_twice_before(start, 1))
    deviation = (expected * (1 - expected) / games) ** 0.5
    assert abs(hits / games - expected) < 4 * deviation


def test_odds_for_a_seat_that_nobody_has_are_refused() -> None:
    with pytest.raises(RulesError) as error:
        odds_before(TurnDeck(legacy_deck(2)), 3)
    assert codes(error) == ["turn_order.seat_unknown"]
