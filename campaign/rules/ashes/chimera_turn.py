"""The turns of a game against a Chimera (Red Rains).

Players share a turn, in which each has a main and a side action. Then the Chimera has a turn
against each of them, first against the one who has the first player token, or at whom it points.
Somebody who passes while aspects lie face down opposite raises a rage die (Ashteki,
``ChimeraCard.js``).
"""

from dataclasses import replace

from campaign.rules.ashes.chimera import RAGE_DICE
from campaign.rules.ashes.table import CardInPlay, ChimeraState, Table


def aspects_of(table: Table, facing: int) -> tuple[CardInPlay, ...]:
    """Return the cards on the battlefield of a Chimera that lies opposite a player, from the left.

    A unit that it took from somebody lies opposite nobody in particular.
    """
    if table.chimera is None:
        return ()
    cards = table.player(table.chimera.seat).in_play
    return tuple(card for card in cards if card.facing in (facing, None))


def face_down(table: Table, facing: int) -> tuple[CardInPlay, ...]:
    """Return the aspects that lie face down opposite a player, from the left."""
    return tuple(card for card in aspects_of(table, facing) if card.face_down)


def raged(chimera: ChimeraState, by: int) -> ChimeraState:
    """Return a Chimera with rage dice raised, or lowered.

    Once all five show power, they are turned to basic and it gets a Red Rains token.
    """
    tokens, rage = divmod(max(0, chimera.rage + by), RAGE_DICE)
    return replace(chimera, rage=rage, rains=chimera.rains + tokens)


def begun(table: Table, chimera: ChimeraState) -> Table:
    """Return the table when the turns of a round begin."""
    return _faces(replace(table, chimera=chimera)) if table.turn == chimera.seat else table


def turn_ended(table: Table, chimera: ChimeraState, seat: int, *, passed: bool) -> Table:
    """Return the table after somebody's part of a turn, or after a turn of the Chimera."""
    if seat == chimera.seat:
        return _chimera_done(table, chimera, passed=passed)
    if passed and face_down(table, seat):
        table = replace(table, chimera=raged(chimera, 1))
    in_a_row = (*table.passed, seat) if passed else ()
    table = replace(table, done=(*table.done, seat), passed=in_a_row)
    if table.acting:
        return replace(table, turn=table.acting[0])
    return _faces(replace(table, turn=chimera.seat, done=()))


def _faces(table: Table) -> Table:
    """Return the table when the Chimera turns to the first player, or where the token points."""
    chimera = table.chimera
    if chimera is None:
        return table
    faces = table.first if table.first in table.heroes else chimera.points_at
    fresh = replace(chimera, faces=faces or 1, faced=(), acted=False, behaviour=0)
    return replace(table, chimera=fresh)


def _chimera_done(table: Table, chimera: ChimeraState, *, passed: bool) -> Table:
    faced, acted = (*chimera.faced, chimera.faces), chimera.acted or not passed
    waiting = [seat for seat in table.heroes if seat not in faced]
    now = replace(chimera, faced=faced, acted=acted, behaviour=0)
    if waiting:
        return replace(table, chimera=replace(now, faces=waiting[0]))
    in_a_row = () if acted else (*table.passed, chimera.seat)
    return replace(table, chimera=now, turn=table.heroes[0], done=(), passed=in_a_row)
