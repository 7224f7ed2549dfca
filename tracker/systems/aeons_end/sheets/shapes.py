"""Parts that several sheets draw: mages, breaches, cards, piles, in words and numbers."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.rules.aeons_end.mages import CRYSTAL, Breach, CardRef, Mat, Sticker
from campaign.rules.aeons_end.sheet import SheetPile
from tracker.systems.aeons_end import words

SPARK = "spark"
COMMON = frozenset({CRYSTAL, SPARK})  # every mage has them; whatever else lies there is its own

Data = dict[str, Any]


def breach_data(breach: Breach) -> Data:
    """Return a breach as it is drawn."""
    return {
        "number": breach.number,
        "state": breach.state,
        "rotation": breach.rotation,
        "cost": "" if breach.open_cost is None else str(breach.open_cost),
        "caption": _breach_caption(breach),
    }


def _breach_caption(breach: Breach) -> str:
    if breach.state == "absent":
        return pgettext("breach", "none")
    if breach.state == "open":
        text = words.breach_state(breach.state)
    else:
        costs = {"open": breach.open_cost, "focus": breach.focus_cost}
        text = _("open %(open)s · focus %(focus)s") % costs
    if breach.bonus:
        text += "\n" + _("+%(bonus)s damage") % {"bonus": breach.bonus}
    return text


def runs_data(cards: Iterable[CardRef]) -> list[Data]:
    """Return cards in their order, equal neighbours as one run; ``unique`` is a mage's own card."""
    return [
        {
            "card": {"name": card.name, "kind": card.kind, "unique": card.key not in COMMON},
            "count": len(list(run)),
        }
        for card, run in groupby(cards)
    ]


def mage_data(mage: Mat) -> Data:
    """Return a mage's place at the table as every sheet draws it."""
    return {
        "name": mage.name,
        "player": mage.player,
        "colour": mage.colour,
        "mat": mat_words(mage.colour or "", mage.side),
        "life": mage.life,
        "hand": runs_data(mage.hand),
        "deck": runs_data(mage.deck),
        "as_printed": "" if mage.is_known else _("Hand, deck and breaches as printed on the mat."),
        "starters": runs_data(mage.starters),
        "breaches": [breach_data(breach) for breach in mage.breaches],
        "abilities": [
            {"name": ability.name, "charges": ability.charges} for ability in mage.abilities
        ],
        "stickers": [sticker_data(sticker) for sticker in mage.stickers],
    }


def mat_words(colour: str, side: str) -> str:
    """Return which mat lies before a mage: "green mat, side A"."""
    if not colour:
        return _("the mage’s own mat")
    shown = {"colour": words.colour(colour), "side": words.side(side)}
    return _("%(colour)s mat, %(side)s up") % shown


def sticker_data(sticker: Sticker) -> Data:
    """Return a sticker of a mat: its slot, what it is, and the players' words about it."""
    name = sticker.name or words.sticker_kind(sticker.kind)
    return {"slot": sticker.slot, "name": name, "text": sticker.text}


def pile_data(pile: SheetPile, boxes: Mapping[str, str] = MappingProxyType({})) -> Data:
    """Return a pile of the market, with the box to take it from where there are several."""
    note = pile_words(pile.kind, pile.copies)
    return {
        "name": pile.name,
        "kind": pile.kind,
        "cost": pile.cost,
        "note": f"{note} · {boxes[pile.box]}" if pile.box in boxes else note,
        "changed": pile.changed,
    }


def pile_words(kind: str, copies: int) -> str:
    """Return what a pile is and how many cards it has."""
    count = ngettext("%(count)s card", "%(count)s cards", copies) % {"count": copies}
    return f"{words.card_kind(kind)} · {count}"
