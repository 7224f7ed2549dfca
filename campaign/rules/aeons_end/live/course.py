"""The course of a finished game: how the table stood after every turn."""

from dataclasses import dataclass

from campaign.rules.aeons_end.live.table import Table
from campaign.rules.core.live import Position


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The table when a turn was over (turn 0 is the opening), and who was exhausted in it."""

    table: Table
    fallen: tuple[int, ...] = ()  # seats of mages


def course(position: Position[Table]) -> tuple[TurnEnd, ...]:
    """Return a game turn by turn, the opening first."""
    last = {held.table.turn: held.table for held in position.standing()}
    ends = []
    down: frozenset[int] = frozenset()
    for _turn, table in sorted(last.items()):
        exhausted = frozenset(mage.seat for mage in table.mages if mage.exhausted)
        ends.append(TurnEnd(table, tuple(sorted(exhausted - down))))
        down = exhausted
    return tuple(ends)
