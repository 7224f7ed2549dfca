"""The live table of Aeon's End: the system's interface."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any, cast

from campaign.rules.aeons_end.catalogue.pack import BreachState
from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.exhaustion import steps_on
from campaign.rules.aeons_end.live.hits import HIT_MOVES, SetUnleash
from campaign.rules.aeons_end.live.moves import MAGE_MOVES, Clock
from campaign.rules.aeons_end.live.nemesis_turn import NEMESIS_MOVES, Enter, with_cost
from campaign.rules.aeons_end.live.table import LiveMage, Start, StartMage, Table, TableMove
from campaign.rules.aeons_end.live.turns import TURN_MOVES, DrawTurn, LookAtTop
from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.nemesis_deck import TIERS
from campaign.rules.aeons_end.sheet import AeonsEndBody
from campaign.rules.aeons_end.turn_order import TurnCard, TurnDeck, TurnKind
from campaign.rules.core.live import Live, Move
from campaign.rules.core.sheet import SetupSheet


def _start_mage(mat: Mat) -> StartMage:
    there = tuple(breach for breach in mat.breaches if breach.state is not BreachState.ABSENT)
    return StartMage(mat.life, there, slots=tuple(ability.charges for ability in mat.abilities))


class AeonsEndLive(Live[Start, Table]):
    """Mages against a nemesis, move by move."""

    start = Start
    moves = (*TURN_MOVES, *MAGE_MOVES, *NEMESIS_MOVES, *HIT_MOVES, Clock)
    recalled = (SetUnleash.kind,)
    recalled_texts = (Enter.kind,)

    def begin(self, sheet: SetupSheet[Any]) -> Start:
        body: AeonsEndBody = sheet.body
        totals = [tier.total for tier in body.nemesis.tiers if tier.total is not None]
        return Start(
            gravehold=body.gravehold_life,
            nemesis=body.nemesis.life,
            mages=tuple(_start_mage(mat) for mat in body.mages),
            turn_cards=tuple(
                TurnCard(TurnKind(turn.card), turn.seats)
                for turn in body.turn_order
                for _copy in range(turn.count)
            ),
            deck=(totals[0], totals[1], totals[2]) if len(totals) == len(TIERS) else None,
            piles=tuple(pile.copies for pile in body.market),
            exhaustion=steps_on(body.exhaustion),
            tokens=body.nemesis.tokens,
            support=bool(body.nemesis.then_read),
            deck_out=DeckOutTiming(body.deck_out),
            against=body.nemesis.key,
            unleash=body.nemesis.unleash,
        )

    def recall(self, start: Start, earlier: Iterable[tuple[Start, Move]]) -> Start:
        """Return a start with what unleashing this nemesis does, and what discards cards cost."""
        unleash, costs = start.unleash, start.costs
        for before, move in earlier:
            match move:
                case SetUnleash() if before.against == start.against:
                    unleash = move.effect
                case Enter(name=name, discard=cost):
                    costs = with_cost(costs, name, cost)
        return replace(start, unleash=unleash, costs=costs)

    def table(self, start: Start) -> Table:
        return Table(
            start=start,
            mages=tuple(
                LiveMage(seat, mage.life, mage.breaches, (0,) * len(mage.ability_slots))
                for seat, mage in enumerate(start.mages, start=1)
            ),
            gravehold=start.gravehold,
            nemesis=start.nemesis,
            tokens=start.tokens,
            # Nothing is drawn yet: the first card begins round 1.
            turns=TurnDeck(start.turn_cards, drawn=start.turn_cards),
            deck=start.deck,
            piles=start.piles,
            unleash=start.unleash,
            costs=start.costs,
            since=0,
        )

    def seats(self, start: Start) -> tuple[int, ...]:
        """Return the seats of the mages."""
        return tuple(range(1, len(start.mages) + 1))

    def decide(self, table: Table, move: Move, rng: Random) -> Move:
        """Draw the next turn-order card, unless the group says which one came."""
        match move:
            case DrawTurn(card=None):
                return replace(move, card=rng.choice(table.next_cards))
            case LookAtTop(card=None) if table.hidden_cards:
                return replace(move, card=rng.choice(table.hidden_cards))
        return move

    def apply(self, table: Table, move: Move, elapsed_s: int) -> Table:
        if isinstance(move, Clock):
            return replace(
                table, spent=table.seconds(elapsed_s), since=elapsed_s if move.runs else None
            )
        return cast(TableMove, move).apply(table)


LIVE = AeonsEndLive()
