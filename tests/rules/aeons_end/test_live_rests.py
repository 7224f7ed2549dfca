"""A move is refused only if what it rests on changed; an undo only if another move rests on it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.aeons_end.live.moves import BreachAct, BreachMove, Clock, Dial, Life, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter, Tokens
from campaign.rules.aeons_end.live.system import LIVE
from campaign.rules.aeons_end.live.table import Table
from campaign.rules.aeons_end.live.turns import DrawTurn
from campaign.rules.aeons_end.turn_order import NEMESIS
from campaign.rules.core.live import Move, Position, Undo, payload_of
from campaign.rules.core.problems import RulesError
from tests.rules.aeons_end.test_live import (
    MINION,
    ONE,
    accepted,
    gravehold,
    played,
    refused,
    sent_moves,
    started,
)


def conflict(position: Position[Table], move: Move) -> object:
    """Return the move that a refusal names; None if it is not refused."""
    problems = LIVE.problems(position, move, None)
    return problems[0].details["sequence"] if problems else None


def test_a_second_draw_of_the_same_turn_is_refused_and_names_the_first() -> None:
    drawn = played(started(2), [gravehold(-1), DrawTurn(ONE), gravehold(-1), Life(1, -1)])
    assert conflict(drawn, DrawTurn(on=0)) == 2
    assert conflict(drawn, DrawTurn(on=2)) is None


def test_a_refusal_names_the_first_of_several_that_came_before() -> None:
    drawn = played(started(2), [DrawTurn(ONE), gravehold(-1), DrawTurn(NEMESIS)])
    assert conflict(drawn, DrawTurn(on=0)) == 1


def test_an_undo_of_something_else_refuses_nothing() -> None:
    moves = [DrawTurn(ONE), gravehold(-1), Undo(2), Enter(MINION, "Drone", 4), Undo(4)]
    position = played(started(2), moves)
    focus = BreachMove(1, "III", BreachAct.FOCUS, on=0)
    assert conflict(position, DrawTurn(on=1)) is None
    assert conflict(position, focus) is None


def test_an_undo_of_what_a_move_rests_on_refuses_it_and_is_named() -> None:
    position = played(started(2), [DrawTurn(ONE), gravehold(-1), Undo(1)])
    assert conflict(position, DrawTurn(on=1)) == 3
    assert conflict(position, DrawTurn(on=0)) is None, "the table is as its sender saw it"


def test_what_a_move_rests_on_is_not_stored() -> None:
    assert payload_of(DrawTurn()) == {"kind": "draw"}
    assert LIVE.read({"kind": "draw", "on": 7}) == DrawTurn(on=7)


def test_a_move_is_undone_although_others_came_after_it() -> None:
    position = played(started(2), [gravehold(-3), DrawTurn(ONE), Life(1, -2)])
    back = LIVE.play(position, Undo(1), 0)
    assert (back.table.gravehold, back.table.turn, back.table.mage(1).life) == (30, 1, 8)
    assert (back.sequence, back.last_move) == (4, 3)
    assert [held.last_move for held in back.history()] == [0, 2, 3]
    assert back.undone is not None
    assert back.undone.move == gravehold(-3)
    again = LIVE.play(back, Undo(2), 0)
    assert (again.table.turn, again.table.mage(1).life) == (0, 8)


@pytest.mark.parametrize(
    ("moves", "of", "named"),
    [
        ([DrawTurn(ONE), gravehold(-1), DrawTurn(NEMESIS)], 1, 3),
        ([Enter(MINION, "Drone", 4), gravehold(-1), Tokens(1, -1)], 1, 3),
        ([Clock(runs=False), gravehold(-1), Clock(runs=True)], 1, 3),
    ],
)
def test_an_undo_that_another_move_rests_on_is_refused_and_names_it(
    moves: list[Move], of: int, named: int
) -> None:
    position = played(started(2), moves)
    with pytest.raises(RulesError) as error:
        LIVE.play(position, Undo(of), 0)
    (problem,) = error.value.problems
    assert (problem.code, problem.details["sequence"]) == ("live.undo_rests", named)


def test_a_move_is_undone_once() -> None:
    position = played(started(2), [gravehold(-1), gravehold(-2)])
    back = LIVE.play(LIVE.play(position, Undo(2), 0), Undo(1), 0)
    assert (back.table.gravehold, back.sequence, back.last_move) == (30, 4, 0)
    for gone in (1, 2, 3, 4, 9):
        assert refused(back, Undo(gone)) == ["live.undo_gone"]


@given(st.integers(1, 4), sent_moves, st.integers(0, 99), st.integers(1, 40))
def test_an_undo_leaves_the_game_as_if_the_move_had_not_been_made(
    mages: int, sent: list[tuple[Move, int]], seed: int, of: int
) -> None:
    start = started(mages)
    _moves, positions = accepted(start, sent, seed)
    position = positions[-1]
    try:
        back = LIVE.play(position, Undo(of), 0)
    except RulesError:
        return
    kept = [held for held in position.history() if held.move and held.last_move != of]
    without = LIVE.open(start)
    for held in kept:
        assert held.move is not None
        without = LIVE.play(without, held.move, held.elapsed_s)
    assert back.table == without.table
    assert [held.last_move for held in back.history()][1:] == [held.last_move for held in kept]
    assert back.sequence == position.sequence + 1


@given(st.integers(1, 4), sent_moves, st.integers(0, 99))
def test_a_change_of_life_and_its_undo_refuse_nobody(
    mages: int, sent: list[tuple[Move, int]], seed: int
) -> None:
    _moves, positions = accepted(started(mages), sent, seed)
    before = positions[-1]
    hurt = LIVE.play(before, Dial(Whose.GRAVEHOLD, -1), 0)
    for after in (hurt, LIVE.play(hurt, Undo(hurt.last_move), 0)):
        assert after.changed_by == before.changed_by
        draw = DrawTurn(on=before.changed_by.get("turns", 0))
        assert LIVE.problems(after, LIVE.decide(after.table, draw, Random(1)), None) == ()
