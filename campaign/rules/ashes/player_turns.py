"""The turns of players (pp. 5-6): one after the other, until all have passed in a row."""

from dataclasses import replace

from campaign.rules.ashes import chimera_turn
from campaign.rules.ashes.table import RoundPhase, Table


def turn_ended(table: Table, seat: int, *, passed: bool) -> Table:
    """Return the table after a turn; ``passed``: its main action was to pass (p. 9)."""
    players = tuple(replace(player, reactions=0) for player in table.players)
    table = replace(table, players=players)
    if table.chimera is not None:
        return chimera_turn.turn_ended(table, table.chimera, seat, passed=passed)
    in_a_row = (*table.passed, seat) if passed else ()
    return replace(table, turn=table.after(seat), passed=in_a_row)


def with_next_turn(table: Table) -> Table:
    """Return the table in recovery if all have passed, else in a turn of somebody who plays.

    Only those who still play count: somebody who passed and was destroyed since has not passed for
    another player.
    """
    if table.phase is not RoundPhase.TURNS or table.is_over:
        return table
    if set(table.living) <= set(table.passed):
        return replace(table, phase=RoundPhase.RECOVERY, turn=None, passed=())
    if table.turn is not None and table.turn not in table.living:
        return replace(table, turn=table.after(table.turn))
    return table
