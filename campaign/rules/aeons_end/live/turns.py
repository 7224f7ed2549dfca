"""Moves of the turn order: draw, choose who acts, look, put back."""

from dataclasses import replace

from campaign.rules.aeons_end.live.moves import Act, DrawTurn, From, Look, PutBack, To
from campaign.rules.aeons_end.live.table import NEMESIS_SEAT, Phase, Table
from campaign.rules.aeons_end.turn_order import TurnCard, TurnKind, act, may_act, take
from campaign.rules.core.problems import Problem, RulesError


def draw_turn(table: Table, move: DrawTurn) -> Table:
    """Draw a turn-order card; whoever can be the only one to act does."""
    card = _possible(table, move.card)
    if table.phase is Phase.CHOOSE:
        raise RulesError([Problem("live.choose_who_acts")])
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
        phase=Phase.CHOOSE,
    )
    if card.kind is TurnKind.NEMESIS:
        walk = tuple(held.number for held in table.in_play)
        phase = Phase.MAIN if walk else Phase.DRAW
        return replace(after, acting=NEMESIS_SEAT, walk=walk, phase=phase)
    able = may_act(turns, card)
    return let_act(after, Act(able[0])) if len(able) == 1 else after


def let_act(table: Table, move: Act) -> Table:
    """Let a mage take the card just drawn."""
    card = table.turns.waiting
    if card is None:
        raise RulesError([Problem("live.nobody_to_choose")])
    turns = act(table.turns, card, move.seat)
    return replace(table, turns=turns, acting=move.seat, phase=Phase.OPEN)


def look(table: Table, move: Look) -> Table:
    """Look at the card on top; it is known from then on."""
    card = _possible(table, move.card)
    if table.turns.round_over:
        # It is shuffled to be looked at: the round begins, and no card of it is drawn yet.
        table = replace(table, turns=replace(table.turns, drawn=(), tokens=frozenset()))
        return replace(table, top=(card,), under=(), round=table.round + 1)
    if table.top:
        raise RulesError([Problem("live.top_is_known")])
    _top, under = _without_next(table)
    return replace(table, top=(card,), under=under)


def put_back(table: Table, move: PutBack) -> Table:
    """Put the card drawn last, or the one on top, somewhere into the deck."""
    if move.source is From.TOP:
        if not table.top:
            raise RulesError([Problem("live.nothing_to_put_back")])
        card, table = table.top[0], replace(table, top=table.top[1:])
    else:
        if not table.turns.drawn or table.turn == 0:
            raise RulesError([Problem("live.nothing_to_put_back")])
        card = table.turns.drawn[-1]
        turns = replace(table.turns, drawn=table.turns.drawn[:-1], waiting=None)
        table = replace(table, turns=turns, acting=None, walk=(), phase=Phase.OPEN)
    match move.to:
        case To.TOP:
            return replace(table, top=(card, *table.top))
        case To.UNDER:
            return replace(table, under=(*table.under, card))
        case To.SHUFFLED:
            return replace(table, top=(), under=())


def _possible(table: Table, card: TurnCard | None) -> TurnCard:
    if card is None:
        raise RulesError([Problem("live.card_not_drawn")])
    if card not in table.next_cards:
        raise RulesError([Problem("turn_order.card_not_left", {"card": card.kind}, "card")])
    return card


def _without_next(table: Table) -> tuple[tuple[TurnCard, ...], tuple[TurnCard, ...]]:
    """Return what is known of the deck once its next card is taken."""
    if table.top:
        return table.top[1:], table.under
    return (), table.under if table.unknown else table.under[1:]
