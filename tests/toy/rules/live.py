"""The live table: dice are thrown, and turned by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from campaign.rules.core.entries import BySeat
from campaign.rules.core.live import Live, Move, SeatMove
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.sheet import SetupSheet
from tests.toy.rules.games import SEATS, DiceBody


@dataclass(frozen=True, slots=True)
class Thrown(SeatMove, kind="throw", conflict_key="die {.seat}"):
    """A die was thrown; chance decides what it shows."""

    value: int | None = None


@dataclass(frozen=True, slots=True)
class Turned(SeatMove, kind="turn"):
    """A die was turned up or down."""

    by: int


@dataclass(frozen=True, slots=True)
class DiceStart:
    """What a table begins with."""

    sides: int


@dataclass(frozen=True, slots=True)
class DiceTable:
    """What the dice show, by seat; None for one that was not thrown."""

    sides: int
    values: BySeat[int | None]


class DiceLive(Live[DiceStart, DiceTable]):
    """A live game of two dice."""

    start = DiceStart
    moves = (Thrown, Turned)

    def begin(self, sheet: SetupSheet[DiceBody]) -> DiceStart:
        """Return how many sides the dice have."""
        return DiceStart(sheet.body.sides)

    def table(self, start: DiceStart) -> DiceTable:
        """Return a table on which no die was thrown."""
        return DiceTable(start.sides, (None,) * len(SEATS))

    def seats(self, start: DiceStart) -> tuple[int, ...]:
        """Return both seats."""
        del start
        return SEATS

    def decide(self, table: DiceTable, move: Move, rng: Random) -> Move:
        """Throw the die, unless somebody says what a real one shows."""
        if isinstance(move, Thrown) and move.value is None:
            return replace(move, value=rng.randint(1, table.sides))
        return move

    def apply(self, table: DiceTable, move: Move, elapsed_s: int) -> DiceTable:
        """Return the table after a throw or a turn."""
        del elapsed_s
        match move:
            case Thrown(seat=seat, value=int(value)):
                return _with(table, seat, value)
            case Turned(seat=seat, by=by):
                thrown = table.values[seat - 1] if seat in SEATS else None
                if thrown is None:
                    raise RulesError([Problem("dice.not_thrown")])
                return _with(table, seat, thrown + by)
        raise RulesError([Problem("live.move_unknown")])


def _with(table: DiceTable, seat: int, value: int) -> DiceTable:
    if seat not in SEATS or not 1 <= value <= table.sides:
        raise RulesError([Problem("dice.roll", {"most": table.sides, "actual": value})])
    values = list(table.values)
    values[seat - 1] = value
    return replace(table, values=tuple(values))


LIVE = DiceLive()
