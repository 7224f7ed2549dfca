"""Games together against a Chimera, for the tests of Red Rains."""

from __future__ import annotations

from random import Random

import pytest

from campaign.rules.ashes.chimera import Aim
from campaign.rules.ashes.chimera_moves import AspectRevealed
from campaign.rules.ashes.duel import DuelChoices, DuelSetup, SeatChoice, draw_setup
from campaign.rules.ashes.live import LIVE
from campaign.rules.ashes.moves import PhaseEnded
from campaign.rules.ashes.red_rains import ChimeraChoice
from campaign.rules.ashes.sheet import setup_sheet
from campaign.rules.ashes.table import ChimeraState, RoundPhase, Table
from campaign.rules.core.live import Move, Position
from campaign.rules.core.problems import RulesError
from tests.rules.ashes.packs import catalogue

VIROS = ChimeraChoice("corpse-of-viros", deck="corpse-of-viros-fury")
READY = ("reborn-the-corpse-of-viros-noah", "reborn-the-corpse-of-viros-jessa")
RAMPAGE = AspectRevealed("Rampage", "rampage", 2, 2, 1, Aim.RIGHT, 2)
PREPARED, RECOVERED = PhaseEnded(RoundPhase.PREPARATION), PhaseEnded(RoundPhase.RECOVERY)


def choices(players: int = 1, chimera: ChimeraChoice = VIROS) -> DuelChoices:
    return DuelChoices((SeatChoice(),) * players, chimera=chimera)


def drawn(players: int = 1, chimera: ChimeraChoice = VIROS) -> DuelSetup:
    return draw_setup(catalogue(), choices(players, chimera), Random(1))


def opened(players: int = 1, chimera: ChimeraChoice = VIROS) -> Position[Table]:
    return LIVE.open(LIVE.begin(setup_sheet(drawn(players, chimera))))


def after(position: Position[Table], *moves: Move) -> Table:
    for move in moves:
        position = LIVE.play(position, move, 0)
    return position.table


def state(table: Table) -> ChimeraState:
    assert table.chimera is not None
    return table.chimera


def code(position: Position[Table], move: Move) -> str:
    with pytest.raises(RulesError) as refused:
        LIVE.play(position, move, 0)
    return refused.value.problems[0].code
