"""A deck as its pages show it: cards by type, dice as pips, what is wrong, what follows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from campaign.rules.ashes.catalogue import (
    DECK_TYPES,
    Card,
    CardType,
    DiceType,
    Edition,
)
from campaign.rules.ashes.deck import (
    CARDS,
    DICE,
    Deck,
    DeckCards,
    conjuration_pile,
    deck_faults,
    deck_hints,
    dice_needed,
    first_five_needs,
)
from campaign.selectors.ashes import catalogue
from tracker.systems.ashes.presenters import NeedView, Pip, need_views, pip
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import (
    EDITIONS,
    card_name,
    card_types,
    cost_words,
    foreign,
    named,
)


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card of a deck."""

    name: str
    n: int
    cost: str = ""
    is_first: bool = False  # among the First Five
    lang: str = ""  # of the name, where it is not the page's


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of a type."""

    title: str
    lines: tuple[CardLine, ...]

    @property
    def count(self) -> int:
        """Return how many cards these are."""
        return sum(line.n for line in self.lines)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said of a deck beside its editor: whether it is right, and what follows from it."""

    size: int
    dice: tuple[Pip, ...]
    first_five: int
    faults: tuple[str, ...]
    hints: tuple[str, ...]
    pile: tuple[CardLine, ...]
    needs: tuple[NeedView, ...]
    first_needs: tuple[NeedView, ...]
    reason: str = ""

    cards_most: int = CARDS
    dice_most: int = DICE

    @property
    def empty_pips(self) -> range:
        """Return the dice that are still to be chosen."""
        return range(max(DICE - len(self.dice), 0))

    @property
    def most_needed(self) -> int:
        """Return the longest bar of what is needed."""
        return max((need.n for need in self.needs), default=1)


def pips(dice: Mapping[DiceType, int]) -> tuple[Pip, ...]:
    """Return dice one by one, in the order of their types."""
    return tuple(pip(each) for each in DiceType for _place in range(dice.get(each, 0)))


def line_of(card: Card, n: int, *, is_first: bool = False) -> CardLine:
    """Return a card as a line."""
    return CardLine(named(card), n, cost_words(card.cost), is_first, foreign(card))


def answer_of(deck: Deck, reason: str = "") -> Answer:
    """Return what is said of a deck."""
    box = catalogue()
    faults = deck_faults(deck, box)
    cards = DeckCards(deck, box)
    pile = [(card, n) for key, n in conjuration_pile(deck, box).items() if (card := cards.get(key))]
    return Answer(
        size=deck.size,
        dice=pips(deck.dice),
        first_five=len(deck.first_five),
        faults=tuple(sentence(problem) for problem in faults),
        hints=tuple(sentence(problem) for problem in deck_hints(deck, box)),
        pile=tuple(line_of(card, n) for card, n in pile),
        needs=need_views(dice_needed(deck, box)),
        first_needs=need_views(first_five_needs(deck, box)),
        reason=reason if faults else "",
    )


def groups_of(deck: Deck) -> tuple[Group, ...]:
    """Return the cards of a deck by type; what does not belong there comes last."""
    cards = DeckCards(deck, catalogue())
    first = set(deck.first_five)
    lines: dict[CardType | None, list[CardLine]] = {}
    for key, n in deck.cards.items():
        card = cards.get(key)
        kind = card.type if card and card.type in DECK_TYPES else None
        line = line_of(card, n, is_first=key in first) if card else CardLine(card_name(key), n)
        lines.setdefault(kind, []).append(line)
    return tuple(
        Group(card_types(kind) if kind else _("Other cards"), _by_name(lines[kind]))
        for kind in (*DECK_TYPES, None)
        if kind in lines
    )


def _by_name(lines: Iterable[CardLine]) -> tuple[CardLine, ...]:
    return tuple(sorted(lines, key=lambda line: line.name.casefold()))


@dataclass(frozen=True, slots=True)
class Shelved:
    """A deck in a list."""

    url: str
    name: str
    born: str
    dice: tuple[Pip, ...]  # one of each type that it has
    edition: str
    faults: int = 0
    size: int = CARDS


def shelved(deck: Deck, url: str, *, faults: int = 0) -> Shelved:
    """Return a deck as a line of a list."""
    held = [each for each in DiceType if deck.dice.get(each)]
    return Shelved(
        url,
        deck_name(deck),
        card_name(deck.phoenixborn) if deck.phoenixborn else _("no Phoenixborn yet"),
        tuple(pip(each) for each in held),
        "" if deck.edition is Edition.FIRST else str(EDITIONS[deck.edition]),
        faults,
        deck.size,
    )


def deck_name(deck: Deck) -> str:
    """Return what a deck is called; one without a name goes by its Phoenixborn."""
    if deck.name:
        return deck.name
    return card_name(deck.phoenixborn) if deck.phoenixborn else _("A new deck")


def by_type(cards: Iterable[Card]) -> list[tuple[CardType, list[Card]]]:
    """Return cards that are in order of their types, by type."""
    return [(kind, list(held)) for kind, held in groupby(cards, key=lambda card: card.type)]
