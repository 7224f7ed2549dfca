"""The preparation phase (p. 5), in which all players do the same steps at the same time."""

from dataclasses import replace
from typing import Final

from campaign.rules.ashes import chimera_turn
from campaign.rules.ashes.dice_pools import all_active
from campaign.rules.ashes.result import MAX_LIFE
from campaign.rules.ashes.table import Player, RoundPhase, Table
from campaign.rules.ashes.wounds import wounded

HAND: Final = 5  # cards, to which a preparation draws


def drawn(table: Table, player: Player, by: int) -> Player:
    """Return a player with a smaller or larger draw pile.

    In preparation each card that cannot be drawn is a wound; in other phases it is none.
    """
    pile = player.pile + by
    is_chimera = table.chimera is not None and table.chimera.seat == player.seat
    if pile < 0 and table.phase is RoundPhase.PREPARATION and not is_chimera:
        player = wounded(player, -pile)
    return replace(player, pile=max(0, min(MAX_LIFE, pile)))


def drawn_to_hand(table: Table, player: Player, count: int) -> Player:
    """Return a player who has drawn cards; those that are not there are wounds in preparation."""
    got = min(count, player.pile)
    return drawn(table, in_hand(player, got), -count)


def in_hand(player: Player, by: int) -> Player:
    """Return a player with more cards in hand, or fewer."""
    return replace(player, hand=max(0, min(MAX_LIFE, player.hand + by)))


def cards_to_draw(player: Player) -> int:
    """Return how many cards a preparation draws: up to five (p. 5)."""
    return max(0, HAND - player.hand)


def prepared(table: Table) -> Table:
    """Return the table when turns begin: everybody has rolled their exhausted dice."""
    players = tuple(map(all_active, table.players))
    first = table.first if table.first in table.living else table.after(table.first or 1)
    begun = replace(table, players=players, phase=RoundPhase.TURNS, turn=first, passed=(), done=())
    return begun if table.chimera is None else chimera_turn.begun(begun, table.chimera)
