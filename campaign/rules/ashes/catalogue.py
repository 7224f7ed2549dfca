"""The catalogue: the card sets of both editions. These types are the schema of their files.

Loading the core set's file loads all sets in its folder.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Annotated, Final

from campaign.rules.ashes.chimera import Chimera
from campaign.rules.core.constraints import Limit, Most
from campaign.rules.core.entries import Few
from campaign.rules.core.pack import Id, Name, read_document
from campaign.rules.core.problems import Problem, mismatch
from campaign.rules.core.serialize import SerializeError, from_plain

SLUG: Final = "ashes"  # of the game, and of the core set's file
PLAYERS: Final = range(2, 7)  # with one set to four; more sets let more join (p. 16)

Some = Annotated[int, Limit(1, 30)]
Value = Annotated[int, Limit(0, 99)] | str  # "X" and "+2" are printed too


class Edition(StrEnum):
    """An edition of the game; a deck never mixes them."""

    REBORN = "reborn"
    FIRST = "first"


CURRENT: Final = Edition.REBORN  # the edition in print, which people mean unless they say another


class CardType(StrEnum):
    """The type of a card."""

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
    """A type of magic dice; the last five come with later sets."""

    CEREMONIAL = "ceremonial"
    CHARM = "charm"
    ILLUSION = "illusion"
    NATURAL = "natural"
    DIVINE = "divine"
    SYMPATHY = "sympathy"
    TIME = "time"
    ARTIFICE = "artifice"
    ASTRAL = "astral"


class Level(StrEnum):
    """A level of symbols on a die; a higher one pays for a lower one (p. 10)."""

    BASIC = "basic"
    CLASS = "class"
    POWER = "power"


class Action(StrEnum):
    """An action that playing a card takes."""

    MAIN = "main"
    SIDE = "side"
    EITHER = "main-or-side"


@dataclass(frozen=True, slots=True)
class DiceCost:
    """``n`` symbols of a level; several ``types`` are alternatives."""

    n: Some
    level: Level = Level.BASIC
    # Empty: basic magic, which any die pays.
    types: Annotated[tuple[DiceType, ...], Most(3)] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of playing a card."""

    actions: Few[Action] = ()
    dice: Few[DiceCost] = ()
    discard: Annotated[int, Limit(0, 9)] = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A card of any type; fields that its type does not have stay empty."""

    id: Id
    name: Name
    type: CardType
    placement: str = ""
    exclusive_to: str = ""  # the only Phoenixborn whose decks may have it
    chained: bool = False  # on the publisher's list of chained cards; decks may have it
    cost: Cost = field(default_factory=Cost)
    activation: Few[DiceCost] = ()  # what using it costs in dice, once it is in play
    activation_unknown: bool = False  # sources differ about it, or there is only one
    dice: Few[DiceType] = ()  # every type that it mentions, abilities included
    life: Value | None = None
    attack: Value | None = None
    recover: Value | None = None
    battlefield: Value | None = None
    spellboard: Value | None = None
    conjures: Few[str] = ()  # the conjurations that it can put into play
    limit: Some | None = None  # of a conjuration: copies in the conjuration pile
    other_limit: Some | None = None  # that another source gives; the printed card decides

    @property
    def is_conjured(self) -> bool:
        """Say whether it goes into the conjuration pile."""
        return self.type in CONJURED


class DeckKind(StrEnum):
    """What a ready-made deck is for."""

    SET = "set"
    CAMPAIGN_BOX = "campaign-box"  # of a Red Rains box, for games together against a Chimera
    FIRST_GAME = "first-game"  # for learning the game


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A ready-made deck of a box; its cards may be of other boxes too."""

    id: Id
    name: Name
    phoenixborn: Id
    cards: Mapping[str, Some]
    dice: Mapping[DiceType, Some]
    first_five: tuple[Id, ...]  # empty: its box names none
    kind: DeckKind = DeckKind.SET


