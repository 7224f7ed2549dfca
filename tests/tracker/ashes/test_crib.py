"""Rules at a glance of Ashes: by phase at the table, and numbers that the engine has too."""

from __future__ import annotations

import pytest

from campaign.models import Game
from campaign.rules.ashes.cards_in_play import Counted
from campaign.rules.ashes.deck import FIRST_FIVE
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.ashes.live import LIVE
from campaign.rules.ashes.moves import (
    AttackerChosen,
    CardCounted,
    CardEntered,
    FirstChosen,
    PhaseEnded,
    TurnEnded,
    Wounded,
)
from campaign.rules.ashes.preparation import HAND
from campaign.rules.ashes.red_rains import ChimeraChoice
from campaign.rules.ashes.table import RoundPhase, Table, Zone
from campaign.rules.core.live import Move
from campaign.selectors.games import game_sheet
from tests.tracker.ashes import duels
from tracker.presenters.crib import crib_sections, live_crib
from tracker.systems.ashes.crib.duels import CRIB

pytestmark = pytest.mark.django_db

PREPARED = PhaseEnded(RoundPhase.PREPARATION)


def table_after(game: Game, *moves: Move) -> Table:
    position = LIVE.open(LIVE.begin(game_sheet(game)))
    for move in moves:
        position = LIVE.play(position, move, 0)
    return position.table


def shown(game: Game, *moves: Move) -> dict[str, set[str]]:
    """Return the entries that the live page shows, by moment."""
    crib = live_crib(game, table_after(game, *moves))
    assert crib is not None
    return {section.key: {item.id for item in section.items} for section in crib.sections}


def test_every_phase_has_its_rules_at_the_table() -> None:
    game = duels.duel()
    first = shown(game, FirstChosen(1))
    assert {"r.first", "r.prep", "r.empty"} <= first["preparation"]
    turns = shown(game, FirstChosen(1), PREPARED)
    assert {"r.turn", "r.main", "r.side", "r.pay", "r.pass"} <= turns["turns"]
    assert "r.attackp" in turns["attack"]
    wolf = CardEntered(1, Zone.BATTLEFIELD, "Wolf", attack=2, life=2)
    attack = shown(game, FirstChosen(1), PREPARED, wolf, AttackerChosen(1, 1))
    assert set(attack) == {"attack", "any"}
    passed = (TurnEnded(1, passed=True), TurnEnded(2, passed=True))
    recovery = (FirstChosen(1), PREPARED, *passed)
    assert shown(game, *recovery)["recovery"] == {"r.recover"}
    later = shown(game, *recovery, PhaseEnded(RoundPhase.RECOVERY))
    assert "r.first" not in later["preparation"]
    assert shown(game, FirstChosen(1), PREPARED, Wounded(2, 30))["end"] == {"r.end"}


def test_the_page_has_all_of_them_once() -> None:
    sections = crib_sections(duels.duel(), CRIB)
    ids = [item.id for section in sections for item in section.items]
    duel = {entry.id for entry in CRIB.entries if not entry.id.startswith("c.")}
    assert sorted(ids) == sorted(duel - {"r.chained"})


def test_games_against_a_chimera_have_its_rules_in_its_turn() -> None:
    seats = (SeatChoice(ready=duels.IRON), SeatChoice(ready=duels.SNAKES))
    chimera = ChimeraChoice("corpse-of-viros")
    pair = duels.duel(choices=DuelChoices(seats, chimera=chimera))
    turn = shown(pair, PREPARED, TurnEnded(1), TurnEnded(2))
    assert turn["chimera"] == {"c.turn", "c.reveal", "c.attack", "c.rage", "c.ultimate"}
    assert "c.pair" in shown(pair, PREPARED)["turns"]
    alone = duels.duel(choices=DuelChoices(seats[:1], chimera=chimera))
    told = {entry.id for entry in CRIB.shown(alone)}
    assert {"c.turn", "c.end"} <= told
    assert not {"c.pair", "r.first"} & told


def test_chained_cards_are_explained_in_organised_play() -> None:
    seats = (SeatChoice(ready=duels.IRON), SeatChoice(ready=duels.SNAKES))
    game = duels.duel(choices=DuelChoices(seats, organised=True))
    assert "r.chained" in {entry.id for entry in CRIB.shown(game)}


def test_numbers_are_those_of_the_engine() -> None:
    texts = {entry.id: str(entry.text) for entry in CRIB.entries}
    assert (FIRST_FIVE, HAND) == (5, 5)
    assert "Five cards" in texts["r.five"]
    assert "five cards" in texts["r.prep"]


def test_an_exhausted_unit_loses_its_attack_and_so_its_rules() -> None:
    game = duels.duel()
    wolf = CardEntered(1, Zone.BATTLEFIELD, "Wolf", attack=2, life=2)
    tired = CardCounted(1, 1, Counted.EXHAUSTION, 1)
    assert "turns" in shown(game, FirstChosen(1), PREPARED, wolf, tired)
