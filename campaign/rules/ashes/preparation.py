"""The preparation phase (p. 5), in which all players do the same steps at the same time."""

from dataclasses import replace

from campaign.rules.ashes.dice_pools import all_active
from campaign.rules.ashes.result import MAX_LIFE
from campaign.rules.ashes.table import Phase, Player, Table
from campaign.rules.ashes.wounds import wounded


def drawn(table: Table, player: Player, by: int) -> Player:
    """Return a player with a smaller or larger draw pile.

    In preparation each card that cannot be drawn is a wound; in other phases it is none.
    """
    pile = player.pile + by
    if pile < 0 and table.phase is Phase.PREPARATION:
        player = wounded(player, -pile)
    return replace(player, pile=max(0, min(MAX_LIFE, pile)))


def prepared(table: Table) -> Table:
    """Return the table when turns begin: everybody has rolled their exhausted dice."""
    players = tuple(map(all_active, table.players))
    first = table.first if table.first in table.living else table.after(table.first or 1)
    return replace(table, players=players, phase=Phase.TURNS, turn=first, passed=())
