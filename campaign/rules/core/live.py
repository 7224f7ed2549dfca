"""A live game: its moves are replayed, in order, into the table that everybody sees.

A move is a value. What chance decides is decided once (``decide``) and recorded with the move, so
that the same moves give the same table on every machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from campaign.rules.core.entries import entry_problems
from campaign.rules.core.facts import MAX_MINUTES
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.serialize import from_plain, from_stored, to_plain
from campaign.rules.core.sheet import SetupSheet

Start = TypeVar("Start")
Table = TypeVar("Table")

EVERYTHING = "everything"


@dataclass(frozen=True, slots=True)
class Move:
    """Something that was done at the table."""

    kind: ClassVar[str]
    conflict_format: ClassVar[str] = ""  # its conflict key as a format string: "breaches {.seat}"

    def __init_subclass__(cls, kind: str | None = None, conflict_key: str | None = None) -> None:
        # A class with slots is created twice: the second time without arguments, and a bare
        # ``super()`` fails.
        super(Move, cls).__init_subclass__()
        if kind is not None:
            cls.kind = kind
        if conflict_key is not None:
            cls.conflict_format = conflict_key

    @property
    def conflict_key(self) -> str:
        """Return what must not have changed since its sender saw it; "" for a relative move.

        Of two moves with the same key from the same table, only the first counts.
        """
        return self.conflict_format.format(self)


@dataclass(frozen=True, slots=True)
class SeatMove(Move):
    """A move of one seat, or about it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Undo(Move, kind="undo"):
    """Take back the last move that was not undone."""

    of: int  # its sequence number; stored under this name


@dataclass(frozen=True, slots=True, eq=False)
class Position(Generic[Table]):
    """A table, the moves that led to it, and the positions that an undo goes back to."""

    table: Table
    sequence: int = 0  # of the latest move, undone or not
    last_move: int = 0  # that was not undone; 0 before there is any
    elapsed_s: int = 0  # from the opening of the table to that move
    last_change: Mapping[str, int] = field(default_factory=dict)  # conflict key → its latest move
    before: Position[Table] | None = field(default=None, repr=False)
    move: Move | None = field(default=None, repr=False)  # that led here; None at the opening
    # The position that the latest move took back; None if that was no undo.
    undone: Position[Table] | None = field(default=None, repr=False)

    def history(self) -> tuple[Position[Table], ...]:
        """Return the positions from the opening to this one, without what was undone."""
        positions = []
        here: Position[Table] | None = self
        while here is not None:
            positions.append(here)
            here = here.before
        return tuple(reversed(positions))


class Live(ABC, Generic[Start, Table]):
    """The live table of a system."""

    start: type[Start]  # the numbers that a table begins with; stored
    moves: tuple[type[Move], ...]

    @abstractmethod
    def begin(self, sheet: SetupSheet[Any]) -> Start:
        """Return what a table begins with, from the sheet that it was set up by."""

    @abstractmethod
    def table(self, start: Start) -> Table:
        """Return the table before the first move."""

    @abstractmethod
    def seats(self, start: Start) -> tuple[int, ...]:
        """Return the seats of those who play."""

    def decide(self, table: Table, move: Move, rng: Random) -> Move:
        """Return a move with its random outcome filled in; most moves have none."""
        del table, rng
        return move

    @abstractmethod
    def apply(self, table: Table, move: Move, elapsed_s: int) -> Table:
        """Return the table after a move, or raise ``RulesError`` with what is wrong with it."""

    # --- what is the same for every system ---

    def read(self, payload: Mapping[str, Any], *, stored: bool = False) -> Move:
        """Return a move from its plain values, or raise ``SerializeError``."""
        plain = dict(payload)
        kind = plain.pop("kind", None)
        known: tuple[type[Move], ...] = (*self.moves, Undo)
        move = next((move for move in known if move.kind == kind), None)
        if move is None:
            raise RulesError([Problem("live.move_unknown")])
        return from_stored(move, plain) if stored else from_plain(move, plain)

    def open(self, start: Start) -> Position[Table]:
        """Return the position before the first move."""
        return Position(self.table(start))

    def problems(
        self, position: Position[Table], move: Move, seen: int | None
    ) -> tuple[Problem, ...]:
        """Return why a move by somebody who saw the table at ``seen`` is stale or malformed."""
        if seen is not None and seen > position.sequence:
            return (Problem("live.another_table"),)
        key = move.conflict_key
        latest = max(position.last_change.get(conflict, 0) for conflict in (key, EVERYTHING))
        if key and (seen is None or seen < latest):
            return (Problem("live.conflict", {"sequence": position.sequence}),)
        return entry_problems(move)

    def play(self, position: Position[Table], move: Move, elapsed_s: int) -> Position[Table]:
        """Return the position after a move, or raise ``RulesError``."""
        sequence = position.sequence + 1
        if isinstance(move, Undo):
            back = position.before
            if back is None or move.of != position.last_move:
                raise RulesError([Problem("live.undo_not_last", {"sequence": position.sequence})])
            return replace(
                back,
                sequence=sequence,
                last_change={EVERYTHING: sequence},  # it is later than every other change
                undone=replace(position, undone=None),
            )
        table = self.apply(position.table, move, elapsed_s)
        last_change = position.last_change
        if key := move.conflict_key:
            last_change = {**last_change, key: sequence}
        before = replace(position, undone=None) if position.undone else position
        return Position(table, sequence, sequence, elapsed_s, last_change, before, move)

    def replay(
        self, position: Position[Table], moves: Iterator[tuple[Move, int]]
    ) -> Iterator[Position[Table]]:
        """Yield the position after each recorded move.

        A recorded move that today's rules refuse is skipped: a corrected rule must not break a
        game in progress.
        """
        for move, elapsed_s in moves:
            try:
                position = self.play(position, move, elapsed_s)
            except RulesError:
                position = replace(position, sequence=position.sequence + 1, undone=None)
            yield position


def payload_of(move: Move) -> dict[str, Any]:
    """Return a move as plain values, its kind included."""
    return {"kind": move.kind, **to_plain(move)}


def minutes_of(seconds: int) -> int | None:
    """Return how long a game took, as a result can say it."""
    minutes = round(seconds / 60)
    return minutes if 1 <= minutes <= MAX_MINUTES else None
