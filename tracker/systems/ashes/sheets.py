"""Printed sheets: a duel, with a slip to cut off for each player; a deck, as a list or as proxies.

Proxies have names, types and dice, and nothing of a card's text box.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.rules.ashes.catalogue import Action, Card, DiceType
from campaign.rules.ashes.deck import Cards
from campaign.rules.ashes.dice_cost import deck_dice_needed
from campaign.rules.ashes.duel import SeatSetup
from campaign.rules.ashes.sheet import TABLE, DuelSheet
from tracker.pictures.symbols import SYMBOLS
from tracker.sheets.compiler import Document
from tracker.systems.ashes.presenters import card_groups, pip, seat_view, steps
from tracker.systems.ashes.words import terms as words
from tracker.systems.ashes.words.record import versus

TYPST = Path(__file__).parent / "typst"
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1a2130" '
    'stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">{0}</svg>'
)


def duel_document(sheet: DuelSheet, heading: str) -> Document:
    """Return the set-up sheet."""
    title = versus([seat.phoenixborn for seat in sheet.body.seats])
    return Document(
        template=TYPST / "duel.typ",
        title=f"{title} · {heading}",
        data={
            "heading": title,
            "kicker": heading,
            "words": {
                "everybody": _("Everybody"),
                "qr": _("Enter the result"),
                "wounds": _("Wounds"),
            },
            "table": steps(sheet, TABLE),
            "seats": [seat_view(sheet, seat) for seat in sheet.body.seats],
        },
        files=_dice_pictures(),
    )


def deck_document(kind: str, seat: SeatSetup, language: str) -> Document:
    """Return a deck to print, as a list or as cards to cut out ("proxies").

    ``language`` is that of the names of cards.
    """
    deck, born = seat.deck, seat.phoenixborn
    name = born.name.in_language(language) if born else ""
    untitled = pgettext("thirty cards to play with", "Deck")
    title = " · ".join(filter(None, (deck.name, name))) or untitled
    if kind == "proxies":
        template = "proxies.typ"
        first = {deck.phoenixborn: 1} if deck.phoenixborn else {}
        counts = {**first, **deck.cards, **seat.conjurations}
        data: dict[str, Any] = {"cards": _rows(seat.by_key, counts, language)}
    else:
        template, data = "deck.typ", _list(seat, language)
    return Document(
        template=TYPST / template,
        title=title,
        data={"heading": title, **data},
        files=_dice_pictures(),
    )


def _list(seat: SeatSetup, language: str) -> dict[str, Any]:
    deck, born, cards = seat.deck, seat.phoenixborn, seat.by_key
    rows = _rows(cards, deck.cards, language)
    listed = ((row["type"], {**row, "first": row["key"] in deck.first_five}) for row in rows)
    return {
        "kicker": str(words.EDITIONS[deck.edition]),
        "phoenixborn": _row(born, born.id, 1, language) if born else None,
        "groups": card_groups(listed, ""),
        "conjurations": _rows(cards, seat.conjurations, language),
        "dice": [(pip(each), deck.dice[each]) for each in DiceType if deck.dice.get(each)],
        "needs": [(need.n, words.need_words(need)) for need in deck_dice_needed(deck, cards)],
        "words": {
            "dice": _("Dice"),
            "first_five": _("First Five"),
            "conjurations": _("Conjuration pile"),
            "needs": _("Dice that the cards cost"),
        },
    }


def _rows(cards: Cards, counts: Mapping[str, int], language: str) -> list[dict[str, Any]]:
    return [_row(cards.get(key), key, n, language) for key, n in counts.items()]


def _row(card: Card | None, key: str, count: int, language: str) -> dict[str, Any]:
    """Return a card: name, type, cost and numbers, without its text box."""
    if card is None:
        return {"key": key, "name": key, "type": "", "type_name": "", "count": count}
    return {
        "key": key,
        "name": card.name.in_language(language),
        "type": card.type.value,
        "type_name": words.card_type(card.type),
        "count": count,
        "actions": [
            _("Main action") if action is Action.MAIN else _("Side action")
            for action in card.cost.actions
        ],
        "discard": _discard(card.cost.discard),
        "cost": [
            (cost.n, str(words.LEVELS[cost.level]), list(map(pip, cost.types)))
            for cost in card.cost.dice
        ],
        "numbers": words.numbers(card),
    }


def _discard(count: int) -> str:
    if not count:
        return ""
    return ngettext("discard %(count)s card", "discard %(count)s cards", count) % {"count": count}


def _dice_pictures() -> dict[str, bytes]:
    """Return the symbols of dice as files for Typst, the same as on the pages."""
    return {
        f"dice-{dice}.svg": PICTURE.format(SYMBOLS[f"dice-{dice}"]).encode() for dice in DiceType
    }
