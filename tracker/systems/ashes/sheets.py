"""The game on paper: a duel with a slip for each player to cut off; a deck, as a list or as cards.

Cards to cut out have names, types and dice, and nothing that is printed in a text box.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.rules.ashes.catalogue import Action, Card, DiceType
from campaign.rules.ashes.deck import DeckCards, dice_needed
from campaign.rules.ashes.duel import SeatSetup
from campaign.rules.ashes.sheet import TABLE, DuelSheet, SheetSeat
from tracker.sheets.compiler import Document
from tracker.symbols import SYMBOLS
from tracker.systems.ashes.presenters import card_groups, seat_groups, steps
from tracker.systems.ashes.words import terms as words
from tracker.systems.ashes.words.record import versus
from tracker.systems.ashes.words.steps import figures

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
            "table": [step.text for step in steps(sheet, TABLE)],
            "seats": [_slip(sheet, seat) for seat in sheet.body.seats],
        },
        files=_dice_pictures(),
    )


def _slip(sheet: DuelSheet, seat: SheetSeat) -> dict[str, Any]:
    return {
        "player": seat.player,
        "deck": seat.deck,
        "phoenixborn": seat.phoenixborn,
        "figures": [{"label": label, "value": value} for label, value in figures(seat)],
        "life": seat.life if isinstance(seat.life, int) else 0,
        "steps": [
            {"text": step.text, "detail": step.detail, "brief": step.kind == "reference_cards"}
            for step in steps(sheet, f"seat-{seat.number}")
        ],
        "dice": _dice_rows(seat.dice),
        "groups": seat_groups(seat),
    }


def deck_document(kind: str, seat: SeatSetup, language: str) -> Document:
    """Return a deck on paper, as its list on a page or as cards to cut out ("proxies").

    Names are those of a box in ``language``.
    """
    deck, born = seat.deck, seat.phoenixborn
    name = born.name.in_language(language) if born else ""
    untitled = pgettext("thirty cards to play with", "Deck")
    title = " · ".join(filter(None, (deck.name, name))) or untitled
    if kind == "proxies":
        template = "proxies.typ"
        first = {deck.phoenixborn: 1} if deck.phoenixborn else {}
        cards = _rows(seat, {**first, **deck.cards, **seat.conjurations}, language)
        data: dict[str, Any] = {"cards": cards}
    else:
        template, data = "deck.typ", _list(seat, language)
    return Document(
        template=TYPST / template,
        title=title,
        data={"heading": title, **data},
        files=_dice_pictures(),
    )


def _list(seat: SeatSetup, language: str) -> dict[str, Any]:
    deck, born = seat.deck, seat.phoenixborn
    cards = _rows(seat, deck.cards, language)
    listed = ((row["type"], {**row, "first": row["key"] in deck.first_five}) for row in cards)
    return {
        "kicker": str(words.EDITIONS[deck.edition]),
        "phoenixborn": _row(born, born.id, 1, language) if born else None,
        "groups": card_groups(listed, ""),
        "conjurations": _rows(seat, seat.conjurations, language),
        "dice": _dice_rows(deck.dice),
        "needs": [
            {"text": words.need_words(need), "count": need.n} for need in dice_needed(deck, seat)
        ],
        "words": {
            "dice": _("Dice"),
            "first_five": _("First Five"),
            "conjurations": _("Conjuration pile"),
            "needs": _("Dice that the cards cost"),
        },
    }


def _rows(seat: SeatSetup, counts: Mapping[str, int], language: str) -> list[dict[str, Any]]:
    cards = DeckCards(seat.deck, seat)
    return [_row(cards.get(key), key, n, language) for key, n in counts.items()]


def _row(card: Card | None, key: str, count: int, language: str) -> dict[str, Any]:
    """Return a card: name, type, cost and numbers; nothing that is printed in its text box."""
    if card is None:
        return {"key": key, "name": key, "type": "", "type_name": "", "count": count}
    return {
        "key": key,
        "name": card.name.in_language(language),
        "type": card.type.value,
        "type_name": words.card_type(card.type),
        "count": count,
        "actions": [_action(action) for action in card.cost.actions],
        "discard": _discard(card.cost.discard),
        "cost": [
            {
                "n": cost.n,
                "level": str(words.LEVELS[cost.level]),
                "types": [{"type": t.value, "name": words.dice_name(t)} for t in cost.types],
            }
            for cost in card.cost.dice
        ],
        "numbers": [{"label": label, "value": value} for label, value in words.numbers(card)],
    }


def _action(action: Action) -> str:
    return _("Main action") if action is Action.MAIN else _("Side action")


def _discard(count: int) -> str:
    if not count:
        return ""
    return ngettext("discard %(count)s card", "discard %(count)s cards", count) % {"count": count}


def _dice_pictures() -> dict[str, bytes]:
    """Return the symbols of the dice as files for Typst: the ones that the pages draw."""
    return {
        f"dice-{dice}.svg": PICTURE.format(SYMBOLS[f"dice-{dice}"]).encode() for dice in DiceType
    }


def _dice_rows(dice: Mapping[Any, int]) -> list[dict[str, Any]]:
    """Return the dice of a deck in the order of their types."""
    return [
        {"type": each.value, "name": words.dice_name(each), "count": dice[each]}
        for each in DiceType
        if dice.get(each)
    ]
