"""The course of a finished game: how the table stood after every turn."""

from dataclasses import dataclass

from campaign.rules.aeons_end.live.table import Table
from campaign.rules.core.live import Position


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """What the table showed when a turn was over; turn 0 is the opening."""

    turn: int
    round: int
    acting: int | None  # a seat; 0 for the nemesis
    gravehold: int
    nemesis: int | None
    fallen: tuple[int, ...] = ()  # seats of mages who were exhausted in it


def course(position: Position[Table]) -> tuple[TurnEnd, ...]:
    """Return a game turn by turn, the opening first."""
    last: dict[int, Table] = {}
    for held in position.standing():
        last[held.table.turn] = held.table
    ends = []
    down: frozenset[int] = frozenset()
    for turn, table in sorted(last.items()):
        exhausted = frozenset(mage.seat for mage in table.mages if mage.exhausted)
        ends.append(
            TurnEnd(
                turn,
                table.round,
                table.acting,
                table.gravehold,
                table.nemesis,
                tuple(sorted(exhausted - down)),
            )
        )
        down = exhausted
    return tuple(ends)
