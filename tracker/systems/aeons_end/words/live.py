"""Moves at the live table in words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.live import moves, turns
from campaign.rules.aeons_end.live.moves import BreachAct, Whose
from campaign.rules.aeons_end.live.table import InPlay
from campaign.rules.aeons_end.mages import ExhaustionStep, Mat
from campaign.rules.aeons_end.outcome import Ending
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.aeons_end.sheet_parts import support_end
from campaign.rules.aeons_end.turn_order import TurnCard, TurnKind
from campaign.rules.core.live import Move, Undo
from tracker.live.values import signed
from tracker.systems.aeons_end.words import terms
from tracker.systems.aeons_end.words.lines import line

GRAVEHOLD = "Gravehold"  # in every language


@dataclass(frozen=True, slots=True)
class Names:
    """What the things of one game are called, in the language of its box."""

    mages: tuple[Mat, ...]
    nemesis: str
    piles: tuple[SheetPile, ...]
    then_read: str  # the story card to read after the last support card

    def mage(self, seat: int) -> str:
        """Return a mage; "" for a seat that nobody has."""
        return self.mages[seat - 1].name if 1 <= seat <= len(self.mages) else ""

    def colour(self, seat: int) -> str:
        """Return the colour of a mage; "" where the mat has none."""
        return self.mages[seat - 1].colour or ""

    def dial(self, whose: Whose) -> str:
        """Return what is counted beside the mages."""
        return {
            Whose.GRAVEHOLD: GRAVEHOLD,
            Whose.NEMESIS: self.nemesis,
            Whose.TOKENS: _("Nemesis tokens"),
            Whose.SUPPORT: pgettext("cards of the support deck", "Support cards"),
        }[whose]

    def card(self, card: TurnCard | None) -> str:
        """Return what stands on a turn-order card; "" for none."""
        if card is None:
            return ""
        if card.kind is TurnKind.NEMESIS:
            return pgettext("turn-order card", "Nemesis")
        if card.kind is TurnKind.WILD:
            return pgettext("turn-order card", "Any mage")
        return " / ".join(self.mage(seat) for seat in card.seats)


_BREACH_ACTS: terms.Words = {
    BreachAct.FOCUS: pgettext_lazy("to a breach", "Focus"),
    BreachAct.OPEN: pgettext_lazy("to a breach", "Open"),
    BreachAct.CLOSE: pgettext_lazy("to a breach", "Close"),
    BreachAct.DESTROY: pgettext_lazy("to a breach", "Destroy"),
}
breach_act = partial(terms.word, _BREACH_ACTS)


def exhaustion(step: ExhaustionStep) -> str:
    """Return what is to be done when a mage is exhausted."""
    return {
        ExhaustionStep.UNLEASH_TWICE: _("Finish the effect, then unleash twice."),
        ExhaustionStep.DESTROY_BREACH: _("Destroy a breach with its spell:"),
        ExhaustionStep.DISCARD_CHARGES: _("Discard all charges."),
    }[step]


def resolve(card: InPlay) -> tuple[str, str]:
    """Return what the next card of the nemesis' turn asks for, and the button that goes past it."""
    shown = {"card": card.name or terms.nemesis_kind(str(card.kind))}
    if card.kind is not NemesisKind.POWER:
        return _("Persistent effect: %(card)s") % shown, _("Done")
    if card.tokens == 0:
        return _("%(card)s: resolve it, then discard it.") % shown, _("Resolved: discard")
    return _("%(card)s loses a power token.") % shown, _("Remove a token")


def over(endings: Iterable[Ending], names: Names) -> tuple[str, ...]:
    """Return in which ways a game is over, and what is still to be done then."""
    said = [terms.ending(str(ending)) for ending in endings]
    if said:
        said += [line(each) for each in support_end(names.then_read)]
    return tuple(said)


def said(move: Move, names: Names) -> str:
    """Return what a move did, in a few words."""
    return _SAID[type(move)](move, names)


def _put_back(move: turns.PutBack, _names: Names) -> str:
    return {
        turns.To.TOP: _("Turn-order card put on top"),
        turns.To.UNDER: _("Turn-order card put under the deck"),
        turns.To.SHUFFLED: _("Turn-order deck shuffled"),
    }[move.to]


def _breach(move: moves.BreachMove, names: Names) -> str:
    shown = {"mage": names.mage(move.seat), "number": move.number}
    return {
        BreachAct.FOCUS: _("%(mage)s: breach %(number)s focused"),
        BreachAct.OPEN: _("%(mage)s: breach %(number)s opened"),
        BreachAct.CLOSE: _("%(mage)s: breach %(number)s closed"),
        BreachAct.DESTROY: _("%(mage)s: breach %(number)s destroyed"),
    }[move.act] % shown


def _enter(move: moves.Enter, _names: Names) -> str:
    kind = terms.nemesis_kind(str(move.card)).capitalize()
    tokens = f" ({move.tokens})" if move.tokens else ""
    return f"{kind}: {move.name}{tokens}" if move.name else f"{kind}{tokens}"


def _pile(move: moves.Pile, names: Names) -> str:
    piles = names.piles
    name = piles[move.place - 1].name if move.place <= len(piles) else ""
    return f"{name} {signed(move.by)}"


_SAID: Mapping[type[Move], Callable[[Any, Names], str]] = {
    turns.DrawTurn: lambda move, names: _("Drawn: %(card)s") % {"card": names.card(move.card)},
    turns.Act: lambda move, names: _("%(mage)s acts") % {"mage": names.mage(move.seat)},
    turns.Look: lambda move, names: _("Next card: %(card)s") % {"card": names.card(move.card)},
    turns.PutBack: _put_back,
    moves.Dial: lambda move, names: f"{names.dial(move.whose)} {signed(move.by)}",
    moves.Life: lambda move, names: f"{names.mage(move.seat)} {signed(move.by)}",
    moves.Charge: lambda move, names: (
        _("%(mage)s: charges %(by)s") % {"mage": names.mage(move.seat), "by": signed(move.by)}
    ),
    moves.BreachMove: _breach,
    moves.Exhaust: lambda move, names: (
        _("%(mage)s: step of exhaustion") % {"mage": names.mage(move.seat)}
    ),
    moves.Enter: _enter,
    moves.Tokens: lambda move, _names: _("Card in play %(by)s") % {"by": signed(move.by)},
    moves.Leave: lambda _move, _names: _("Card discarded"),
    moves.Tick: lambda _move, _names: _("Card resolved"),
    moves.DeckOut: lambda _move, _names: _("Unleashed three times"),
    moves.Evolve: lambda move, _names: _("Evolved: %(card)s") % {"card": move.name},
    moves.Pile: _pile,
    moves.Clock: lambda move, _names: _("Clock started") if move.runs else _("Clock paused"),
    Undo: lambda _move, _names: _("Undid a move"),
}
