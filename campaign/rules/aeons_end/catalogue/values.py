"""Small values of a pack: keys, bounds, kinds of cards and of sealed things."""

import re
from enum import StrEnum
from typing import Annotated, Final

from campaign.rules.core.serialize import Check, between

TIERS: Final = 3  # of a nemesis deck
MAGE_LIFE: Final = 10
HAND: Final = 5  # cards in a starting hand, and in a starting deck

_KEY: Final = re.compile(r"(?:[a-z0-9]+(?:-[a-z0-9]+)*/)?[a-z0-9]+(?:-[a-z0-9]+)*")
# The same mage is in several boxes: what a box brings to a game is called "<box>/<id>" there.
Key = Annotated[
    str,
    Check(lambda text: bool(_KEY.fullmatch(text)), "an id of small letters, digits and hyphens"),
]
Count = Annotated[int, between(0, 20)]
Some = Annotated[int, between(1, 20)]
Positive = Annotated[int, between(1, 999)]
Dial = Annotated[int, between(1, 99)]
Number = Annotated[int, between(0, 999)]
Five = Annotated[
    tuple[str, ...], Check(lambda ids: len(ids) in (0, HAND), f"a list of {HAND}", "file.list")
]


class CardKind(StrEnum):
    """What a player card is."""

    GEM = "gem"
    RELIC = "relic"
    SPELL = "spell"


class NemesisKind(StrEnum):
    """What a nemesis card is."""

    ATTACK = "attack"
    MINION = "minion"
    POWER = "power"
    ACOLYTE = "acolyte"
    SUPPORT = "support"


class Part(StrEnum):
    """The parts of a box and of a set-up, in the order of the box's dividers."""

    STORY = "story"
    MAGES = "mages"
    TURN_ORDER = "turn-order"
    NEMESIS = "nemesis"
    MARKET = "market"
    RULEBOOK = "rulebook"
    SEALED = "sealed"
    BANISHED = "banished"
