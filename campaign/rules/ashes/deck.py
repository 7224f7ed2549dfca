"""A deck: its contents, and everything that is wrong with them (p. 14)."""

from collections import ChainMap, Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final

from campaign.rules.ashes.catalogue import (
    CONJURED,
    Card,
    CardType,
    Catalogue,
    Cost,
    DiceCost,
    DiceType,
    Edition,
)
from campaign.rules.core.constraints import VISIBLE, Limit, Most
from campaign.rules.core.entries import Few, Name, Number
from campaign.rules.core.keys import Key, is_typed, typed_key
from campaign.rules.core.pack import Name as PackName
from campaign.rules.core.problems import Detail, Problem

CARDS: Final = 30
COPIES: Final = 3  # of a card
REBORN_EXCLUSIVES: Final = 3  # of all cards of its Phoenixborn; as both public builders count them
DICE: Final = 10
FIRST_FIVE: Final = 5
# Of a deck that is not finished, or of another format.
MAX_CARDS: Final = 100  # different ones
MAX_COPIES: Final = 99  # of a card
MAX_DICE: Final = 20  # of all types together
MAX_FIRST: Final = 10  # cards of the opening hand
MAX_ON_CARD: Final = 4  # conjurations, or kinds of symbols, of a typed card

Copies = Annotated[int, Limit(1, MAX_COPIES)]
CardCopies = Annotated[Mapping[str, Copies], Most(MAX_CARDS)]
Dice = Annotated[Mapping[DiceType, Copies], Most(MAX_DICE, pieces=True)]


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card that players typed because no pack has it; its key is made from its name."""

    name: Annotated[Name, VISIBLE]
    type: CardType
    exclusive_to: Key | None = None  # a Phoenixborn, of the pack or typed
    conjures: Annotated[tuple[Key, ...], Most(MAX_ON_CARD)] = ()
    limit: Annotated[int, Limit(1, 30)] | None = None  # of a conjuration
    dice: Annotated[tuple[DiceCost, ...], Most(MAX_ON_CARD)] = ()
    life: Number | None = None  # these three are a Phoenixborn's
    battlefield: Number | None = None
    spellboard: Number | None = None

    @property
    def key(self) -> str:
        """Return its key in a deck."""
        return typed_key(self.name)

    def as_card(self) -> Card:
        """Convert it to a card of the catalogue."""
        types = dict.fromkeys(each for cost in self.dice for each in cost.types)
        return Card(
            id=self.key,
            name=PackName(self.name),
            type=self.type,
            exclusive_to=self.exclusive_to or "",
            cost=Cost(dice=self.dice),
            dice=tuple(types),
            life=self.life,
            battlefield=self.battlefield,
            spellboard=self.spellboard,
            conjures=self.conjures,
            limit=self.limit,
        )


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck, finished or not. Cards are keys: ids of a pack, or keys of typed names."""

    name: Name = ""
    phoenixborn: Key | None = None
    cards: CardCopies = field(default_factory=dict, hash=False)
    dice: Dice = field(default_factory=dict, hash=False)
    first_five: Annotated[tuple[Key, ...], Most(MAX_FIRST)] = ()  # that its player likes best
    edition: Edition = Edition.FIRST
    own: Few[OwnCard] = ()

    @property
    def size(self) -> int:
        """Return how many cards it has."""
        return sum(self.cards.values())

    @property
    def card_keys(self) -> tuple[str, ...]:
        """Return the keys of its Phoenixborn, if it has one, and of its cards."""
        return tuple(filter(None, (self.phoenixborn, *self.cards)))

    @property
    def own_cards(self) -> dict[str, Card]:
        """Return its typed cards by key."""
        return {own.key: own.as_card() for own in self.own}


Cards = Mapping[str, Card]  # by key: those that a deck can refer to


def cards_for(deck: Deck, catalogue: Catalogue) -> Cards:
    """Return the cards that a deck can refer to: those of its edition, and its typed ones."""
    return ChainMap(deck.own_cards, catalogue.by_id[deck.edition])


def ready_deck(catalogue: Catalogue, key: str, language: str = "en") -> Deck:
    """Return a ready-made deck as a ``Deck``; raise ``KeyError`` if there is none."""
    ready = catalogue.decks[key]
    return Deck(
        name=ready.name.in_language(language),
        phoenixborn=ready.phoenixborn,
        cards=dict(ready.cards),
        dice=dict(ready.dice),
        first_five=ready.first_five,
        edition=catalogue.set_of_deck[key].edition,
    )


