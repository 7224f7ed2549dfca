"""The game on paper: the data of each sheet, for the Typst templates beside it."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings

from campaign.rules.ashes.catalogue import DiceType

TYPST = Path(__file__).parent / "typst"
SYMBOL = '<symbol id="dice-{0}" viewBox="0 0 24 24">(.*?)</symbol>'
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1a2130" '
    'stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">{0}</svg>'
)


@cache
def dice_pictures() -> dict[str, bytes]:
    """Return the symbols of the dice as files for Typst: the ones that the pages draw."""
    sprite = (settings.BASE_DIR / "static" / "img" / "symbols.svg").read_text(encoding="utf-8")
    found = {}
    for dice in DiceType:
        drawn = re.search(SYMBOL.format(dice), sprite, re.DOTALL)
        if drawn is None:
            raise LookupError(dice)
        found[f"dice-{dice}.svg"] = PICTURE.format(drawn[1]).encode()
    return found
