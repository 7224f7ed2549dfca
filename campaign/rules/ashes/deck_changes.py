"""What changed between two versions of a deck."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.deck import Deck

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class DeckChanges:
    """How a deck differs from another: by so many copies and dice more, or fewer."""

    cards: Mapping[str, int] = field(hash=False)
    dice: Mapping[DiceType, int] = field(hash=False)
    first_five_added: tuple[str, ...]
    first_five_removed: tuple[str, ...]
    is_renamed: bool
    is_reborn: bool  # it has another Phoenixborn

    @property
    def is_empty(self) -> bool:
        """Say whether nothing changed that is shown."""
        five = self.first_five_added or self.first_five_removed
        return not (self.cards or self.dice or five or self.is_renamed or self.is_reborn)


def deck_changes(before: Deck, after: Deck) -> DeckChanges:
    """Return what makes a deck from another."""
    return DeckChanges(
        cards=_differences(before.cards, after.cards),
        dice=_differences(before.dice, after.dice),
        first_five_added=tuple(key for key in after.first_five if key not in before.first_five),
        first_five_removed=tuple(key for key in before.first_five if key not in after.first_five),
        is_renamed=before.name != after.name,
        is_reborn=before.phoenixborn != after.phoenixborn,
    )


def _differences(before: Mapping[K, int], after: Mapping[K, int]) -> dict[K, int]:
    keys = dict.fromkeys((*before, *after))
    differences = {key: after.get(key, 0) - before.get(key, 0) for key in keys}
    return {key: n for key, n in differences.items() if n}
