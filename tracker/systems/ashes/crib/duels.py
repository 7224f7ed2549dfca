"""The crib of duels and melees, and of games against a Chimera."""

from django.utils.translation import gettext

from campaign.models import Game
from campaign.rules.ashes.table import RoundPhase, Table
from campaign.selectors.games import game_sheet
from tracker.faces.crib import Crib, Moment
from tracker.systems.ashes.crib import entries
from tracker.systems.ashes.crib.chimera import AGAINST_A_CHIMERA
from tracker.systems.ashes.crib.known import (
    ATTACK,
    CHIMERA,
    END,
    MOMENTS,
    PREPARATION,
    RECOVERY,
    TURNS,
    Known,
)


class DuelCrib(Crib[Known]):
    """The rules of duels and melees, and of games against a Chimera."""

    moments = MOMENTS
    entries = (
        *entries.ROUND,
        *AGAINST_A_CHIMERA,
        *entries.TURN,
        *entries.ATTACKS,
        *entries.AT_ANY_TIME,
    )

    def known(self, game: Game, table: Table | None) -> Known:
        sheet = game_sheet(game)
        return Known(
            round=table.round if table else None,
            is_organised=any(step.code == "step.organised" for step in sheet.steps),
            players=sheet.players,
            has_chimera=sheet.body.chimera is not None,
        )

    def book(self, game: Game) -> str:
        del game
        return gettext("Ashes: Rise of the Phoenixborn, rulebook of the core set")

    def now(self, table: Table) -> tuple[Moment, ...]:
        if table.is_over:
            return (END,)
        match table.phase:
            case RoundPhase.PREPARATION:
                return (PREPARATION,)
            case RoundPhase.RECOVERY:
                return (RECOVERY,)
        if table.chimera is not None and table.turn == table.chimera.seat:
            return (CHIMERA, ATTACK)
        return (ATTACK,) if table.attack else (TURNS, ATTACK)


CRIB = DuelCrib()
