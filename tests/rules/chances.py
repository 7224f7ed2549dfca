"""Chance: whether counts look drawn uniformly, and a draw from the turn-order deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable
from math import sqrt
from random import Random

from campaign.rules.aeons_end.turn_order import TurnCard, TurnDeck, take


def looks_uniform(counts: Counter[Hashable], outcomes: Collection[Hashable]) -> bool:
    """Test counts against a uniform choice among the outcomes, by χ² at one in a thousand."""
    assert set(counts) <= set(outcomes), "something was drawn that is not possible"
    expected = counts.total() / len(outcomes)
    chi_square = sum((counts[outcome] - expected) ** 2 / expected for outcome in outcomes)
    freedom = len(outcomes) - 1
    # Wilson and Hilferty's approximation of the quantile; 3.09 is the normal one for 0.999.
    part = 2 / (9 * freedom)
    return chi_square < freedom * (1 - part + 3.09 * sqrt(part)) ** 3


def draw(deck: TurnDeck, rng: Random) -> tuple[TurnCard, TurnDeck]:
    """Draw a card of the turn-order deck."""
    card = rng.choice(deck.remaining)
    return card, take(deck, card)
