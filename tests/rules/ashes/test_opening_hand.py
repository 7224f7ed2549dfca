"""The opening hand, the first roll and what is drawn next: samples, and exact chances."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

from campaign.rules.ashes.catalogue import DiceType, Edition, Level
from campaign.rules.ashes.deck import Deck, cards_for, ready_deck
from campaign.rules.ashes.deck_figures import CURVE, DiceNeed, cost_curve, dice_needs, sets_needed
from campaign.rules.ashes.opening_hand import FACES, card_odds, dice_odds, draw_hand
from tests.rules.ashes.packs import catalogue, ready

SMALL = Deck(
    cards={"a": 3, "b": 2, "c": 1, "d": 1}, first_five=("a", "b"), dice={DiceType.CHARM: 3}
)


def test_the_chance_of_a_card_is_that_of_all_ways_to_draw() -> None:
    """The draw pile is a, a, b, c, d: one copy of each chosen card is in the hand."""
    pile = ["a", "a", "b", "c", "d"]
    big = replace(SMALL, cards={**SMALL.cards, "e": 3})
    odds = {each.key: each for each in card_odds(big)}
    hands = list(combinations([*pile, "e", "e", "e"], 5))
    for key in big.cards:
        seen = Fraction(sum(key in hand for hand in hands), len(hands))
        assert odds[key].chances == (seen, Fraction(1)), key
    assert (odds["a"].copies, odds["a"].is_first, odds["e"].is_first) == (2, True, False)


def test_the_chances_of_a_roll_are_those_of_all_rolls() -> None:
    faces = [level for level, n in FACES.items() for _face in range(n)]
    rolls = list(product(faces, repeat=3))
    (charm,) = dice_odds(SMALL)
    for least in (1, 2, 3):
        power = sum(roll.count(Level.POWER) >= least for roll in rolls)
        useful = sum(3 - roll.count(Level.BASIC) >= least for roll in rolls)
        assert charm.power[least - 1] == Fraction(power, len(rolls))
        assert charm.class_or_power[least - 1] == Fraction(useful, len(rolls))


def test_a_sample_is_the_first_five_a_roll_of_all_dice_and_five_of_the_rest() -> None:
    deck = ready()
    sample = draw_hand(deck, Random(7))
    assert sample == draw_hand(deck, Random(7))
    assert sample.hand == deck.first_five
    assert Counter(die.type for die in sample.roll) == deck.dice
    assert len(sample.following) == 5
    held = Counter((*sample.hand, *sample.following))
    assert all(n <= deck.cards[key] for key, n in held.items())


def test_an_unfinished_deck_can_be_drawn_from_too() -> None:
    assert draw_hand(Deck(), Random(1)).hand == ()
    sample = draw_hand(replace(ready(), first_five=()), Random(1))
    assert (len(sample.hand), len(sample.following)) == (5, 5)
    few = draw_hand(Deck(cards={"a": 2}), Random(1))
    assert (few.hand, few.following) == (("a", "a"), ())


def test_the_figures_of_a_deck() -> None:
    box = catalogue()
    deck = ready_deck(box, "reborn-the-flood-of-moon-cove-fiona")
    cards = cards_for(deck, box)
    curve = cost_curve(deck, cards)
    assert (len(curve), sum(curve)) == (CURVE + 1, deck.size)
    assert "reborn-the-protector-of-argaia" in {each.slug for each in sets_needed(deck, box)}
    small = Deck(cards={"empower": 2, "anchornaut": 1}, edition=Edition.REBORN)
    either = (DiceType.NATURAL, DiceType.SYMPATHY)
    assert dice_needs(small, cards_for(small, box)) == (
        DiceNeed(either, Level.CLASS, play=0, use=2),
        DiceNeed((), Level.BASIC, play=3, use=0),
    )
    assert cost_curve(small, cards_for(small, box)) == (0, 3, 0, 0, 0, 0, 0)
