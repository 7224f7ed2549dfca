"""What a Chimera does in recovery (Red Rains; Ashteki, ``RecoveryPhase.js``), in order.

It loses a Red Rains token for each exhaustion token on it. Aspects are added face down up to its
threat; each that lies face up gives it a Red Rains token and is refilled with status tokens. The
first player token goes from a player to the Chimera, and on to the next player.
"""

from dataclasses import replace

from campaign.rules.ashes.cards_in_play import entered
from campaign.rules.ashes.chimera_turn import aspects_of
from campaign.rules.ashes.table import CardInPlay, ChimeraState, Player, Table, Zone


def recovered(before: Table, table: Table) -> Table:
    """Return the table of the next round; ``before`` is the one that recovers."""
    chimera = before.chimera
    if chimera is None:
        return table
    table = _with_token_passed(before, table, chimera)
    lost = min(chimera.rains, before.player(chimera.seat).exhaustion)
    table = replace(table, chimera=replace(table.chimera or chimera, rains=chimera.rains - lost))
    for seat in table.heroes:
        missing = (chimera.threat or 0) - len(aspects_of(table, seat))
        for _aspect in range(max(0, missing)):
            table = placed(table, seat)
    player = table.player(chimera.seat)
    refilled = tuple(map(_refilled, player.in_play))
    open_aspects = sum(card.blood is not None and not card.face_down for card in refilled)
    state = table.chimera or chimera
    table = replace(table, chimera=replace(state, rains=state.rains + open_aspects))
    return table.with_player(replace(player, in_play=refilled))


def placed(table: Table, facing: int) -> Table:
    """Return the table with an aspect from the draw pile face down, on the right."""
    chimera = table.chimera
    if chimera is None:
        return table
    aspect = CardInPlay(0, Zone.BATTLEFIELD, "", recover=0, facing=facing, face_down=True)
    player = entered(table.player(chimera.seat), aspect)
    return drawn(table.with_player(player), chimera, -1)


def drawn(table: Table, chimera: ChimeraState, by: int) -> Table:
    """Return the table with the draw pile of the Chimera changed.

    An empty one is made of the discarded aspects again. Once it was empty as often as there are
    players, the Chimera is fatigued.
    """
    player = table.player(chimera.seat)
    pile = max(0, min(chimera.cards, player.pile + by))
    if by < 0 and player.pile and not pile:
        chimera = replace(chimera, emptied=chimera.emptied + 1)
        pile = max(0, chimera.cards - _aspects_out(player))
    return replace(table, chimera=chimera).with_player(replace(player, pile=pile))


def is_fatigued(table: Table) -> bool:
    """Say whether the Chimera is fatigued."""
    return table.chimera is not None and table.chimera.emptied >= len(table.heroes)


def _aspects_out(player: Player) -> int:
    """Return how many aspects of the deck lie on its battlefields."""
    return sum(card.face_down or card.blood is not None for card in player.in_play)


def _refilled(card: CardInPlay) -> CardInPlay:
    return card if card.face_down else replace(card, status=max(card.status, card.pips))


def _with_token_passed(before: Table, table: Table, chimera: ChimeraState) -> Table:
    """Return the table with the first player token passed on; at the Chimera it points ahead."""
    first = before.first or 1
    if first == chimera.seat:
        return replace(table, first=chimera.points_at)
    after = table.heroes[first % len(table.heroes)]
    return replace(table, first=chimera.seat, chimera=replace(chimera, points_at=after))
