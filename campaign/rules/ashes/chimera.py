"""The Chimeras of Red Rains, against whom players fight together: the schema of their files.

The numbers are those of the side for one player. The side for two is printed on the same card.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from campaign.rules.core.constraints import Limit, Most
from campaign.rules.core.entries import Few
from campaign.rules.core.pack import Id, Name

RAGE_DICE: Final = 5  # with three power and three basic sides each
BEHAVIOUR_SIDES: Final = 12
LEVELS: Final = range(1, 4)  # of a Chimera, and of its behaviour and ultimate cards
COPIES: Final = 3  # of each aspect in a deck
MAX_THREAT: Final = 12  # aspects on one battlefield
MAX_ULTIMATE: Final = 20
MAX_CHIMERA_LIFE: Final = 99

Blood = Annotated[int, Limit(0, 9)]
StartingThreat = Annotated[
    tuple[Blood, ...], Most(MAX_THREAT)
]  # face-down aspects by blood, from the left


class Difficulty(StrEnum):
    """Which of its cards a Chimera is played with."""

    STANDARD = "standard"
    HEROIC = "heroic"


class Aim(StrEnum):
    """What an aspect attacks: the unit at one end of a battlefield, or the Phoenixborn."""

    LEFT = "left"
    RIGHT = "right"
    PHOENIXBORN = "phoenixborn"


@dataclass(frozen=True, slots=True)
class Aspect:
    """An aspect: a unit of a Chimera, whose blood is the damage that its loss deals to it."""

    id: Id
    name: Name
    life: Annotated[int, Limit(0, 99)]
    blood: Blood
    attack: Annotated[int, Limit(0, 99)] | None = None  # None: it counts something
    aim: Aim | None = None  # None: it does not attack
    status: Annotated[int, Limit(0, 9)] = 0  # tokens that it comes into play with
    defender: bool = False
    conjured: Annotated[int, Limit(1, 30)] | None = None  # copies beside the draw pile


@dataclass(frozen=True, slots=True)
class AspectDeck:
    """Aspects that make a draw pile together, three copies of each."""

    id: Id
    name: Name
    aspects: Few[Id]


@dataclass(frozen=True, slots=True)
class ChimeraSide:
    """What the cards of a difficulty say for one player."""

    life: Annotated[int, Limit(1, MAX_CHIMERA_LIFE)] | None = None
    starts: Annotated[tuple[StartingThreat, ...], Most(len(LEVELS))] = ()  # by level; (): unknown


@dataclass(frozen=True, slots=True)
class Alteration:
    """A conjured alteration spell that a Chimera attaches to units."""

    name: Name
    copies: Annotated[int, Limit(1, 30)]


@dataclass(frozen=True, slots=True)
class Chimera:
    """A Chimera of a Red Rains box."""

    id: Id
    name: Name
    ultimate: Annotated[int, Limit(1, MAX_ULTIMATE)]  # Red Rains tokens that trigger its ultimate
    solo: Mapping[Difficulty, ChimeraSide]
    decks: Few[AspectDeck]
    aspects: Few[Aspect]
    alterations: Few[Alteration] = ()

    def deck(self, key: str) -> AspectDeck | None:
        """Return one of its decks by id."""
        return next((deck for deck in self.decks if deck.id == key), None)

    def aspects_of(self, deck: AspectDeck) -> tuple[Aspect, ...]:
        """Return the aspects of a deck, and those that any of its decks conjures."""
        return tuple(
            aspect for aspect in self.aspects if aspect.conjured or aspect.id in deck.aspects
        )
