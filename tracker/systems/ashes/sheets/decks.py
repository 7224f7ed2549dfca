"""A deck on paper: its list, and cards to cut out with names, types and dice, without any text."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.rules.ashes.catalogue import Action, Card
from campaign.rules.ashes.deck import CardSource, Deck, DeckCards, dice_needed
from tracker.sheets.compiler import Document, Paper
from tracker.systems.ashes.presenters import card_groups
from tracker.systems.ashes.sheets import TYPST, dice_pictures, dice_rows
from tracker.systems.ashes.words import terms as words


def deck_document(
    kind: str,
    deck: Deck,
    source: CardSource,
    *,
    conjurations: Mapping[str, int],
    language: str,
    paper: Paper,
    foot: str = "",
) -> Document:
    """Return a deck on paper, as its list on a page or as cards to cut out ("proxies").

    Names are those of a box in ``language``.
    """
    cards = DeckCards(deck, source)

    def rows(counts: Mapping[str, int]) -> list[dict[str, Any]]:
        return [_row(cards.get(key), key, n, language) for key, n in counts.items()]

    born = cards.get(deck.phoenixborn)
    title = _title(deck, born, language)
    if kind == "proxies":
        template = "proxies.typ"
        first = {deck.phoenixborn: 1} if deck.phoenixborn else {}
        data: dict[str, Any] = {"cards": rows({**first, **deck.cards, **conjurations})}
    else:
        template = "deck.typ"
        data = {
            "kicker": str(words.EDITIONS[deck.edition]),
            "phoenixborn": _row(born, born.id, 1, language) if born else None,
            "groups": card_groups(
                (
                    (row["type"], {**row, "first": row["key"] in deck.first_five})
                    for row in rows(deck.cards)
                ),
                "",
            ),
            "conjurations": rows(conjurations),
            "dice": dice_rows(deck.dice),
            "needs": [
                {"text": words.need_words(need), "count": need.n}
                for need in dice_needed(deck, source)
            ],
        }
    return Document(
        template=TYPST / template,
        title=title,
        data={
            "paper": paper.value,
            "heading": title,
            "foot": foot,
            "words": {
                "cards": _("Cards"),
                "dice": _("Dice"),
                "first_five": _("First Five"),
                "conjurations": _("Conjuration pile"),
                "needs": _("Dice that the cards cost"),
                "life": _("Life"),
                "attack": _("Attack"),
                "recover": _("Recover"),
                "battlefield": _("Battlefield"),
                "spellboard": _("Spellboard"),
            },
            **data,
        },
        files=dice_pictures(),
    )


def _title(deck: Deck, born: Card | None, language: str) -> str:
    name = born.name.in_language(language) if born else ""
    return " · ".join(filter(None, (deck.name, name))) or pgettext(
        "thirty cards to play with", "Deck"
    )


def _row(card: Card | None, key: str, count: int, language: str) -> dict[str, Any]:
    """Return a card: name, type, cost and numbers; nothing that is printed in its text box."""
    if card is None:
        return {"key": key, "name": key, "type": "", "type_name": "", "count": count}
    numbers = ("life", "attack", "recover", "battlefield", "spellboard")
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
        "numbers": [
            {"label": name, "value": str(value)}
            for name in numbers
            if (value := getattr(card, name)) is not None
        ],
    }


def _action(action: Action) -> str:
    return _("Main action") if action is Action.MAIN else _("Side action")


def _discard(count: int) -> str:
    if not count:
        return ""
    return ngettext("discard %(count)s card", "discard %(count)s cards", count) % {"count": count}
