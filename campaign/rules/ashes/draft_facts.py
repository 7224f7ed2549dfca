"""The facts of a draft: its beginning, and what players take."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.core.entries import PersonName
from campaign.rules.core.facts import Fact
from campaign.rules.core.keys import Key


@dataclass(frozen=True, slots=True)
class DraftBegun(Fact):
    """What is drafted from; ``deck`` is the draft deck as it was shuffled."""

    kind: ClassVar[str] = "draft_begun"

    players: tuple[PersonName, ...]
    first: int  # the seat that has the first player token
    phoenixborn: tuple[tuple[Key, Key], ...]  # each with the exclusive card
    deck: tuple[Key, ...]
    dice: tuple[DiceType, ...]
    edition: Edition = Edition.FIRST


@dataclass(frozen=True, slots=True)
class Move(Fact):
    """What one player does."""

    seat: int


@dataclass(frozen=True, slots=True)
class PhoenixbornTaken(Move):
    """A player takes a Phoenixborn with their exclusive cards."""

    kind: ClassVar[str] = "draft_phoenixborn"

    card: Key


@dataclass(frozen=True, slots=True)
class CardTaken(Move):
    """A player keeps a card of the hand of a round."""

    kind: ClassVar[str] = "draft_card"

    round: int
    card: Key


@dataclass(frozen=True, slots=True)
class DiceTaken(Move):
    """A player takes two dice."""

    kind: ClassVar[str] = "draft_dice"

    dice: tuple[DiceType, ...]


@dataclass(frozen=True, slots=True)
class Swapped(Move):
    """A player takes a revealed card for one of their own, or neither."""

    kind: ClassVar[str] = "draft_swap"

    taken: Key | None = None
    left: Key | None = None


@dataclass(frozen=True, slots=True)
class FirstFiveChosen(Move):
    """A player chooses the cards to begin with."""

    kind: ClassVar[str] = "draft_first_five"

    cards: tuple[Key, ...]


FACTS: Final[Mapping[str, type[Fact]]] = {
    each.kind: each
    for each in (DraftBegun, PhoenixbornTaken, CardTaken, DiceTaken, Swapped, FirstFiveChosen)
}
