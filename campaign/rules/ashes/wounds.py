"""Wounds, and who is destroyed by them (pp. 12-13)."""

from dataclasses import replace

from campaign.rules.ashes.result import MAX_LIFE
from campaign.rules.ashes.table import Fall, Phase, Player, Table


def wounded(player: Player, by: int) -> Player:
    """Return a player with more wounds, or fewer."""
    return replace(player, wounds=max(0, min(MAX_LIFE, player.wounds + by)))


def with_falls(table: Table) -> Table:
    """Return the table with those who were destroyed, in order.

    Those who fall in one preparation fall together: all prepare at the same time (p. 5).
    """
    down = {player.seat for player in table.players if player.is_destroyed}
    still = [replace(fall, seats=tuple(s for s in fall.seats if s in down)) for fall in table.falls]
    falls = [fall for fall in still if fall.seats]
    known = {seat for fall in falls for seat in fall.seats}
    new = tuple(sorted(down - known))
    if new:
        now = Fall(new, table.round, in_preparation=table.phase is Phase.PREPARATION)
        last = falls[-1] if falls else None
        if last and now.in_preparation and last == replace(now, seats=last.seats):
            falls[-1] = replace(last, seats=(*last.seats, *new))
        else:
            falls.append(now)
    return replace(table, falls=tuple(falls))


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
