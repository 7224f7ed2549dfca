"""A live duel: wounds, dice, draw piles, phases and turns, folded from its moves."""

from collections.abc import Iterator
from dataclasses import replace

from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.moves import (
    MOVES,
    DiceChanged,
    FirstChosen,
    LifeRead,
    PhaseEnded,
    PileChanged,
    TurnEnded,
    Wounded,
)
from campaign.rules.ashes.player_turns import turn_ended, with_next_turn
from campaign.rules.ashes.preparation import drawn, prepared
from campaign.rules.ashes.recovery import recovered
from campaign.rules.ashes.result import DuelResult, Ending
from campaign.rules.ashes.sheet import DuelBody
from campaign.rules.ashes.table import Phase, Player, Start, Table
from campaign.rules.ashes.wounds import places, with_falls, wounded
from campaign.rules.core.live import Live, Move, SeatMove
from campaign.rules.core.problems import Problem, refuse
from campaign.rules.core.sheet import SetupSheet


class DuelLive(Live[Start, Table]):
    """Duels and melees."""

    start = Start
    moves = MOVES

    def begin(self, sheet: SetupSheet[DuelBody]) -> Start:
        seats = (
            Player(
                seat.number,
                seat.life if isinstance(seat.life, int) else None,
                {DiceType(each): n for each, n in seat.dice.items()},
                seat.draw_pile,
            )
            for seat in sheet.body.seats
        )
        return Start(tuple(seats), sheet.body.first)

    def table(self, start: Start) -> Table:
        # An imported start may have other fields set; they are ignored.
        players = (Player(each.seat, each.life, each.dice, each.pile) for each in start.seats)
        return Table(tuple(players), start.first)

    def seats(self, start: Start) -> tuple[int, ...]:
        return tuple(each.seat for each in start.seats)

    def apply(self, table: Table, move: Move, at: int) -> Table:
        del at
        refuse(_problems(table, move))
        return with_next_turn(with_falls(_applied(table, move)))


def _problems(table: Table, move: Move) -> Iterator[Problem]:
    if table.is_over:
        yield Problem("duel.live_over")
        return
    match move:
        case SeatMove(seat=seat) if not 1 <= seat <= len(table.players):
            yield Problem("duel.no_such_seat", {"seat": seat}, "seat")
        case DiceChanged(seat=seat, die=die) if not table.player(seat).dice.get(die):
            yield Problem("duel.live_no_dice", {"dice": (die.value,)}, "die")
        case LifeRead(seat=seat) if table.player(seat).life is not None:
            yield Problem("duel.live_life_known", {"seat": seat}, "seat")
        case FirstChosen(seat=seat) if table.player(seat).is_destroyed:
            yield Problem("duel.live_destroyed", {"seat": seat}, "seat")
        case TurnEnded(seat=seat) if seat != table.turn:
            yield Problem("duel.live_turn_over", {"seat": seat})
        case PhaseEnded(phase=phase) if phase is not table.phase or phase is Phase.TURNS:
            yield Problem("duel.live_phase_over")
        case PhaseEnded() if table.first is None:
            yield Problem("duel.live_no_first")


def _applied(table: Table, move: Move) -> Table:
    match move:
        case Wounded(seat=seat, by=by):
            return table.with_player(wounded(table.player(seat), by))
        case PileChanged(seat=seat, by=by):
            return table.with_player(drawn(table, table.player(seat), by))
        case DiceChanged(seat=seat, die=die, by=by):
            player = table.player(seat)
            now = max(0, min(player.dice[die], player.active.get(die, 0) + by))
            return table.with_player(replace(player, active={**player.active, die: now}))
        case LifeRead(seat=seat, value=value):
            return table.with_player(replace(table.player(seat), life=value))
        case FirstChosen(seat=seat):
            return replace(table, first=seat)
        case TurnEnded(seat=seat, passed=passed):
            return turn_ended(table, seat, passed=passed)
        case PhaseEnded(phase=Phase.PREPARATION):
            return prepared(table)
        case PhaseEnded():
            return recovered(table)
    raise TypeError(type(move))


def result_so_far(table: Table) -> DuelResult:
    """Return the result as far as the table knows it."""
    by_seat, count = places(table), len(table.players)
    seats = range(1, count + 1)
    return DuelResult(
        winner=table.winner,
        ending=Ending.DESTROYED if table.is_over else None,
        rounds=table.round,
        places=tuple(by_seat.get(seat) for seat in seats) if count > 2 and table.is_over else (),
        life=tuple(player.left for player in table.players),
    )


LIVE = DuelLive()
