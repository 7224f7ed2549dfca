"""The cards to choose from in the editor of a deck."""

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.translation import get_language

from campaign.rules.ashes.catalogue import DECK_TYPES, Card, DiceType, folded, searched
from campaign.rules.ashes.deck import COPIES, Deck, cards_for
from campaign.rules.core import sizes
from campaign.selectors import ashes as selectors
from tracker.forms.fields import HiddenField
from tracker.systems.ashes.card_faces import CardFace, card_face
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.terms import CardWords

COUNT: Final = "n_"  # prefix of the fields for copies, before a card's key
CARDS_A_PAGE: Final = 20
COUNTS: Final = tuple(map(str, range(COPIES + 1)))
IN_DECK, MINE, EVERY = "deck", "all", "every"  # which cards to show
_DICE: Final = frozenset(DiceType)
_ORDER: Final[dict[str, int]] = {kind: place for place, kind in enumerate(DECK_TYPES)}


@dataclass(frozen=True, slots=True)
class CardsWanted:
    """Which cards to list; unknown values are ignored."""

    show: str = MINE
    text: str = ""
    type: str = ""
    die: str = ""
    page: int | None = None


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card to choose: how many copies, and whether it is one of the First Five."""

    key: str
    name_id: str  # of the element with its name, which labels what is chosen
    face: CardFace
    is_lacking: bool  # it is not in the deck, and in no set of the person
    count: str
    counts: tuple[str, ...]  # to choose from
    is_first: bool


@dataclass(frozen=True, slots=True)
class RowGroup:
    """The rows of one type of card."""

    title: str
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True)
class CardList:
    """A page of cards, and the rest of the deck as hidden fields."""

    page: Page[Card]
    groups: tuple[RowGroup, ...]
    hidden: tuple[HiddenField, ...]


def wanted_cards(data: QueryDict, page: int | None) -> CardsWanted:
    """Return which cards a form asks for."""
    return CardsWanted(
        show=data.get("show", ""),
        text=data.get("q", "")[: sizes.NAME],
        type=data.get("type", ""),
        die=data.get("die", ""),
        page=page,
    )


def card_list(wanted: CardsWanted, deck: Deck, sets: frozenset[str]) -> CardList:
    """Return a page of cards, and what is in the deck besides."""
    page, words = find(wanted, deck, sets), CardWords()
    rows = [
        _row(f"card_{place}", card, deck, sets, words) for place, card in enumerate(page, start=1)
    ]
    types = {card.id: card.type for card in page}
    return CardList(
        page=page,
        groups=tuple(
            RowGroup(terms.card_types(kind), tuple(alike))
            for kind, alike in groupby(rows, key=lambda row: types[row.key])
        ),
        hidden=(
            *(HiddenField(f"{COUNT}{key}", n) for key, n in deck.cards.items() if key not in types),
            *(HiddenField("five", key) for key in deck.first_five if key not in types),
        ),
    )


def find(wanted: CardsWanted, deck: Deck, sets: frozenset[str]) -> Page[Card]:
    """Return a page of matching cards by type and name.

    Whoever looks at the deck and asks for something finds the cards of all sets. Exclusive cards of
    other Phoenixborn are left out; typed cards of the deck are included.
    """
    box = selectors.catalogue()
    is_asked = bool(wanted.text or wanted.type in _ORDER or wanted.die in _DICE)
    in_deck = wanted.show == IN_DECK and not is_asked
    if in_deck:
        known = cards_for(deck, box)
        pool = [card for key in deck.cards if (card := known.get(key))]
    else:
        own = (card.as_card() for card in deck.own)
        offered = sets if wanted.show == MINE else None
        pool = [
            card
            for card in (*box.cards(deck.edition, offered), *own)
            if card.type in _ORDER and card.exclusive_to in ("", deck.phoenixborn)
        ]
    text = folded(wanted.text)
    matching = [
        card
        for card in pool
        if (wanted.type not in _ORDER or card.type == wanted.type)
        and (wanted.die not in _DICE or wanted.die in card.dice)
        and (not text or text in searched(card.name))
    ]
    language = get_language() or "en"
    matching.sort(
        key=lambda card: (_ORDER.get(card.type, len(_ORDER)), card.name.in_language(language))
    )
    # A deck has few different cards, and is shown on one page.
    size = max(len(matching), 1) if in_deck else CARDS_A_PAGE
    return Paginator(matching, size).get_page(wanted.page)


def _row(name_id: str, card: Card, deck: Deck, sets: frozenset[str], words: CardWords) -> CardRow:
    """Return the row of a card; an imported list may have more than three copies."""
    count = deck.cards.get(card.id, 0)
    more = (str(count),) if count > COPIES else ()
    box = selectors.catalogue().set_of_card.get((deck.edition, card.id))
    return CardRow(
        key=card.id,
        name_id=name_id,
        face=card_face(card, words),
        is_lacking=not count and box is not None and box.slug not in sets,
        count=str(count),
        counts=(*COUNTS, *more),
        is_first=card.id in deck.first_five,
    )
