"""The way of a nemesis from a corner of the outer tier to the middle tier (p. 14)."""

from collections.abc import Iterator
from enum import StrEnum

from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.board import Board
from campaign.rules.relic_nemesis.infamy import with_infamy


class Toll(StrEnum):
    """What a nemesis pays for it."""

    INFAMY = "infamy"
    TROPHY = "trophy"
    MIGHT = "might"
    ARSENAL = "arsenal"


def toll_problems(board: Board, toll: Toll, trophy: int | None) -> Iterator[Problem]:
    """Yield why a nemesis cannot pay; ``trophy`` is the value of the one it discards."""
    if toll is Toll.INFAMY and not board.infamy:
        yield Problem("table.no_infamy", path="toll")
    if toll is Toll.TROPHY and trophy not in board.trophies:
        yield Problem("table.no_trophy", {"value": trophy or 0}, "toll")


def with_toll_paid(board: Board, toll: Toll, trophy: int | None) -> Board:
    """Return a board after its toll was paid; Might and arsenal cards are not counted."""
    match toll:
        case Toll.INFAMY:
            return with_infamy(board, -1)
        case Toll.TROPHY:
            return board.without_trophies((trophy or 0,))
        case Toll.MIGHT | Toll.ARSENAL:
            return board
