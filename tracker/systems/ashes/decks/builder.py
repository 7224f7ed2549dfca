"""The builder as its page shows it: cards with steppers, and the deck beside them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from campaign.models import SavedDeck
from campaign.rules.ashes.catalogue import DECK_TYPES, Card, DiceType
from campaign.rules.ashes.deck import COPIES, Deck, cards_for
from campaign.rules.ashes.deck_figures import dice_needs
from campaign.rules.core.keys import is_typed
from campaign.selectors.ashes import DeckSteps, catalogue
from tracker.systems.ashes.decks.changes import change_lines
from tracker.systems.ashes.decks.presenters import (
    DeckSummary,
    deck_kicker,
    deck_name,
    deck_summary,
    sample_of,
)
from tracker.systems.ashes.drawn_cards import DrawnCard, PrintedValue, drawn_card
from tracker.systems.ashes.presenters import CardGroup, DieView, card_groups, die_view
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.terms import CardWords


def element_of(key: str) -> str:
    """Return what ids of elements call a card; the key of a typed one has any letters."""
    return f"own-{key.encode().hex()}" if is_typed(key) else key


@dataclass(frozen=True, slots=True)
class CardStepper:
    """How many copies of a card a deck has, with one more and one less."""

    key: str
    name: str
    count: int

    @property
    def element(self) -> str:
        """Return what ids of elements call it."""
        return element_of(self.key)

    @property
    def is_full(self) -> bool:
        """Say whether a deck can have no more of it."""
        return self.count >= COPIES

    @property
    def more(self) -> str:
        """Return what its button for one more sends."""
        return f"add:{self.key}"

    @property
    def less(self) -> str:
        """Return what its button for one less sends."""
        return f"remove:{self.key}"

    @property
    def star(self) -> str:
        """Return what its button of the First Five sends."""
        return f"first:{self.key}"


@dataclass(frozen=True, slots=True)
class Pick:
    """A card to choose."""

    card: DrawnCard
    stepper: CardStepper
    is_lacking: bool  # it is in no set of the person


def pick_of(card: Card, deck: Deck, sets: frozenset[str] | None, words: CardWords) -> Pick:
    """Return a card to choose; ``sets`` are those of the person, if they told."""
    box = catalogue().set_of_card.get((deck.edition, card.id))
    return Pick(
        card=drawn_card(card, deck.edition, words),
        stepper=CardStepper(card.id, words.name_of(card), deck.cards.get(card.id, 0)),
        is_lacking=bool(box and sets is not None and box.slug not in sets),
    )


@dataclass(frozen=True, slots=True)
class BuiltLine:
    """Copies of a card in the deck that is built."""

    stepper: CardStepper
    card: DrawnCard | None  # None: no set has it
    is_first: bool

    @property
    def name(self) -> str:
        """Return the name of the card."""
        return self.stepper.name

    @property
    def count(self) -> int:
        """Return how many there are."""
        return self.stepper.count


@dataclass(frozen=True, slots=True)
class DiceStepper:
    """How many dice of a type a deck has, and how many symbols its cards need of them."""

    die: DieView
    count: int
    needed: int

    @property
    def more(self) -> str:
        """Return what its button for one more sends."""
        return f"add-die:{self.die.type}"

    @property
    def less(self) -> str:
        """Return what its button for one less sends."""
        return f"remove-die:{self.die.type}"


@dataclass(frozen=True, slots=True)
class BuiltDeck:
    """The deck that is built."""

    name: str
    kicker: str  # its Phoenixborn and edition
    values: tuple[PrintedValue, ...]  # of its Phoenixborn
    groups: tuple[CardGroup[BuiltLine], ...]
    fan: tuple[DrawnCard, ...]
    dice: tuple[DiceStepper, ...]
    summary: DeckSummary
    undo: str  # what undoing would change; "" if nothing can be undone
    redo: str
    deck_url: str


def built_deck(saved: SavedDeck, deck: Deck, sets: frozenset[str], steps: DeckSteps) -> BuiltDeck:
    """Return the deck that is built; ``sets`` are those of its owner."""
    cards, words = cards_for(deck, catalogue()), CardWords()
    born = cards.get(deck.phoenixborn or "")
    return BuiltDeck(
        name=deck_name(deck),
        kicker=deck_kicker(deck, born),
        values=drawn_card(born, deck.edition, words).values if born else (),
        groups=card_groups(_lines(deck, words), str(terms.OTHER_CARDS)),
        fan=sample_of(deck),
        dice=tuple(_dice(deck)),
        summary=deck_summary(deck, sets, saved.reason),
        undo=_first_change(steps.before, deck),
        redo=_first_change(deck, steps.after),
        deck_url=reverse("deck", args=[saved.code]),
    )


def _lines(deck: Deck, words: CardWords) -> Iterator[tuple[str, BuiltLine]]:
    """Yield the cards of a deck, each with its type; "" for what does not belong there."""
    cards = cards_for(deck, catalogue())
    for key, count in deck.cards.items():
        card = cards.get(key)
        name = words.name_of(card) if card else terms.card_name(key)
        drawn = drawn_card(card, deck.edition, words) if card else None
        kind = card.type if card and card.type in DECK_TYPES else ""
        yield kind, BuiltLine(CardStepper(key, name, count), drawn, key in deck.first_five)


def _dice(deck: Deck) -> Iterator[DiceStepper]:
    needs = dice_needs(deck, cards_for(deck, catalogue()))
    for kind in DiceType:
        needed = sum(need.play + need.use for need in needs if kind in need.types)
        yield DiceStepper(die_view(kind), deck.dice.get(kind, 0), needed)


def _first_change(before: Deck | None, after: Deck | None) -> str:
    if before is None or after is None:
        return ""
    return next(change_lines(before, after), "")
