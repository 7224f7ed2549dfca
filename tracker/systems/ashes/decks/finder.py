"""Find cards among those that somebody owns: by name, type and dice, a page at a time.

Their rows are written without a template: they come back at every letter typed.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from django.core.paginator import Page, Paginator
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.rules.ashes.catalogue import DECK_TYPES, Card, DiceType, folded, searched
from campaign.rules.ashes.deck import COPIES, Deck, DeckCards
from campaign.rules.core import sizes
from campaign.selectors.ashes import catalogue
from tracker.systems.ashes.words.terms import cost_words, foreign, named

PAGE: Final = 20
_DICE: Final = frozenset(DiceType)
_ORDER: Final[dict[str, int]] = {kind: place for place, kind in enumerate(DECK_TYPES)}


def find(wanted: Mapping[str, str], page: int, deck: Deck, sets: frozenset[str]) -> Page[Card]:
    """Return a page of cards that fit, by type and name; what makes no sense is not looked for.

    Another Phoenixborn's exclusive cards are left out, and the deck's own typed cards are in.
    """
    known = DeckCards(deck, catalogue())
    text = folded(wanted.get("q", "")[: sizes.NAME])
    kind, dice = wanted.get("type", ""), wanted.get("die", "")
    in_deck = wanted.get("show") == "deck"
    if in_deck:
        held = [known.get(key) for key in deck.cards]
        pool = [card for card in held if card is not None]
    else:
        pool = [*catalogue().cards(deck.edition, sets), *(own.as_card() for own in deck.own)]
    found = [
        card
        for card in pool
        if (in_deck or _may_be_in(card, deck))
        and (kind not in _ORDER or card.type == kind)
        and (dice not in _DICE or dice in card.dice)
        and (not text or text in searched(card.name))
    ]
    found.sort(key=lambda card: (_ORDER.get(card.type, len(_ORDER)), card.name.en))
    # A deck is read as a whole; it has not many different cards.
    size = max(len(found), 1) if in_deck else PAGE
    return Paginator(found, size).get_page(page)


def _may_be_in(card: Card, deck: Deck) -> bool:
    return card.type in _ORDER and card.exclusive_to in ("", deck.phoenixborn)


def rows(cards: Iterable[Card], deck: Deck) -> SafeString:
    """Write a row a card: its name and cost, a button a number of copies, and the First Five."""
    first, five, exclusive = set(deck.first_five), escape(_("First Five")), escape(_("exclusive"))
    stamp = f' <span class="stamp stamp--soft">{exclusive}</span>'
    return SafeString(
        "".join(
            _row(card, deck.cards.get(card.id, 0), card.id in first, five, stamp) for card in cards
        )
    )


def hidden(deck: Deck, shown: Collection[str]) -> SafeString:
    """Write the fields of the cards that are not among the rows."""
    held: list[tuple[str, object]] = [
        (f"n_{key}", n) for key, n in deck.cards.items() if key not in shown
    ]
    held += [("five", key) for key in deck.first_five if key not in shown]
    fields = [
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in held
    ]
    return SafeString("".join(fields))


def _row(card: Card, n: int, is_first: bool, five: str, stamp: str) -> str:
    name, key = escape(named(card)), escape(card.id)
    # More than three only where a list brought more.
    numbers = (*range(COPIES + 1), *((n,) if n > COPIES else ()))
    copies = "".join(
        f'<label><input type="radio" name="n_{key}" value="{number}"'
        f"{' checked' if number == n else ''}><span>{number}</span></label>"
        for number in numbers
    )
    lang = ' lang="en"' if foreign(card) else ""
    stamp = stamp if card.exclusive_to else ""
    return (
        f'<li class="row"><div class="row__name"><b{lang}>{name}</b>{stamp}'
        f'<span class="row__cost">{escape(cost_words(card.cost))}</span></div>'
        f'<fieldset class="copies"><legend class="visually-hidden"{lang}>{name}</legend>{copies}'
        f'</fieldset><label class="five"><input type="checkbox" name="five" value="{key}"'
        f'{" checked" if is_first else ""}><span aria-hidden="true">★</span>'
        f'<span class="visually-hidden">{five}: <span{lang}>{name}</span></span></label></li>'
    )
