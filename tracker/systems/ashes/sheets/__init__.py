"""The game on paper: the data of each sheet, for the Typst templates beside it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from campaign.rules.ashes.catalogue import DiceType
from tracker.symbols import SYMBOLS
from tracker.systems.ashes.words.terms import dice_name

TYPST = Path(__file__).parent / "typst"
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1a2130" '
    'stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">{0}</svg>'
)


def dice_pictures() -> dict[str, bytes]:
    """Return the symbols of the dice as files for Typst: the ones that the pages draw."""
    return {
        f"dice-{dice}.svg": PICTURE.format(SYMBOLS[f"dice-{dice}"]).encode() for dice in DiceType
    }


def dice_rows(dice: Mapping[Any, int]) -> list[dict[str, Any]]:
    """Return the dice of a deck in the order of their types."""
    return [
        {"type": each.value, "name": dice_name(each), "count": dice[each]}
        for each in DiceType
        if dice.get(each)
    ]
