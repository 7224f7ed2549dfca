"""Moves of the turn order: draw, choose who acts, look, put back.

After each turn a card is drawn (War Eternal p. 12; Legacy p. 12). A card that is looked at goes
back on top; of several, players choose the order (War Eternal p. 14).
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from campaign.rules.aeons_end.live.table import NEMESIS_SEAT, Table, TableMove, TurnPhase
from campaign.rules.aeons_end.turn_order import SeatNumber, TurnCard, TurnKind, act, take
from campaign.rules.core.problems import Problem, RulesError

TURNS = "turns"


class From(StrEnum):
    """Where a turn-order card is taken from."""

    DRAWN = "drawn"  # the one drawn last
    TOP = "top"  # one that was looked at


class To(StrEnum):
    """Where a turn-order card goes."""

    TOP = "top"
    UNDER = "under"
    SHUFFLED = "shuffled"


@dataclass(frozen=True, slots=True)
class DrawTurn(TableMove, kind="draw", conflict_key=TURNS):
    """Draw the next turn-order card: chance draws it, or the group says which one came.

    If only one mage can act, they do.
    """

    card: TurnCard | None = None

    def apply(self, table: Table) -> Table:
        card = _one_of(table.next_cards, self.card)
        if table.phase is TurnPhase.CHOOSE:
            raise RulesError([Problem("live.choose_who_acts")])
        table = table.with_overflow_dealt()
        begins = table.turns.round_over
        turns = take(table.turns, card)
        top, under = ((), ()) if begins else _without_next(table)
        after = replace(
            table,
            turns=turns,
            top=top,
            under=under,
            round=table.round + begins,
            turn=table.turn + 1,
            acting=None,
            walk=(),
            drew_early=False,
            phase=TurnPhase.CHOOSE,
        )
        if card.kind is TurnKind.NEMESIS:
            walk = tuple(in_play.number for in_play in table.in_play)
            phase = TurnPhase.MAIN if walk else TurnPhase.DRAW
            return replace(after, acting=NEMESIS_SEAT, walk=walk, phase=phase)
        if card.kind is TurnKind.UNLEASH:
            return replace(after, acting=NEMESIS_SEAT, phase=TurnPhase.UNLEASH)
        able = turns.may_act
        return Act(able[0]).apply(after) if len(able) == 1 else after


@dataclass(frozen=True, slots=True)
class Act(TableMove, kind="act", conflict_key=TURNS):
    """Let a mage take the wild card or the pair's card that was drawn."""

    seat: SeatNumber

    def apply(self, table: Table) -> Table:
        turns = act(table.turns, self.seat)
        return replace(table, turns=turns, acting=self.seat, phase=TurnPhase.OPEN)


@dataclass(frozen=True, slots=True)
class LookAtTop(TableMove, kind="look", conflict_key=TURNS):
    """Look at the topmost card that nobody knows; it stays there and is known from now on."""

    card: TurnCard | None = None

    def apply(self, table: Table) -> Table:
        if not table.hidden_cards:
            raise RulesError([Problem("live.top_is_known")])
        card = _one_of(table.hidden_cards, self.card)
        if table.turns.round_over:
            # The deck is shuffled first: a round begins, and no card of it is drawn yet.
            turns = replace(table.turns, drawn=(), tokens=frozenset())
            return replace(table, turns=turns, top=(card,), under=(), round=table.round + 1)
        under = table.under if table.unknown else table.under[1:]
        return replace(table, top=(*table.top, card), under=under)


@dataclass(frozen=True, slots=True)
class PutBack(TableMove, kind="put_back", conflict_key=TURNS):
    """Put a turn-order card back on top, under the deck, or shuffle it in."""

    to: To
    source: From = From.DRAWN
    card: TurnCard | None = None  # None: the one drawn last, or the next one

    def apply(self, table: Table) -> Table:
        match self.source:
            case From.TOP:
                place = _place(table.top, self.card, default=0)
                card = table.top[place]
                table = replace(table, top=_without(table.top, place))
            case From.DRAWN:
                drawn = table.turns.drawn if table.turn else ()
                place = _place(drawn, self.card, default=len(drawn) - 1)
                card = drawn[place]
                table = _undrawn(table, place)
        match self.to:
            case To.TOP:
                return replace(table, top=(card, *table.top))
            case To.UNDER:
                return replace(table, under=(*table.under, card))
            case To.SHUFFLED:
                return replace(table, top=(), under=())


TURN_MOVES = (DrawTurn, Act, LookAtTop, PutBack)


def _one_of(cards: tuple[TurnCard, ...], card: TurnCard | None) -> TurnCard:
    if card is None:
        raise RulesError([Problem("live.card_not_drawn")])
    if card not in cards:
        raise RulesError([Problem("turn_order.card_not_left", {"card": card.kind}, "card")])
    return card


def _place(cards: tuple[TurnCard, ...], card: TurnCard | None, *, default: int) -> int:
    """Return the place of a card among those that can be put back: of equal ones, the latest."""
    if card is None and cards:
        return default
    places = [place for place, each in enumerate(cards) if each == card]
    if not places:
        raise RulesError([Problem("live.nothing_to_put_back")])
    return places[-1]


def _without(cards: tuple[TurnCard, ...], place: int) -> tuple[TurnCard, ...]:
    return (*cards[:place], *cards[place + 1 :])


def _undrawn(table: Table, place: int) -> Table:
    """Return the table with a drawn card taken back; with the last one, its turn goes too."""
    turns = replace(table.turns, drawn=_without(table.turns.drawn, place))
    if place < len(turns.drawn):
        return replace(table, turns=turns)
    turns = replace(turns, waiting=None)
    return replace(table, turns=turns, acting=None, walk=(), phase=TurnPhase.OPEN)


def _without_next(table: Table) -> tuple[tuple[TurnCard, ...], tuple[TurnCard, ...]]:
    """Return the known cards on top and under the deck once its next card is taken."""
    if table.top:
        return table.top[1:], table.under
    return (), table.under if table.unknown else table.under[1:]
