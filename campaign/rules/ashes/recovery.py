"""The recovery phase (p. 6): four steps in order, after which the next round begins.

Units lose wounds by their recover value, and every card one exhaustion token: neither is entered.
"""

from dataclasses import replace

from campaign.rules.ashes.result import ROUNDS_MOST
from campaign.rules.ashes.table import Phase, Table


def recovered(table: Table) -> Table:
    """Return the table when a round begins: the first player token moved to the left."""
    players = tuple(
        replace(player, curve=(*player.curve, player.wounds)) for player in table.players
    )
    return replace(
        table,
        players=players,
        first=table.after(table.first or 1),
        round=min(ROUNDS_MOST, table.round + 1),
        phase=Phase.PREPARATION,
    )
