"""The catalogue: the card sets of both editions. These types are the schema of their files.

The core set's file brings all that lie beside it.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Final

from campaign.rules.core.pack import Id, Name, read_document
from campaign.rules.core.serialize import Fault, SerializeError, between, from_plain

SLUG: Final = "ashes"  # of the game, and of the core set's file
PLAYERS: Final = range(2, 5)

Some = Annotated[int, between(1, 30)]
Value = Annotated[int, between(0, 99)] | str  # "X" and "+2" are printed too


class Edition(StrEnum):
    """A printing of the whole game; a deck never mixes them."""

    FIRST = "first"
    REBORN = "reborn"


class CardType(StrEnum):
    """What a card is."""

    PHOENIXBORN = "phoenixborn"
    ALLY = "ally"
    READY_SPELL = "ready-spell"
    ACTION_SPELL = "action-spell"
    REACTION_SPELL = "reaction-spell"
    ALTERATION_SPELL = "alteration-spell"
    CONJURATION = "conjuration"
    CONJURED_ALTERATION = "conjured-alteration-spell"


CONJURED: Final = frozenset({CardType.CONJURATION, CardType.CONJURED_ALTERATION})
DECK_TYPES: Final = tuple(
    kind for kind in CardType if kind not in CONJURED and kind is not CardType.PHOENIXBORN
)


class DiceType(StrEnum):
    """A type of magic dice; the last three come with later sets."""

    CEREMONIAL = "ceremonial"
    CHARM = "charm"
    ILLUSION = "illusion"
    NATURAL = "natural"
    DIVINE = "divine"
    SYMPATHY = "sympathy"
    TIME = "time"


class Level(StrEnum):
    """A symbol of a die; a higher one pays for a lower one."""

    BASIC = "basic"
    CLASS = "class"
    POWER = "power"


class Action(StrEnum):
    """The part of a turn that a card takes."""

    MAIN = "main"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class DiceCost:
    """So many symbols; of any one of several types where ``types`` has more than one."""

    n: Some
    level: Level = Level.BASIC
    types: tuple[DiceType, ...] = ()  # none: basic magic, which any die pays


@dataclass(frozen=True, slots=True)
class Cost:
    """What playing a card takes."""

    actions: tuple[Action, ...] = ()
    dice: tuple[DiceCost, ...] = ()
    discard: Annotated[int, between(0, 9)] = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A card, whatever it is; what its type does not have stays empty."""

    id: Id
    name: Name
    type: CardType
    placement: str = ""
    exclusive_to: str = ""  # the one Phoenixborn whose decks may have it
    cost: Cost = field(default_factory=Cost)
    dice: tuple[DiceType, ...] = ()  # every type that it names, abilities included
    life: Value | None = None
    attack: Value | None = None
    recover: Value | None = None
    battlefield: Value | None = None
    spellboard: Value | None = None
    conjures: tuple[str, ...] = ()  # the conjurations that it can bring
    limit: Some | None = None  # of a conjuration: its copies in the conjuration pile

    @property
    def is_conjured(self) -> bool:
        """Say whether it belongs in the conjuration pile."""
        return self.type in CONJURED


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A ready-made deck of a box."""

    id: Id
    name: Name
    phoenixborn: Id
    cards: Mapping[str, Some]
    dice: Mapping[DiceType, Some]
    first_five: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class CardSet:
    """What one box adds: the schema of a file."""

    slug: Id
    version: Annotated[int, between(1, 9999)]
    name: Name
    edition: Edition
    cards: tuple[Card, ...]
    promo: bool = False
    decks: tuple[ReadyDeck, ...] = ()


class Catalogue:
    """Every set that is known here; the first is the one that everybody has, and names it."""

    def __init__(self, sets: tuple[CardSet, ...]) -> None:
        self.sets = sets
        self.slug, self.version, self.name = sets[0].slug, sets[0].version, sets[0].name
        self.decks = {deck.id: deck for each in sets for deck in each.decks}  # ready-made
        cards = [(each.edition, card) for each in sets for card in each.cards]
        self._cards = {(edition, card.id): card for edition, card in cards}
        self._names = {
            (edition, folded(name)): card for edition, card in cards for name in card.name.all()
        }

    def sets_of(self, edition: Edition) -> tuple[CardSet, ...]:
        """Return the sets of an edition, its base set first."""
        return tuple(each for each in self.sets if each.edition is edition)

    def card(self, edition: Edition, key: str) -> Card | None:
        """Return a card of an edition by id."""
        return self._cards.get((edition, key))

    def named(self, edition: Edition, name: str) -> Card | None:
        """Return a card by any of its printed names; case, accents and marks do not count."""
        return self._names.get((edition, folded(name)))

    def cards(self, edition: Edition, sets: frozenset[str] | None = None) -> Iterator[Card]:
        """Yield the cards of an edition, of all its sets or of those named."""
        for each in self.sets_of(edition):
            if sets is None or each.slug in sets:
                yield from each.cards

    def name_of(self, kind: str, key: str, language: str) -> str:
        """Return what the box calls something that the ledger of plays counts."""
        if kind == "deck":
            found: ReadyDeck | Card | None = self.decks.get(key)
        else:
            cards = (self.card(edition, key) for edition in Edition)
            found = next(filter(None, cards), None)
        return found.name.in_language(language) if found else ""


def folded(name: str) -> str:
    """Return a name as it is compared: case, accents, spaces and marks do not count."""
    letters = unicodedata.normalize("NFKD", name.casefold()).replace("ł", "l")
    return "".join(letter for letter in letters if letter.isalnum())


@lru_cache(maxsize=4096)  # all names there are; a finder compares them at every letter typed
def searched(name: Name) -> str:
    """Return all printed names of something as they are compared, a line each."""
    return "\n".join(map(folded, name.all()))


def load_catalogue(path: Path) -> Catalogue:
    """Return the catalogue of a set's file; the core set's is that of all sets.

    Raises ``SerializeError`` with every fault.
    """
    first = load_set(path)
    if path.stem != SLUG:
        return Catalogue((first,))
    others = [load_set(file) for file in path.parent.glob("*.json") if file != path]
    others.sort(key=lambda each: (each.edition.value, each.promo, -len(each.cards), each.slug))
    catalogue = Catalogue((first, *others))
    faults = tuple(_faults(catalogue))
    if faults:
        raise SerializeError(faults)
    return catalogue


@cache
def load_set(path: Path) -> CardSet:
    """Return one set, or raise ``SerializeError`` with every fault."""
    return from_plain(CardSet, read_document(path))


def _faults(catalogue: Catalogue) -> Iterator[Fault]:
    """Yield ids that two sets of an edition share, and references to no card."""
    seen: dict[tuple[str, str], str] = {}
    for each in catalogue.sets:
        for card in each.cards:
            first = seen.setdefault((each.edition, card.id), each.slug)
            if first != each.slug:
                yield Fault(f"{each.slug}.{card.id}", "an id of its own", f"one that {first} has")
            yield from _references(catalogue, each, card)
        for deck in each.decks:
            for key in (deck.phoenixborn, *deck.cards, *deck.first_five):
                if catalogue.card(each.edition, key) is None:
                    yield Fault(f"{each.slug}.decks.{deck.id}", "the id of a card", key)


def _references(catalogue: Catalogue, each: CardSet, card: Card) -> Iterator[Fault]:
    path = f"{each.slug}.{card.id}"
    owner = catalogue.card(each.edition, card.exclusive_to)
    if card.exclusive_to and (owner is None or owner.type is not CardType.PHOENIXBORN):
        yield Fault(f"{path}.exclusive_to", "the id of a Phoenixborn", card.exclusive_to)
    for key in card.conjures:
        brought = catalogue.card(each.edition, key)
        if brought is None or not brought.is_conjured:
            yield Fault(f"{path}.conjures", "the id of a conjuration", key)
    if card.is_conjured and card.limit is None:
        yield Fault(f"{path}.limit", "the printed limit", "none")
