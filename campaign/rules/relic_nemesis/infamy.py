"""Infamy (p. 11): a nemesis with 25 wins at once."""

from dataclasses import replace

from campaign.rules.relic_nemesis.board import Board

GOAL = 25


def with_infamy(board: Board, by: int) -> Board:
    """Return a board with infamy changed, from 0 to the goal."""
    return replace(board, infamy=max(0, min(GOAL, board.infamy + by)))
