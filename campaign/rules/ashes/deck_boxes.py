"""What somebody lacks to build a deck from their boxes: cards and dice apart."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from campaign.rules.ashes.catalogue import CardSet, Catalogue, DiceType
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.deck_figures import sets_needed

DICE_IN_A_BOX: Final = 10  # of each type that it has


@dataclass(frozen=True, slots=True)
class Lacking:
    """What is missing for a deck."""

    sets: tuple[CardSet, ...]  # that have cards of it
    dice: Mapping[DiceType, int] = field(hash=False)

    @property
    def is_nothing(self) -> bool:
        """Say whether the deck can be built."""
        return not (self.sets or self.dice)


def lacking(deck: Deck, owned: frozenset[str], catalogue: Catalogue) -> Lacking:
    """Return what is missing for a deck; ``owned`` are sets, of which dice fit both editions."""
    boxes = [each for each in catalogue.sets if each.slug in owned]
    at_hand = {kind: DICE_IN_A_BOX * sum(kind in each.dice for each in boxes) for kind in deck.dice}
    return Lacking(
        tuple(each for each in sets_needed(deck, catalogue) if each.slug not in owned),
        {kind: n - at_hand[kind] for kind, n in deck.dice.items() if n > at_hand[kind]},
    )


def sets_with_dice(kind: DiceType, catalogue: Catalogue) -> tuple[CardSet, ...]:
    """Return the sets that have dice of a type."""
    return tuple(each for each in catalogue.sets if kind in each.dice)
