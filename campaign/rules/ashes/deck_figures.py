"""Figures of a deck: what its cards cost to play and to use, and the sets that it needs."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from campaign.rules.ashes.card_search import dice_to_play
from campaign.rules.ashes.catalogue import CardSet, Catalogue, DiceCost, DiceType, Level
from campaign.rules.ashes.deck import Cards, Deck
from campaign.rules.ashes.dice_cost import need_rank

CURVE: Final = 6  # this many dice and more are one bar


@dataclass(frozen=True, slots=True)
class DiceNeed:
    """Symbols of one kind that the cards of a deck cost to play, and to use once each."""

    types: tuple[DiceType, ...]
    level: Level
    play: int
    use: int

    @property
    def cost(self) -> DiceCost:
        """Return one such symbol."""
        return DiceCost(1, self.level, self.types)


def cost_curve(deck: Deck, cards: Cards) -> tuple[int, ...]:
    """Return how many cards, copies included, cost 0, 1, … dice to play; the last has the rest."""
    curve = [0] * (CURVE + 1)
    for key, copies in deck.cards.items():
        card = cards.get(key)
        if card:
            curve[min(dice_to_play(card), CURVE)] += copies
    return tuple(curve)


def dice_needs(deck: Deck, cards: Cards) -> tuple[DiceNeed, ...]:
    """Return what a deck costs in dice by type and level, its Phoenixborn's ability included."""
    play: Counter[tuple[tuple[DiceType, ...], Level]] = Counter()
    use: Counter[tuple[tuple[DiceType, ...], Level]] = Counter()
    born = {deck.phoenixborn: 1} if deck.phoenixborn else {}
    for key, copies in {**deck.cards, **born}.items():
        card = cards.get(key)
        for counted, costs in ((play, card.cost.dice), (use, card.activation)) if card else ():
            for cost in costs:
                counted[cost.types, cost.level] += cost.n * copies
    kinds = dict.fromkeys((*play, *use))
    needs = [
        DiceNeed(types, level, play[types, level], use[types, level]) for types, level in kinds
    ]
    return tuple(sorted(needs, key=lambda need: need_rank(need.cost)))


def sets_needed(deck: Deck, catalogue: Catalogue) -> tuple[CardSet, ...]:
    """Return the sets that have the cards of a deck, its Phoenixborn included."""
    sets = (catalogue.set_of_card.get((deck.edition, key)) for key in deck.card_keys)
    needed = {each.slug for each in sets if each}
    return tuple(each for each in catalogue.sets_of(deck.edition) if each.slug in needed)
