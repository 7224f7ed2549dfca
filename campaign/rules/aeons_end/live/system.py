"""The live table of Aeon's End, as the product asks for it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from campaign.rules.aeons_end.live import mages, moves, nemesis, turns
from campaign.rules.aeons_end.live.table import LiveEnd, Start, Table, opened_table, start_of
from campaign.rules.core.live import Live, Move
from campaign.rules.core.sheet import SetupSheet


def _clock(table: Table, move: moves.Clock, at: int) -> Table:
    return replace(table, spent=table.seconds(at), since=at if move.runs else None)


_APPLY: Mapping[type[Move], Callable[[Table, Any], Table]] = {
    moves.DrawTurn: turns.draw_turn,
    moves.Act: turns.let_act,
    moves.Look: turns.look,
    moves.PutBack: turns.put_back,
    moves.Dial: mages.turn_dial,
    moves.Life: mages.change_life,
    moves.Charge: mages.change_charges,
    moves.BreachMove: mages.change_breach,
    moves.Exhaust: mages.exhaust,
    moves.Pile: mages.change_pile,
    moves.Enter: nemesis.enter,
    moves.DeckOut: nemesis.deck_out,
    moves.Tokens: nemesis.change_tokens,
    moves.Leave: nemesis.leave,
    moves.Tick: nemesis.tick,
    moves.Evolve: nemesis.evolve,
}


class AeonsEndLive(Live[Start, Table, LiveEnd]):
    """Mages against a nemesis, move by move."""

    start = Start
    moves = (*_APPLY, moves.Clock)

    def begin(self, sheet: SetupSheet[Any]) -> Start:
        return start_of(sheet.body)

    def table(self, start: Start) -> Table:
        return opened_table(start)

    def seats(self, start: Start) -> tuple[int, ...]:
        """Return the seats of the mages."""
        return tuple(range(1, len(start.mages) + 1))

    def decide(self, table: Table, move: Move, rng: Random) -> Move:
        """Draw the turn-order card that comes next, unless the group says which one came."""
        if isinstance(move, moves.DrawTurn | moves.Look) and move.card is None:
            return replace(move, card=rng.choice(table.next_cards))
        return move

    def apply(self, table: Table, move: Move, at: int) -> Table:
        if isinstance(move, moves.Clock):
            return _clock(table, move, at)
        return _APPLY[type(move)](table, move)

    def outcome(self, table: Table, at: int) -> LiveEnd:
        return LiveEnd(
            ending=next(iter(table.endings), None),
            gravehold=table.gravehold,
            nemesis=table.nemesis,
            lives=tuple(mage.life for mage in table.mages),
            exhausted=frozenset(mage.seat for mage in table.mages if mage.exhausted),
            minutes=max(1, round(table.seconds(at) / 60)),
        )


LIVE = AeonsEndLive()
