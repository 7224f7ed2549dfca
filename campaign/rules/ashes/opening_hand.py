"""What a deck begins with: its First Five, a roll of its dice, and the cards that come next.

Chances are exact. A die has one power face, three class faces and two basic ones; the other cards
are shuffled into the draw pile (p. 4), of which up to five are drawn in a preparation (p. 5).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random
from typing import Final

from campaign.rules.ashes.catalogue import DiceType, Level
from campaign.rules.ashes.deck import FIRST_FIVE, Deck

FACES: Final[Mapping[Level, int]] = {Level.POWER: 1, Level.CLASS: 3, Level.BASIC: 2}
SIDES: Final = sum(FACES.values())
DRAWN: Final = (5, 10)  # cards drawn after the First Five, for which chances are told


@dataclass(frozen=True, slots=True)
class RolledDie:
    """A die as it fell."""

    type: DiceType
    level: Level


@dataclass(frozen=True, slots=True)
class SampleHand:
    """An opening hand, the first roll, and the five cards on top of the draw pile."""

    hand: tuple[str, ...]
    roll: tuple[RolledDie, ...]
    following: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardOdds:
    """The chance that at least one copy of a card is among those drawn next."""

    key: str
    copies: int  # in the draw pile
    is_first: bool
    chances: tuple[Fraction, ...]  # in the order of ``DRAWN``


@dataclass(frozen=True, slots=True)
class DiceOdds:
    """The chances of the dice of one type, rolled once; a power symbol is a class symbol too."""

    type: DiceType
    dice: int
    class_or_power: tuple[Fraction, ...]  # of at least 1, 2, … of them
    power: tuple[Fraction, ...]


def draw_pile(deck: Deck) -> Counter[str]:
    """Return the cards that are shuffled: all but one copy of each of the First Five."""
    pile = Counter(dict(deck.cards))
    pile.subtract(key for key in dict.fromkeys(deck.first_five) if key in pile)
    return +pile


def draw_hand(deck: Deck, rng: Random) -> SampleHand:
    """Draw a sample; if fewer than five are chosen, the others come from the draw pile."""
    hand = tuple(key for key in dict.fromkeys(deck.first_five) if key in deck.cards)[:FIRST_FIVE]
    pile = draw_pile(deck)
    missing = FIRST_FIVE - len(hand)
    drawn = rng.sample(list(pile.elements()), min(missing + DRAWN[0], pile.total()))
    roll = [
        RolledDie(kind, rng.choices(list(FACES), list(FACES.values()))[0])
        for kind in DiceType
        for _die in range(deck.dice.get(kind, 0))
    ]
    return SampleHand((*hand, *drawn[:missing]), tuple(roll), tuple(drawn[missing:]))


def card_odds(deck: Deck) -> tuple[CardOdds, ...]:
    """Return the chance of each card to be drawn after the First Five."""
    pile = draw_pile(deck)
    return tuple(
        CardOdds(
            key,
            pile[key],
            key in deck.first_five,
            tuple(_at_least_one(pile[key], pile.total(), drawn) for drawn in DRAWN),
        )
        for key in deck.cards
    )


def _at_least_one(copies: int, pile: int, drawn: int) -> Fraction:
    if not copies:
        return Fraction(0)
    if drawn >= pile:
        return Fraction(1)
    return 1 - Fraction(comb(pile - copies, drawn), comb(pile, drawn))


def dice_odds(deck: Deck) -> tuple[DiceOdds, ...]:
    """Return the chances of the first roll, by type."""
    power = Fraction(FACES[Level.POWER], SIDES)
    useful = power + Fraction(FACES[Level.CLASS], SIDES)
    return tuple(
        DiceOdds(kind, n, tuple(_at_least(n, useful)), tuple(_at_least(n, power)))
        for kind in DiceType
        if (n := deck.dice.get(kind, 0))
    )


def _at_least(dice: int, chance: Fraction) -> Iterator[Fraction]:
    """Yield the chances that at least 1, 2, … of the dice show it."""
    exactly = [comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1)]
    yield from (sum(exactly[k:], Fraction(0)) for k in range(1, dice + 1))
