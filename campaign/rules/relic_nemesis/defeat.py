"""The defeat of a nemesis whose life falls to 0 (p. 13)."""

from dataclasses import replace

from campaign.rules.relic_nemesis.board import Board


def defeated(board: Board) -> Board:
    """Return a board after a defeat: half the infamy is lost, rounded up; levels stay."""
    return replace(
        board,
        life=board.start_life,
        infamy=board.infamy // 2,
        trophies=(),
        defeats=board.defeats + 1,
    )
