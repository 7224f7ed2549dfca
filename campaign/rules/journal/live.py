"""The live table of a journal: whose turn it is, the round, numbers, a clock.

It fills in the result, and offers what the counters of the campaign have come to. Nothing that a
game does is known here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Final

from campaign.rules.core.constraints import Limit
from campaign.rules.core.live import Live, Move, SeatMove
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.journal.description import MAX_COUNT, within_bounds
from campaign.rules.journal.live_start import MAX_DIALS, By, JournalStart
from campaign.rules.journal.sheets import JournalBody

CLOCK, TURN = "clock", "turn"  # conflict keys


@dataclass(frozen=True, slots=True)
class JournalTable:
    """An evening between two moves."""

    start: JournalStart
    order: tuple[int, ...]  # seats, as they take their turns
    counts: tuple[int, ...]  # of the dials
    scores: tuple[int, ...]  # of the seats, as the start has them; () where nobody counts any
    round: int = 1
    acting: int = 0  # a place in the order
    spent: int = 0  # seconds on the clock when it was last started
    since: int | None = None  # when it was last started; None while it is stopped

    @property
    def seat(self) -> int:
        """Return whose turn it is; 0 at an empty table."""
        return self.order[self.acting] if self.order else 0

    def seconds(self, elapsed_s: int) -> int:
        """Return what the clock shows."""
        return self.spent + (elapsed_s - self.since if self.since is not None else 0)

    def score(self, seat: int) -> int | None:
        """Return the score of a seat, where scores are counted."""
        shown = zip(self.start.seats, self.scores, strict=False)
        return next((score for each, score in shown if each.number == seat), None)


@dataclass(frozen=True, slots=True)
class Turned(Move, kind="count"):
    """A counter went up or down; two phones at once both count."""

    dial: Annotated[int, Limit(0, MAX_DIALS)]  # its place on the table
    by: By

    def apply(self, table: JournalTable) -> JournalTable:
        """Return the table with the counter within its bounds."""
        if not self.dial < len(table.counts):
            raise RulesError([Problem("journal.live_no_counter")])
        dial, counts = table.start.dials[self.dial], list(table.counts)
        counts[self.dial] = within_bounds(counts[self.dial], self.by, dial.low, dial.high)
        return replace(table, counts=tuple(counts))


@dataclass(frozen=True, slots=True)
class Scored(SeatMove, kind="score"):
    """Somebody scored."""

    by: By

    def apply(self, table: JournalTable) -> JournalTable:
        """Return the table with the score changed."""
        seats = [each.number for each in table.start.seats]
        if not table.scores or self.seat not in seats:
            raise RulesError([Problem("live.seat_unknown", {"seat": self.seat})])
        scores, place = list(table.scores), seats.index(self.seat)
        scores[place] = within_bounds(scores[place], self.by, -MAX_COUNT, MAX_COUNT)
        return replace(table, scores=tuple(scores))


@dataclass(frozen=True, slots=True)
class NextTurn(Move, kind="turn", conflict_key=TURN):
    """The next in order takes a turn; after the last of them a new round begins."""

    def apply(self, table: JournalTable) -> JournalTable:
        """Return the table at the next turn."""
        last = table.acting + 1 >= len(table.order)
        acting = 0 if last else table.acting + 1
        return replace(table, acting=acting, round=table.round + last)


@dataclass(frozen=True, slots=True)
class NextRound(Move, kind="round", conflict_key=TURN):
    """A new round begins with the first in order."""

    def apply(self, table: JournalTable) -> JournalTable:
        """Return the table at the start of the next round."""
        return replace(table, acting=0, round=table.round + 1)


@dataclass(frozen=True, slots=True)
class MovedUp(SeatMove, kind="up", conflict_key=TURN):
    """Somebody takes their turns one place earlier; the first of all becomes the last."""

    def apply(self, table: JournalTable) -> JournalTable:
        """Return the table in the new order; whose turn it is stays so."""
        if self.seat not in table.order:
            raise RulesError([Problem("live.seat_unknown", {"seat": self.seat})])
        order, place = list(table.order), table.order.index(self.seat)
        order.insert(place - 1 if place else len(order) - 1, order.pop(place))
        return replace(table, order=tuple(order), acting=order.index(table.seat))


@dataclass(frozen=True, slots=True)
class Clock(Move, kind="clock", conflict_key=CLOCK):
    """The clock is started or stopped: the only move that needs the time."""

    runs: bool


MOVES: Final = (Turned, Scored, NextTurn, NextRound, MovedUp, Clock)


class JournalLive(Live[JournalStart, JournalTable]):
    """The live table of a journal."""

    start = JournalStart
    moves = MOVES
    most = MAX_COUNT

    def begin(self, sheet: SetupSheet[JournalBody]) -> JournalStart:
        """Return what the evening begins with."""
        return sheet.body.live

    def table(self, start: JournalStart) -> JournalTable:
        """Return the table before the first move: by seat, with what the campaign has."""
        return JournalTable(
            start=start,
            order=tuple(seat.number for seat in start.seats),
            counts=tuple(dial.start for dial in start.dials),
            scores=(0,) * len(start.seats) if start.counts_scores else (),
        )

    def seats(self, start: JournalStart) -> tuple[int, ...]:
        """Return the seats of those who play."""
        return tuple(seat.number for seat in start.seats)

    def apply(self, table: JournalTable, move: Move, elapsed_s: int) -> JournalTable:
        """Return the table after a move."""
        match move:
            case Clock(runs=runs):
                since = elapsed_s if runs else None
                return replace(table, spent=table.seconds(elapsed_s), since=since)
            case Turned() | Scored() | NextTurn() | NextRound() | MovedUp():
                return move.apply(table)
        raise RulesError([Problem("live.move_unknown")])


LIVE = JournalLive()