@dataclass(frozen=True, slots=True)
class CardSet:
    """The contents of one box: the schema of a file."""

    slug: Id
    version: Annotated[int, Limit(1, 9999)]
    name: Name
    edition: Edition
    cards: tuple[Card, ...]
    promo: bool = False
    unofficial: bool = False  # not by the publisher, as far as is known
    dice: Few[DiceType] = ()  # ten of each lie in the box
    decks: tuple[ReadyDeck, ...] = ()
    chimera: Chimera | None = None  # of a Red Rains box


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card and the set that it is in."""

    card: Card
    box: CardSet

    @property
    def edition(self) -> Edition:
        """Return the edition of the set."""
        return self.box.edition


class Catalogue:
    """All known sets; the first is the core set, which gives it its slug, version and name."""

    def __init__(self, sets: tuple[CardSet, ...]) -> None:
        self.sets = sets
        self.slug, self.version, self.name = sets[0].slug, sets[0].version, sets[0].name
        self.decks = {deck.id: deck for each in sets for deck in each.decks}  # ready-made
        self.set_of_deck = {deck.id: each for each in sets for deck in each.decks}
        self.chimeras = {each.chimera.id: each.chimera for each in sets if each.chimera}
        self.set_of_card = {(each.edition, card.id): each for each in sets for card in each.cards}
        self.by_id = {
            edition: {card.id: card for card in self.cards(edition)} for edition in Edition
        }
        self._in_order: dict[str, tuple[PrintedCard, ...]] = {}  # by language
        self._by_name = {
            (edition, folded(name)): card
            for edition in Edition
            for card in self.cards(edition)
            for name in card.name.all()
        }

    def in_order(self, language: str) -> tuple[PrintedCard, ...]:
        """Return all cards by their names, as a language alphabetises them."""
        if language not in self._in_order:
            printed = (PrintedCard(card, each) for each in self.sets for card in each.cards)
            by_name = sorted(printed, key=partial(_alphabetical, language))
            self._in_order[language] = tuple(by_name)
        return self._in_order[language]

    def sets_of(self, edition: Edition) -> tuple[CardSet, ...]:
        """Return the sets of an edition, its base set first."""
        return tuple(each for each in self.sets if each.edition is edition)

    def card(self, edition: Edition, key: str) -> Card | None:
        """Return a card of an edition by id."""
        return self.by_id[edition].get(key)

    def named(self, edition: Edition, name: str) -> Card | None:
        """Return a card by any of its printed names, compared as :func:`folded`."""
        return self._by_name.get((edition, folded(name)))

    def cards(self, edition: Edition, sets: frozenset[str] | None = None) -> Iterator[Card]:
        """Yield the cards of an edition: of all its sets, or of the given ones."""
        for each in self.sets_of(edition):
            if sets is None or each.slug in sets:
                yield from each.cards

    def drawable(self, edition: Edition) -> tuple[str, ...]:
        """Return the ready-made decks of an edition that can be drawn at random."""
        return tuple(
            key
            for key, deck in self.decks.items()
            if deck.kind is DeckKind.SET and self.set_of_deck[key].edition is edition
        )

    def is_cooperative(self, key: str) -> bool:
        """Say whether a ready-made deck is one of a Red Rains box."""
        return self.decks[key].kind is DeckKind.CAMPAIGN_BOX

    def name_of(self, kind: str, key: str, language: str) -> str:
        """Return the printed name of a deck, Chimera or card that the ledger of plays counts."""
        thing: ReadyDeck | Chimera | Card | None
        if kind == "deck":
            thing = self.decks.get(key)
        elif kind == "against":
            thing = self.chimeras.get(key)
        else:
            # The names of the first edition are printed in more languages.
            cards = (self.card(edition, key) for edition in (Edition.FIRST, Edition.REBORN))
            thing = next(filter(None, cards), None)
        return thing.name.in_language(language) if thing else ""


def folded(name: str) -> str:
    """Return a name for comparison, without case, accents, spaces and punctuation."""
    letters = unicodedata.normalize("NFKD", name.casefold()).replace("ł", "l")
    return "".join(letter for letter in letters if letter.isalnum())


@lru_cache(maxsize=4096)  # more than there are cards; a search compares all at every keystroke
def searched(name: Name) -> str:
    """Return all printed names of something folded, one per line."""
    return "\n".join(map(folded, name.all()))


def _alphabetical(language: str, printed: PrintedCard) -> tuple[str, str]:
    return folded(printed.card.name.in_language(language)), printed.edition


def load_catalogue(path: Path) -> Catalogue:
    """Load the catalogue of a set's file; the core set's has all sets.

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
    """Load one set, or raise ``SerializeError`` with every fault."""
    return from_plain(CardSet, read_document(path))


def _faults(catalogue: Catalogue) -> Iterator[Problem]:
    """Yield duplicate ids within an edition, and references to unknown cards."""
    seen: dict[tuple[str, str], str] = {}
    for each in catalogue.sets:
        for card in each.cards:
            first = seen.setdefault((each.edition, card.id), each.slug)
            if first != each.slug:
                yield mismatch(
                    f"{each.slug}.{card.id}", "an id of its own", f"one that {first} has"
                )
            yield from _references(catalogue, each, card)
        for deck in each.decks:
            for key in (deck.phoenixborn, *deck.cards, *deck.first_five):
                if catalogue.card(each.edition, key) is None:
                    yield mismatch(f"{each.slug}.decks.{deck.id}", "the id of a card", key)


def _references(catalogue: Catalogue, each: CardSet, card: Card) -> Iterator[Problem]:
    path = f"{each.slug}.{card.id}"
    owner = catalogue.card(each.edition, card.exclusive_to)
    if card.exclusive_to and (owner is None or owner.type is not CardType.PHOENIXBORN):
        yield mismatch(f"{path}.exclusive_to", "the id of a Phoenixborn", card.exclusive_to)
    for key in card.conjures:
        conjured = catalogue.card(each.edition, key)
        if conjured is None or not conjured.is_conjured:
            yield mismatch(f"{path}.conjures", "the id of a conjuration", key)
    if card.is_conjured and card.limit is None:
        yield mismatch(f"{path}.limit", "the printed limit", "none")
