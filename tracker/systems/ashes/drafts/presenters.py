"""A draft as one phone shows it, made from a ``DraftView`` only."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from campaign.rules.ashes.catalogue import Card, CardType
from campaign.rules.ashes.draft import AT_ONCE, DICE_AT_ONCE, ROUNDS, DraftView, Stage
from campaign.selectors.ashes import catalogue
from tracker.systems.ashes.presenters import pip, pips
from tracker.systems.ashes.words import terms
from tracker.words import labelled, listed, series

TITLES = {
    Stage.PHOENIXBORN: pgettext_lazy("a stage of a draft", "Phoenixborn"),
    Stage.CARDS: gettext_lazy("Cards, round %(round)s of %(all)s"),
    Stage.DICE: pgettext_lazy("a stage of a draft", "Dice"),
    Stage.SWAP: pgettext_lazy("a stage of a draft", "Swap"),
    Stage.FIRST_FIVE: gettext_lazy("First Five"),
    Stage.DONE: gettext_lazy("The draft is finished"),
}
ASKS = {
    Stage.PHOENIXBORN: gettext_lazy("Take a Phoenixborn."),
    Stage.CARDS: gettext_lazy("Keep one card; the rest goes to the left."),
    Stage.DICE: ngettext_lazy("Take %(count)s die.", "Take %(count)s dice.", "count"),
    Stage.SWAP: gettext_lazy("You may swap one of your cards for a face-up one."),
    Stage.FIRST_FIVE: gettext_lazy("Choose your five starting cards."),
}
IN_TURN = frozenset({Stage.PHOENIXBORN, Stage.DICE, Stage.SWAP})
LATE = frozenset({Stage.SWAP, Stage.FIRST_FIVE, Stage.DONE})


def phone_of(view: DraftView) -> dict[str, Any]:
    """Return the context of a player's phone; ``ask`` is empty while they wait for others."""
    is_to_move = view.seat in view.awaited
    offers = {
        Stage.PHOENIXBORN: view.offered,
        Stage.CARDS: view.hand,
        Stage.SWAP: view.taken,
        Stage.FIRST_FIVE: view.names,
    }.get(view.stage, ())
    return {
        "seat": view.seat,
        "stage": view.stage,
        "round": view.round,
        "title": TITLES[view.stage] % {"round": view.round, "all": ROUNDS},
        "ask": ASKS[view.stage] % {"count": DICE_AT_ONCE} if is_to_move else "",
        "waiting": waiting(view),
        "players": players_of(view, me=view.seat),
        "offers": _cards(view, offers) if is_to_move else [],
        "revealed": _cards(view, view.revealed),
        "piles": [
            (pip(dice), left, range(min(left, DICE_AT_ONCE) + 1))
            for dice, left in view.piles.items()
        ],
        "mine": _cards(view, view.names if view.stage in LATE else view.taken),
    }


def players_of(view: DraftView, *, me: int | None = None) -> list[dict[str, Any]]:
    """Return the players as everybody sees them."""
    return [
        {
            "name": name,
            "born": terms.card_name(born) if born else "",
            "dice": pips(dice),
            "is_awaited": seat in view.awaited,
            "has_chosen": view.stage in AT_ONCE and seat not in view.awaited,
            "is_me": seat == me,
            "has_token": seat == view.first and view.stage in IN_TURN,
        }
        for seat, (name, born, dice) in enumerate(
            zip(view.players, view.phoenixborn, view.dice, strict=True), start=1
        )
    ]


def waiting(view: DraftView) -> str:
    """Return a sentence with those whom everybody waits for."""
    names = [view.players[seat - 1] for seat in view.awaited if seat != view.seat]
    return _("Waiting for %(names)s.") % {"names": listed(names)} if names else ""


def _cards(view: DraftView, keys: Iterable[str]) -> list[dict[str, str]]:
    return [_card(view, key) for key in keys]


def _card(view: DraftView, key: str) -> dict[str, str]:
    """Return a card to choose; ``lang`` is set if the name falls back to English."""
    card = catalogue().card(view.edition, key)
    if card is None:
        return {"key": key, "name": terms.card_name(key)}
    shown = {"key": key, "name": terms.named(card)}
    if card.type is CardType.PHOENIXBORN:
        return {**shown, "note": _born_note(view, card)}
    return {**shown, "note": _note(card), "lang": terms.foreign(card)}


def _born_note(view: DraftView, card: Card) -> str:
    values = series(labelled(*number) for number in terms.numbers(card))
    exclusive = terms.card_name(view.exclusives[card.id])
    return f"{values} · {labelled(_('exclusive'), exclusive)}"


def _note(card: Card) -> str:
    cost = terms.cost_words(card.cost)
    more = [name for name in map(terms.dice_name, card.dice) if name not in cost]
    return " · ".join(filter(None, (terms.card_type(card.type), cost, listed(more))))
