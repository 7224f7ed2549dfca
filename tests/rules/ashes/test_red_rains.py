"""A game against a Chimera: its turns, its recovery and its draw pile.

The rules are those of the publisher's supplement, the wiki of ashes.live and Ashteki.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from campaign.rules.ashes.attack import leftmost_attacker
from campaign.rules.ashes.cards_in_play import Token
from campaign.rules.ashes.chimera_moves import (
    AspectPlaced,
    ChimeraFaced,
    ChimeraRead,
    ChimeraRolled,
    RageChanged,
    RainsChanged,
    UltimateResolved,
)
from campaign.rules.ashes.chimera_recovery import is_fatigued
from campaign.rules.ashes.chimera_turn import face_down
from campaign.rules.ashes.duel import DuelChoices, SeatChoice, draw_setup
from campaign.rules.ashes.live import LIVE
from campaign.rules.ashes.moves import (
    AttackerChosen,
    AttackResolved,
    CardEntered,
    CardLeft,
    PhoenixbornMarked,
    PileChanged,
    TargetChosen,
    TurnEnded,
)
from campaign.rules.ashes.sheet import setup_sheet
from campaign.rules.ashes.table import RoundPhase, Zone
from tests.rules.ashes.packs import catalogue
from tests.rules.ashes.red_rains import (
    PREPARED,
    RAMPAGE,
    RECOVERED,
    VIROS,
    after,
    code,
    drawn,
    opened,
    state,
)

# --- turns ---


def test_it_begins_with_aspects_face_down_and_players_go_first() -> None:
    table = opened().table
    assert (table.first, state(table).seat, table.heroes) == (1, 2, (1,))
    assert len(face_down(table, 1)) == 4
    assert (table.player(2).life, table.player(2).pile) == (30, 14)


def test_one_player_and_the_chimera_take_turns_in_turn() -> None:
    table = after(opened(), PREPARED, TurnEnded(1))
    assert (table.turn, state(table).faces) == (2, 1)
    assert after(opened(), PREPARED, TurnEnded(1), TurnEnded(2)).turn == 1


def test_two_players_share_a_turn_and_the_chimera_has_one_against_each() -> None:
    two = opened(2, replace(VIROS, life=50, threat=4))
    begun = after(two, PREPARED)
    assert begun.acting == (1, 2)
    assert after(two, PREPARED, TurnEnded(2)).acting == (1,)
    first = after(two, PREPARED, TurnEnded(2), TurnEnded(1))
    assert (first.turn, state(first).faces) == (3, 1)
    second = after(two, PREPARED, TurnEnded(2), TurnEnded(1), TurnEnded(3))
    assert (second.turn, state(second).faces) == (3, 2)
    assert after(two, PREPARED, TurnEnded(2), TurnEnded(1), TurnEnded(3), TurnEnded(3)).acting == (
        1,
        2,
    )
    other = after(two, PREPARED, TurnEnded(1), TurnEnded(2), ChimeraFaced(2), TurnEnded(3))
    assert state(other).faces == 1


def test_turns_end_when_all_pass_in_a_row() -> None:
    passes = (TurnEnded(1, passed=True), TurnEnded(2, passed=True))
    assert after(opened(), PREPARED, *passes).phase is RoundPhase.RECOVERY
    two = opened(2)
    players = (PREPARED, *passes)
    assert after(two, *players, TurnEnded(3), TurnEnded(3, passed=True)).phase is RoundPhase.TURNS
    both = (TurnEnded(3, passed=True), TurnEnded(3, passed=True))
    assert after(two, *players, *both).phase is RoundPhase.RECOVERY


def test_a_pass_while_aspects_lie_face_down_raises_a_rage_die() -> None:
    assert state(after(opened(), PREPARED, TurnEnded(1, passed=True))).rage == 1
    assert state(after(opened(), PREPARED, TurnEnded(1))).rage == 0


def test_the_chimera_rolls_once_in_its_own_turn() -> None:
    position = opened()
    assert code(position, ChimeraRolled()) == "chimera.not_its_turn"
    for move in (PREPARED, TurnEnded(1)):
        position = LIVE.play(position, move, 0)
    roll = LIVE.decide(position.table, ChimeraRolled(), Random(4))
    assert isinstance(roll, ChimeraRolled)
    assert 1 <= roll.behaviour <= 12
    position = LIVE.play(position, ChimeraRolled(power=True, behaviour=7), 0)
    assert (state(position.table).rage, state(position.table).behaviour) == (1, 7)
    assert code(position, ChimeraRolled()) == "chimera.rolled"
    assert state(after(position, TurnEnded(2))).behaviour == 0


def test_five_rage_dice_become_a_red_rains_token() -> None:
    table = after(opened(), RageChanged(4), RageChanged(3))
    assert (state(table).rage, state(table).rains) == (2, 1)
    assert state(after(opened(), RageChanged(-2))).rage == 0


def test_an_ultimate_takes_its_tokens_and_the_next_cards_come() -> None:
    assert code(opened(), UltimateResolved()) == "chimera.no_ultimate"
    table = after(opened(), RainsChanged(4))
    assert state(table).is_ultimate_due
    table = after(opened(), RainsChanged(4), UltimateResolved())
    assert (state(table).rains, state(table).level) == (1, 2)
    more = (RainsChanged(3), UltimateResolved()) * 3
    assert state(after(opened(), *more)).level == 3


def test_the_leftmost_aspect_is_revealed_and_attacks() -> None:
    table = after(opened(), RAMPAGE)
    leftmost = table.player(2).in_play[0]
    assert (leftmost.name, leftmost.face_down, leftmost.status) == ("Rampage", False, 2)
    assert len(face_down(table, 1)) == 3
    assert leftmost_attacker(table) == leftmost
    assert leftmost_attacker(opened().table) is None
    four = after(opened(), *(RAMPAGE,) * 4)
    assert not face_down(four, 1)
    assert code(LIVE.open(LIVE.begin(setup_sheet(drawn(2)))), RAMPAGE) == "chimera.none_face_down"


def test_an_attack_goes_to_the_chimera_or_an_aspect_that_lies_open() -> None:
    unit = CardEntered(1, Zone.BATTLEFIELD, "Iron Worker", attack=2, life=2, recover=1)
    position = opened()
    for move in (RAMPAGE, unit, PREPARED, AttackerChosen(1, 1)):
        position = LIVE.play(position, move, 0)
    hidden = position.table.player(2).in_play[1].number
    assert code(position, TargetChosen(1, 2, hidden)) == "duel.live_card_gone"
    table = after(position, TargetChosen(1, 2), AttackResolved(1))
    assert table.player(2).wounds == 2
    table = after(position, TargetChosen(1, 2, 1), AttackResolved(1))
    assert table.player(2).in_play[0].is_destroyed


def test_players_do_not_attack_each_other() -> None:
    unit = CardEntered(1, Zone.BATTLEFIELD, "Iron Worker", attack=2, life=2, recover=1)
    position = opened(2)
    for move in (unit, PREPARED, AttackerChosen(1, 1)):
        position = LIVE.play(position, move, 0)
    assert code(position, TargetChosen(1, 2)) == "duel.no_such_seat"


def test_an_aspect_that_leaves_costs_the_chimera_its_blood() -> None:
    table = after(opened(), RAMPAGE, CardLeft(2, 1))
    assert (table.player(2).wounds, len(table.player(2).in_play)) == (1, 3)


# --- recovery and draw pile ---


def test_recovery_fills_battlefields_and_gives_tokens_for_open_aspects() -> None:
    passes = (TurnEnded(1, passed=True), TurnEnded(2, passed=True))
    moves = (RAMPAGE, RAMPAGE, CardLeft(2, 1), PREPARED, *passes, RECOVERED)
    table = after(opened(), *moves)
    assert len(table.player(2).in_play) == 4
    assert len(face_down(table, 1)) == 3
    assert (state(table).rains, table.player(2).pile) == (1, 13)
    assert (table.first, table.round) == (2, 2)
    tired = (PhoenixbornMarked(2, Token.EXHAUSTION, 1), RainsChanged(2))
    assert state(after(opened(), *tired, *moves)).rains == 2


def test_the_first_player_token_goes_to_the_chimera_and_on() -> None:
    two = opened(2)
    passes = (
        TurnEnded(1, passed=True),
        TurnEnded(2, passed=True),
        TurnEnded(3, passed=True),
        TurnEnded(3, passed=True),
    )
    second = after(two, PREPARED, *passes, RECOVERED)
    assert (second.first, state(second).points_at) == (3, 2)
    begun = after(two, PREPARED, *passes, RECOVERED, PREPARED)
    assert (begun.turn, state(begun).faces) == (3, 2)
    theirs = (*passes[2:], *passes[:2])
    assert after(two, PREPARED, *passes, RECOVERED, PREPARED, *theirs, RECOVERED).first == 2


def test_an_empty_draw_pile_is_shuffled_again_and_fatigues_the_chimera() -> None:
    table = after(opened(), PileChanged(2, -14))
    assert (table.player(2).pile, state(table).emptied) == (14, 1)
    assert is_fatigued(table)
    two = after(opened(2, replace(VIROS, threat=4)), PileChanged(3, -10))
    assert not is_fatigued(two)
    assert not table.player(1).wounds


def test_what_nobody_knew_is_read_off_the_card() -> None:
    table = after(opened(2), ChimeraRead(threat=5, ultimate=4), AspectPlaced(2), AspectPlaced(2))
    assert (state(table).threat, state(table).ultimate) == (5, 4)
    assert (len(face_down(table, 1)), len(face_down(table, 2))) == (0, 2)
    fewer = after(opened(2), AspectPlaced(2), AspectPlaced(2, -1))
    assert (len(face_down(fewer, 2)), fewer.player(3).pile) == (0, 18)
    assert code(opened(2), AspectPlaced(3)) == "duel.no_such_seat"
    assert code(opened(2), AspectPlaced(1, -1)) == "chimera.none_face_down"


def test_a_duel_knows_no_chimera() -> None:
    setup = draw_setup(catalogue(), DuelChoices((SeatChoice(),) * 2), Random(1))
    assert code(LIVE.open(LIVE.begin(setup_sheet(setup))), RageChanged(1)) == "chimera.none"
