"""Wounds, and who is destroyed by them (pp. 12-13)."""

from dataclasses import replace

from campaign.rules.ashes.result import MAX_LIFE
from campaign.rules.ashes.table import Fall, Player, RoundPhase, Table


def wounded(player: Player, by: int) -> Player:
    """Return a player with more wounds, or fewer."""
    return replace(player, wounds=max(0, min(MAX_LIFE, player.wounds + by)))


def with_falls(table: Table) -> Table:
    """Return the table with those who were destroyed, in order.

    Those who fall in one preparation fall together: all prepare at the same time (p. 5). So does
    whoever falls after the last opponent did: an effect can damage everybody at once, and its
    wounds are entered one after the other.
    """
    down = {player.seat for player in table.players if player.is_destroyed}
    still = [replace(fall, seats=tuple(s for s in fall.seats if s in down)) for fall in table.falls]
    falls = [fall for fall in still if fall.seats]
    known = {seat for fall in falls for seat in fall.seats}
    new = tuple(sorted(down - known))
    if new:
        now = Fall(new, table.round, in_preparation=table.phase is RoundPhase.PREPARATION)
        was_over = len(table.players) - len(known) <= 1
        if falls and (was_over or _same_preparation(falls[-1], now)):
            falls[-1] = replace(falls[-1], seats=(*falls[-1].seats, *new))
        else:
            falls.append(now)
    return replace(table, falls=tuple(falls))


def _same_preparation(last: Fall, now: Fall) -> bool:
    return now.in_preparation and last.in_preparation and last.round == now.round


def places(table: Table) -> dict[int, int]:
    """Return the places by seat, as far as they are known; who falls together shares one."""
    places: dict[int, int] = {}
    better = len(table.living)
    for fall in reversed(table.falls):
        places |= dict.fromkeys(fall.seats, better + 1)
        better += len(fall.seats)
    if table.winner is not None:
        places[table.winner] = 1
    return places
