"""The facts of a draft: its beginning, and what players take."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from campaign.rules.ashes.catalogue import DiceType, Edition
from campaign.rules.core.entries import PersonName
from campaign.rules.core.facts import Fact
from campaign.rules.core.keys import Key


@dataclass(frozen=True, slots=True)
class DraftBegun(Fact, kind="draft_begun"):
    """What is drafted from; ``deck`` is the draft deck as it was shuffled."""

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
class PhoenixbornTaken(Move, kind="draft_phoenixborn"):
    """A player takes a Phoenixborn with their exclusive cards."""

    card: Key


@dataclass(frozen=True, slots=True)
class CardTaken(Move, kind="draft_card"):
    """A player keeps a card of the hand of a round."""

    round: int
    card: Key


@dataclass(frozen=True, slots=True)
class DiceTaken(Move, kind="draft_dice"):
    """A player takes two dice."""

    dice: tuple[DiceType, ...]


@dataclass(frozen=True, slots=True)
class Swapped(Move, kind="draft_swap"):
    """A player takes a revealed card for one of their own, or neither."""

    taken: Key | None = None
    left: Key | None = None


@dataclass(frozen=True, slots=True)
class FirstFiveChosen(Move, kind="draft_first_five"):
    """A player chooses the cards to begin with."""

    cards: tuple[Key, ...]


FACTS: Final[Mapping[str, type[Fact]]] = {
    each.kind: each
    for each in (DraftBegun, PhoenixbornTaken, CardTaken, DiceTaken, Swapped, FirstFiveChosen)
}
