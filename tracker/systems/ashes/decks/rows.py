"""The rows of the finder, written without a template: they come back at every letter typed."""

from collections.abc import Collection, Iterable

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.rules.ashes.catalogue import Card
from campaign.rules.ashes.deck import COPIES, Deck
from tracker.systems.ashes.words.terms import cost_words, foreign, named


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
