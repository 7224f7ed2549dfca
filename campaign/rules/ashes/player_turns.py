"""The turns of players (pp. 5-6): one after the other, until all have passed in a row."""

from dataclasses import replace

from campaign.rules.ashes.table import Phase, Table


def turn_ended(table: Table, seat: int, *, passed: bool) -> Table:
    """Return the table after a turn; ``passed``: its main action was to pass (p. 9)."""
    passes = table.passes + 1 if passed else 0
    return replace(table, turn=table.after(seat), passes=passes)


def with_next_turn(table: Table) -> Table:
    """Return the table in recovery if all have passed, else in a turn of somebody who plays."""
    if table.phase is not Phase.TURNS or table.is_over:
        return table
    if table.passes >= len(table.living):
        return replace(table, phase=Phase.RECOVERY, turn=None, passes=0)
    if table.turn is not None and table.turn not in table.living:
        return replace(table, turn=table.after(table.turn))
    return table