def deck_faults(deck: Deck, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Return everything that makes a deck illegal.

    A reason overrules all of it: other formats have other numbers.
    """
    cards = cards_for(deck, catalogue)
    dice = sum(deck.dice.values())
    return (
        *_phoenixborn(deck, cards),
        *_amount("cards", deck.size, CARDS, "deck.too_few_cards", "deck.too_many_cards"),
        *_each_card(deck, cards),
        *_exclusives(deck, cards),
        *_amount("dice", dice, DICE, "deck.too_few_dice", "deck.too_many_dice"),
        *_first_five(deck, cards),
    )


def _problem(code: str, path: str, **details: Detail) -> Problem:
    return Problem(code, details, path, overrulable=True)


def _called(cards: Cards, key: str) -> str:
    """Return what problems call a card: its key in the pack, or its typed name."""
    card = cards.get(key)
    return card.name.en if card and is_typed(key) else key


def _phoenixborn(deck: Deck, cards: Cards) -> Iterator[Problem]:
    path = "phoenixborn"
    if deck.phoenixborn is None:
        yield _problem("deck.no_phoenixborn", path)
        return
    card = cards.get(deck.phoenixborn)
    if card is None:
        yield _problem("deck.unknown_card", path, card=deck.phoenixborn)
    elif card.type is not CardType.PHOENIXBORN:
        yield _problem("deck.not_a_phoenixborn", path, card=_called(cards, deck.phoenixborn))


def _amount(path: str, actual: int, needed: int, few: str, many: str) -> Iterator[Problem]:
    if actual != needed:
        code, count = few if actual < needed else many, abs(needed - actual)
        yield _problem(code, path, count=count, needed=needed, actual=actual)


def _each_card(deck: Deck, cards: Cards) -> Iterator[Problem]:
    for key, copies in deck.cards.items():
        path, called = f"cards.{key}", _called(cards, key)
        card = cards.get(key)
        if copies > COPIES:
            yield _problem("deck.too_many_copies", path, card=called, actual=copies, most=COPIES)
        if card is None:
            yield _problem("deck.unknown_card", path, card=called)
        elif card.type in CONJURED:
            yield _problem("deck.conjuration_in_deck", path, card=called)
        elif card.type is CardType.PHOENIXBORN:
            yield _problem("deck.phoenixborn_in_deck", path, card=called)
        elif card.exclusive_to and card.exclusive_to != deck.phoenixborn:
            owner = _called(cards, card.exclusive_to)
            yield _problem("deck.exclusive_to_another", path, card=called, phoenixborn=owner)


def _exclusives(deck: Deck, cards: Cards) -> Iterator[Problem]:
    """Yield that a deck of the second edition has too many cards of its Phoenixborn alone."""
    own = [key for key in deck.cards if key in cards and cards[key].exclusive_to]
    actual = sum(deck.cards[key] for key in own)
    if deck.edition is Edition.REBORN and len(own) > 1 and actual > REBORN_EXCLUSIVES:
        most = REBORN_EXCLUSIVES
        yield _problem("deck.too_many_exclusives", "cards", most=most, actual=actual)


def first_five_faults(deck: Deck, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Return everything that is wrong with the First Five of a game (p. 4)."""
    faults = tuple(_first_five(deck, cards_for(deck, catalogue)))
    actual = len(set(deck.first_five))
    if actual >= FIRST_FIVE:
        return faults
    count = _problem("deck.first_five_count", "first_five", actual=actual, needed=FIRST_FIVE)
    return (count, *faults)


def _first_five(deck: Deck, cards: Cards) -> Iterator[Problem]:
    """Yield what is wrong with the opening hand that a deck keeps for its games.

    It may keep none, or a part of one: the First Five are chosen when a game is set up (p. 4).
    """
    path, chosen = "first_five", Counter(deck.first_five)
    if len(chosen) > FIRST_FIVE:
        yield _problem("deck.first_five_count", path, actual=len(chosen), needed=FIRST_FIVE)
    for key, times in chosen.items():
        if times > 1:
            yield _problem("deck.first_five_twice", path, card=_called(cards, key))
        if key not in deck.cards:
            yield _problem("deck.first_five_not_in_deck", path, card=_called(cards, key))
