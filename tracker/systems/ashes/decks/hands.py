"""A sample hand and the chances of a deck, as their page shows them."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.rules.ashes.catalogue import DiceCost
from campaign.rules.ashes.deck import Cards, Deck, cards_for
from campaign.rules.ashes.opening_hand import card_odds, dice_odds, draw_hand
from campaign.selectors.ashes import catalogue
from tracker.systems.ashes.decks.presenters import deck_name
from tracker.systems.ashes.drawn_cards import DrawnCard, drawn_card
from tracker.systems.ashes.symbols import cost_symbols
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.terms import CardWords


@dataclass(frozen=True, slots=True)
class CardChance:
    """The chance of a card to be drawn."""

    name: str
    copies: int
    is_first: bool
    in_five: str
    in_ten: str


@dataclass(frozen=True, slots=True)
class DiceChance:
    """The chances of so many symbols or more of one type of dice."""

    least: int
    useful: str  # class or power
    power: str


@dataclass(frozen=True, slots=True)
class DiceTable:
    """The chances of the dice of one type."""

    name: str
    rows: tuple[DiceChance, ...]


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card that was drawn."""

    name: str
    drawn: DrawnCard | None  # None: no set has it


@dataclass(frozen=True, slots=True)
class HandView:
    """The page: a hand, a roll, the cards that come next, and all chances."""

    name: str
    deck_url: str
    again_url: str
    hand: tuple[HandCard, ...]
    roll: SafeString
    following: tuple[HandCard, ...]
    dice: tuple[DiceTable, ...]
    cards: tuple[CardChance, ...]
    is_chosen: bool  # the First Five are


def hand_view(deck: Deck, rng: Random, *, deck_url: str, again_url: str) -> HandView:
    """Return a sample of a deck, and its chances."""
    cards, sample = cards_for(deck, catalogue()), draw_hand(deck, rng)
    rolled = [DiceCost(1, die.level, (die.type,)) for die in sample.roll]
    return HandView(
        name=deck_name(deck),
        deck_url=deck_url,
        again_url=again_url,
        hand=tuple(_drawn(sample.hand, deck, cards)),
        roll=cost_symbols(rolled, CardWords(), _("Rolled:")),
        following=tuple(_drawn(sample.following, deck, cards)),
        dice=tuple(
            DiceTable(
                f"{each.dice} × {terms.dice_name(each.type)}",
                tuple(
                    DiceChance(least, _percent(useful), _percent(power))
                    for least, (useful, power) in enumerate(
                        zip(each.class_or_power, each.power, strict=True), start=1
                    )
                ),
            )
            for each in dice_odds(deck)
        ),
        cards=tuple(
            CardChance(
                _named(each.key, cards), each.copies, each.is_first, *map(_percent, each.chances)
            )
            for each in card_odds(deck)
        ),
        is_chosen=len(deck.first_five) > 0,
    )


def _drawn(keys: tuple[str, ...], deck: Deck, cards: Cards) -> Iterator[HandCard]:
    words = CardWords()
    for key in keys:
        card = cards.get(key)
        yield HandCard(_named(key, cards), drawn_card(card, deck.edition, words) if card else None)


def _named(key: str, cards: Cards) -> str:
    card = cards.get(key)
    return terms.named(card) if card else terms.card_name(key)


def _percent(chance: Fraction) -> str:
    """Return a chance in percent, with one decimal place."""
    return f"{number_format(round(float(chance) * 100, 1), 1)} %"
