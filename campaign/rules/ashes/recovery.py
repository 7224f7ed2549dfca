"""The recovery phase (p. 6): four steps in order, after which the next round begins.

Units lose wounds by their recover value, and every card that has any one exhaustion token. Which
dice somebody exhausts is theirs to choose. The first player token moves to the left.
"""

from dataclasses import replace

from campaign.rules.ashes import chimera_recovery
from campaign.rules.ashes.result import MAX_ROUNDS
from campaign.rules.ashes.table import CardInPlay, Player, RoundPhase, Table


def recovered(table: Table) -> Table:
    """Return the table when a round begins."""
    recovered = replace(
        table,
        players=tuple(map(_recovered, table.players)),
        first=table.after(table.first or 1),
        round=min(MAX_ROUNDS, table.round + 1),
        phase=RoundPhase.PREPARATION,
    )
    return recovered if table.chimera is None else chimera_recovery.recovered(table, recovered)


def recovers(card: CardInPlay) -> int:
    """Return how many wounds a unit loses in recovery; one that is destroyed loses none."""
    return 0 if card.is_destroyed else min(card.wounds, card.recover or 0)


def unknown_recovery(player: Player) -> tuple[CardInPlay, ...]:
    """Return the wounded units whose recover value nobody knows: players remove the wounds."""
    cards = player.in_play
    return tuple(card for card in cards if card.wounds and card.recover is None)


def _recovered(player: Player) -> Player:
    cards = (
        replace(card, wounds=card.wounds - recovers(card), exhaustion=max(0, card.exhaustion - 1))
        for card in player.in_play
    )
    return replace(
        player,
        in_play=tuple(cards),
        exhaustion=max(0, player.exhaustion - 1),
        curve=(*player.curve, player.wounds)[:MAX_ROUNDS],
    )
