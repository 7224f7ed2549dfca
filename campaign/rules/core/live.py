"""A live game: its moves are replayed, in order, into the table that everybody sees.

A move is a value. What chance decides is decided once (``decide``) and recorded with the move, so
that the same moves give the same table on every machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Annotated, Any, ClassVar, Generic, TypeVar, cast

from campaign.rules.core.constraints import Limit
from campaign.rules.core.entries import Name, entry_problems
from campaign.rules.core.facts import MAX_MINUTES
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.serialize import from_plain, from_stored, to_plain
from campaign.rules.core.sheet import SetupSheet

Start = TypeVar("Start")
Table = TypeVar("Table")

MAX_SEQUENCE = 999_999_999  # as high as a move is numbered in what a phone sends
MOST_LATER = 40  # moves after one that is undone, which are made again without it


@dataclass(frozen=True, slots=True)
class Move:
    """Something that was done at the table."""

    kind: ClassVar[str]
    conflict_format: ClassVar[str] = ""  # its conflict key as a format string: "breaches {.seat}"

    # The move that had last changed its conflict key where its sender saw the table
    # (``Position.changed_by``); None: not told. It is judged by this, and stored without it.
    on: Annotated[int, Limit(0, MAX_SEQUENCE)] | None = field(default=None, kw_only=True)

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
    """Take back a move that was not undone, if those after it would have been the same."""

    of: int  # its sequence number; stored under this name


@dataclass(frozen=True, slots=True)
class Remark(Move, kind="remark"):
    """Write a line into the log; the table stays as it is."""

    text: Name


@dataclass(frozen=True, slots=True, eq=False)
class Position(Generic[Table]):
    """A table, the moves that led to it, and the positions that an undo goes back to."""

    table: Table
    sequence: int = 0  # of the latest move, undone or not
    last_move: int = 0  # that was not undone; 0 before there is any
    elapsed_s: int = 0  # from the opening of the table to that move
    changed_by: Mapping[str, int] = field(default_factory=dict)  # conflict key → its latest move
    undone_at: int = 0  # the latest undo of a move with a conflict key
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
    moves: tuple[type[Move], ...]  # of its own
    most: int = 999  # that a number of a start can be
    # Kinds of moves that later tables of the group begin with; those with typed texts only in a
    # campaign, where everybody sees them anyway.
    recalled: tuple[str, ...] = ()
    recalled_texts: tuple[str, ...] = ()

    @abstractmethod
    def begin(self, sheet: SetupSheet[Any]) -> Start:
        """Return what a table begins with, from the sheet that it was set up by."""

    def recall(self, start: Start, earlier: Iterable[tuple[Start, Move]]) -> Start:
        """Return a start with what the group entered at earlier tables, the oldest move first."""
        del earlier
        return start

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

    @property
    def all_moves(self) -> tuple[type[Move], ...]:
        """Return its own moves, and those that every table has."""
        return (*self.moves, Remark, Undo)

    def read(self, payload: Mapping[str, Any], *, stored: bool = False) -> Move:
        """Return a move from its plain values, or raise ``SerializeError``."""
        plain = dict(payload)
        kind = plain.pop("kind", None)
        move = next((move for move in self.all_moves if move.kind == kind), None)
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
        stale = self._changed_since(position, move, seen)
        if stale is not None:
            return (Problem("live.conflict", {"sequence": stale}),)
        return entry_problems(move)

    def _changed_since(self, position: Position[Table], move: Move, seen: int | None) -> int | None:
        """Return the move that changed what a move rests on; None if nothing did.

        A move that does not say what it rests on rests on what its sender had seen.
        """
        if not (key := move.conflict_key):
            return None
        latest = position.changed_by.get(key, 0)
        if move.on is not None:
            stale, since = latest != move.on, move.on
        else:
            stale, since = seen is None or seen < max(latest, position.undone_at), seen or 0
        if not stale:
            return None
        here, first = position, max(latest, position.undone_at)
        while here.move is not None and here.before is not None and here.last_move > since:
            if here.move.conflict_key == key:
                first = here.last_move
            here = here.before
        return first

    def play(self, position: Position[Table], move: Move, elapsed_s: int) -> Position[Table]:
        """Return the position after a move, or raise ``RulesError``."""
        sequence = position.sequence + 1
        if isinstance(move, Undo):
            return self._without(position, move.of, sequence)
        before = replace(position, undone=None) if position.undone else position
        return self._after(before, move, elapsed_s, sequence)

    def _after(
        self, before: Position[Table], move: Move, elapsed_s: int, number: int
    ) -> Position[Table]:
        """Return the position that a move, the ``number``-th, leads to."""
        table = self._applied(before.table, move, elapsed_s)
        changed = before.changed_by
        if key := move.conflict_key:
            changed = {**changed, key: number}
        undone = before.undone_at
        return Position(table, number, number, elapsed_s, changed, undone, before, move)

    def _applied(self, table: Table, move: Move, elapsed_s: int) -> Table:
        if not isinstance(move, Remark):
            return self.apply(table, move, elapsed_s)
        if not move.text:
            raise RulesError([Problem("live.remark_empty", {}, "text")])
        return table

    def _without(self, position: Position[Table], of: int, sequence: int) -> Position[Table]:
        """Return the position without one of its moves, or raise ``RulesError``.

        Those after it are made again. They must lead to where they had led, had the one that is
        undone come last: then none of them rested on it.
        """
        later: list[Position[Table]] = []
        undone = position
        while undone.before is not None and undone.last_move > of and len(later) < MOST_LATER:
            later.append(undone)
            undone = undone.before
        if undone.before is None or undone.move is None or undone.last_move != of:
            raise RulesError([Problem("live.undo_gone")])
        now = undone.before
        for each in reversed(later):
            rests_on_it = RulesError([Problem("live.undo_rests", {"sequence": each.last_move})])
            try:
                now = self._after(now, cast(Move, each.move), each.elapsed_s, each.last_move)
                swapped = self._applied(now.table, undone.move, undone.elapsed_s)
            except RulesError as error:
                raise rests_on_it from error
            if swapped != each.table:
                raise rests_on_it
            now = replace(now, sequence=sequence)  # no phone has seen this table at that move
        return replace(
            now,
            sequence=sequence,
            undone_at=sequence if undone.move.conflict_key else position.undone_at,
            undone=replace(undone, undone=None),
        )

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
