"""Printed sheets: a duel, with a slip to cut off for each player; a deck, as a list or as proxies.

Proxies have names, types and dice, and nothing of a card's text box.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.ashes.catalogue import Card, DiceType
from campaign.rules.ashes.deck import Cards
from campaign.rules.ashes.dice_cost import deck_dice_needed
from campaign.rules.ashes.duel import SeatSetup
from campaign.rules.ashes.sheet import TABLE, DuelSheet
from tracker.pictures.symbols import SYMBOLS
from tracker.sheets.compiler import Document
from tracker.systems.ashes.look import LOOK
from tracker.systems.ashes.presenters import (
    DiceView,
    DieView,
    card_groups,
    chimera_view,
    die_view,
    need_views,
    seat_view,
    steps,
)
from tracker.systems.ashes.words import terms as words
from tracker.systems.ashes.words.record import sheet_title

TYPST = Path(__file__).parent / "typst"
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1a2130" '
    'stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">{0}</svg>'
)


def duel_document(sheet: DuelSheet, heading: str) -> Document:
    """Return the set-up sheet."""
    title = sheet_title(sheet)
    return Document(
        template=TYPST / "duel.typ",
        look=LOOK,
        title=f"{title} · {heading}",
        data={
            "heading": title,
            "kicker": heading,
            "words": {
                "everybody": _("Everybody"),
                "qr": _("Enter the result"),
                "wounds": _("Wounds"),
                "notes": _("Notes"),
                "blood": _("Blood"),
                "attack": _("Attack"),
                "life": _("Life"),
                "status": _("Status"),
                "target": _("Attacks"),
                "aspect": _("Aspect"),
            },
            "table": steps(sheet, TABLE),
            "seats": [seat_view(sheet, seat) for seat in sheet.body.seats],
            "chimera": chimera_view(sheet),
        },
        files=_dice_pictures(),
    )


def deck_document(kind: str, seat: SeatSetup, language: str) -> Document:
    """Return a deck to print: as a list, as one in the size of a card ("sleeve"), or as "proxies".

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
        template = "sleeve.typ" if kind == "sleeve" else "deck.typ"
        data = _list(seat, language)
    return Document(
        template=TYPST / template,
        look=LOOK,
        title=title,
        data={"heading": title, **data},
        files=_dice_pictures(),
    )


def _list(seat: SeatSetup, language: str) -> dict[str, Any]:
    deck, born, cards = seat.deck, seat.phoenixborn, seat.by_key
    rows = [
        _printed(cards.get(key), key, n, language, is_first=key in deck.first_five)
        for key, n in deck.cards.items()
    ]
    return {
        "kicker": str(words.EDITIONS[deck.edition]),
        "phoenixborn": _printed(born, born.id, 1, language) if born else None,
        "groups": card_groups(((row.type, row) for row in rows), _("Other cards")),
        "conjurations": _rows(cards, seat.conjurations, language),
        "dice": [
            DiceView(die_view(kind), deck.dice[kind]) for kind in DiceType if deck.dice.get(kind)
        ],
        "needs": need_views(deck_dice_needed(deck, cards)),
        "words": {
            "dice": _("Dice"),
            "first_five": _("First Five"),
            "conjurations": _("Conjuration pile"),
            "needs": _("Dice cost"),
        },
    }


@dataclass(frozen=True, slots=True)
class PrintedCost:
    """Symbols of one level that a card costs."""

    count: int
    level: str
    dice: tuple[DieView, ...]  # of which any will do


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """Copies of a card on paper: name, type, cost and numbers, without its text box."""

    name: str
    type: str
    type_name: str
    count: int
    is_first: bool = False
    is_known: bool = False
    actions: tuple[str, ...] = ()
    discard: str = ""
    cost: tuple[PrintedCost, ...] = ()
    numbers: Sequence[tuple[str, str]] = ()


def _rows(cards: Cards, counts: Mapping[str, int], language: str) -> list[PrintedCard]:
    return [_printed(cards.get(key), key, n, language) for key, n in counts.items()]


def _printed(
    card: Card | None, key: str, count: int, language: str, *, is_first: bool = False
) -> PrintedCard:
    if card is None:
        return PrintedCard(name=key, type="", type_name="", count=count, is_first=is_first)
    return PrintedCard(
        name=card.name.in_language(language),
        type=card.type.value,
        type_name=words.card_type(card.type),
        count=count,
        is_first=is_first,
        is_known=True,
        actions=tuple(str(words.ACTIONS[action]) for action in card.cost.actions),
        discard=words.discard_words(card.cost.discard),
        cost=tuple(
            PrintedCost(cost.n, str(words.LEVELS[cost.level]), tuple(map(die_view, cost.types)))
            for cost in card.cost.dice
        ),
        numbers=words.numbers(card),
    )


def _dice_pictures() -> dict[str, bytes]:
    """Return the symbols of dice as files for Typst, the same as on the pages."""
    return {
        f"dice-{dice}.svg": PICTURE.format(SYMBOLS[f"dice-{dice}"]).encode() for dice in DiceType
    }
