"""Who takes the first player token (p. 5): whoever shows most basic symbols in the first round.

After a tie all roll again, until somebody shows most.
"""

from dataclasses import replace
from random import Random
from typing import Final

from campaign.rules.ashes import dice_pools
from campaign.rules.ashes.table import Player, RoundPhase, Side, Sides, Table

MAX_REROLLS: Final = 99  # after which people choose; only players without dice tie as often


def is_rolled_for(table: Table) -> bool:
    """Say whether the dice still have to tell who goes first."""
    return table.phase is RoundPhase.PREPARATION and table.round == 1 and table.first is None


def basic_symbols(table: Table) -> dict[int, int]:
    """Return how many basic symbols each player shows; nothing while a side is not known."""
    playing = [player for player in table.players if not player.is_destroyed]
    if any(map(dice_pools.to_roll, playing)):
        return {}
    return {player.seat: player.sides.count(Side.BASIC) for player in playing}


def most_basic(table: Table) -> tuple[int, ...]:
    """Return who shows most basic symbols: several after a tie, nobody before all have rolled."""
    shown = basic_symbols(table)
    return tuple(seat for seat, count in shown.items() if count == max(shown.values()))


def is_tied(table: Table) -> bool:
    """Say whether all have to roll again."""
    return is_rolled_for(table) and len(most_basic(table)) > 1


def roll_for_all(table: Table, rng: Random) -> tuple[tuple[Sides, ...], int]:
    """Return how everybody's dice fall, and how often they were rolled again after a tie."""
    table = _thrown(_gathered(table) if is_tied(table) else table, rng)
    again = 0
    while is_tied(table) and again < MAX_REROLLS:
        table = _thrown(_gathered(table), rng)
        again += 1
    return tuple(player.sides for player in table.players), again


def with_first(table: Table) -> Table:
    """Return the table with the token where a roll has put it."""
    most = most_basic(table) if is_rolled_for(table) else ()
    return replace(table, first=most[0]) if len(most) == 1 else table


def _thrown(table: Table, rng: Random) -> Table:
    def thrown(player: Player) -> Player:
        if player.is_destroyed:
            return player
        return replace(player, sides=dice_pools.thrown(player, rng))

    return replace(table, players=tuple(map(thrown, table.players)))


def _gathered(table: Table) -> Table:
    """Return the table with all dice exhausted, to be rolled again."""
    return replace(
        table,
        players=tuple(
            replace(player, sides=dice_pools.all_exhausted(player.dice)) for player in table.players
        ),
    )
