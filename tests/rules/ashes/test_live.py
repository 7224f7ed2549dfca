"""A duel while it is played: phases, passes, wounds for cards that cannot be drawn, the end."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.duel import draw_setup
from campaign.rules.ashes.live import LIVE, result_so_far
from campaign.rules.ashes.moves import (
    DiceChanged,
    FirstChosen,
    LifeRead,
    PhaseEnded,
    PileChanged,
    TurnEnded,
    Wounded,
)
from campaign.rules.ashes.result import DuelResult, Ending, result_problems
from campaign.rules.ashes.sheet import setup_sheet
from campaign.rules.ashes.table import Phase, Player, Start, Table
from campaign.rules.core.live import Move, Position, Undo, minutes_of, payload_of
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import from_plain, to_plain
from tests.rules.ashes.packs import catalogue, open_choices

PREPARED = PhaseEnded(Phase.PREPARATION)
RECOVERED = PhaseEnded(Phase.RECOVERY)


def opened(players: int = 2, first: int | None = 1, life: int | None = 15) -> Position[Table]:
    """Return a table with five charm and five natural dice a player."""
    dice = {DiceType.CHARM: 5, DiceType.NATURAL: 5}
    seats = tuple(Player(n, life, dice, 25) for n in range(1, players + 1))
    return LIVE.open(Start(seats, first))


def played(position: Position[Table], *moves: Move) -> Position[Table]:
    for move in moves:
        position = LIVE.play(position, move, 60 * (position.sequence + 1))
    return position


def after(position: Position[Table], *moves: Move) -> Table:
    return played(position, *moves).table


def refused(position: Position[Table], move: Move) -> str:
    with pytest.raises(RulesError) as error:
        played(position, move)
    return error.value.problems[0].code


def test_a_table_begins_as_the_sheet_says() -> None:
    setup = draw_setup(catalogue(), open_choices(3), Random(5))
    start = LIVE.begin(setup_sheet(setup))
    assert from_plain(Start, to_plain(start)) == start
    table = LIVE.table(start)
    assert [player.pile for player in table.players] == [25, 25, 25]
    assert all(sum(player.dice.values()) == 10 for player in table.players)
    assert all(not sum(player.active.values()) for player in table.players)  # all exhausted
    assert all(player.life for player in table.players)


def test_a_round_goes_through_its_phases_and_the_token_moves_left() -> None:
    turns = played(opened(3, first=2), PREPARED)
    table = turns.table
    assert (table.phase, table.turn) == (Phase.TURNS, 2)
    assert all(player.active == player.dice for player in table.players)
    passed = (
        TurnEnded(2),
        TurnEnded(3, True),
        TurnEnded(1),
        TurnEnded(2, True),
        TurnEnded(3, True),
    )
    table = after(turns, *passed)
    assert (table.turn, table.passes) == (1, 2)
    over = played(turns, *passed, TurnEnded(1, True))  # all have passed in a row
    assert (over.table.phase, over.table.turn) == (Phase.RECOVERY, None)
    table = after(over, RECOVERED)
    assert (table.round, table.phase, table.first) == (2, Phase.PREPARATION, 3)


def test_turns_begin_when_somebody_is_first() -> None:
    position = opened(first=None)
    assert refused(position, PREPARED) == "duel.live_no_first"
    assert after(position, FirstChosen(2), PREPARED).turn == 2


def test_each_card_that_cannot_be_drawn_in_preparation_is_a_wound() -> None:
    empty = played(opened(), PileChanged(1, -23))
    player = after(empty, PileChanged(1, -5)).player(1)
    assert (player.pile, player.wounds) == (0, 3)
    later = after(empty, PREPARED, PileChanged(1, -5)).player(1)
    assert (later.pile, later.wounds) == (0, 0)


def test_dice_go_to_either_pool_and_never_further() -> None:
    turns = played(opened(), PREPARED)
    assert after(turns, DiceChanged(1, DiceType.CHARM, -2)).player(1).active[DiceType.CHARM] == 3
    assert after(turns, DiceChanged(1, DiceType.CHARM, 30)).player(1).active[DiceType.CHARM] == 5
    assert after(turns, DiceChanged(1, DiceType.CHARM, -30)).player(1).active[DiceType.CHARM] == 0
    assert refused(turns, DiceChanged(1, DiceType.TIME, 1)) == "duel.live_no_dice"


def test_the_last_phoenixborn_left_wins_and_the_others_have_places() -> None:
    position = played(opened(3), PREPARED, Wounded(2, 15))
    assert position.table.turn == 1
    assert played(position, TurnEnded(1)).table.turn == 3  # a destroyed one is passed over
    end = played(position, Wounded(3, 4), Wounded(1, 20))
    assert (end.table.is_over, minutes_of(3600)) == (True, 60)
    assert result_so_far(end.table) == DuelResult(3, Ending.DESTROYED, 1, (2, 3, 1), (0, 0, 11))
    assert refused(end, Wounded(3, 1)) == "duel.live_over"
    assert not played(end, Undo(end.of)).table.is_over


def test_who_falls_in_one_preparation_falls_together_and_a_draw_is_possible() -> None:
    """P. 5: all prepare at the same time, and damage is dealt at the same time."""
    empty = played(opened(), PileChanged(1, -25), PileChanged(2, -25), Wounded(1, 12))
    first = played(empty, Wounded(2, 12), PileChanged(1, -5))
    assert first.table.living == (2,)
    assert (first.table.is_over, first.table.winner) == (False, None)
    both = after(first, PileChanged(2, -5), PREPARED)
    assert (both.is_over, both.winner) == (True, None)
    assert result_so_far(both) == DuelResult(None, Ending.DESTROYED, 1, (), (0, 0))
    alone = after(first, PREPARED)
    assert (alone.is_over, alone.winner) == (True, 2)


def test_who_falls_together_shares_a_place() -> None:
    together = after(opened(4), Wounded(1, 15), Wounded(4, 15), PREPARED, Wounded(2, 15))
    assert result_so_far(together).places == (3, 2, 1, 3)
    nobody = after(opened(3), Wounded(1, 15), Wounded(2, 15), Wounded(3, 15), PREPARED)
    assert (nobody.winner, result_so_far(nobody).places) == (None, (1, 1, 1))


def test_what_it_says_at_the_end_has_no_contradiction() -> None:
    setup = draw_setup(catalogue(), open_choices(2), Random(5))
    position = LIVE.open(LIVE.begin(setup_sheet(setup)))
    end = played(position, FirstChosen(1), PREPARED, Wounded(2, 30))
    assert not [*result_problems(setup, result_so_far(end.table))]


def test_whoever_is_destroyed_on_their_turn_ends_it_and_the_rest_may_pass() -> None:
    turns = played(opened(3), PREPARED, TurnEnded(1, True))
    assert turns.table.turn == 2
    table = after(turns, Wounded(2, 15))
    assert table.turn == 3
    assert after(turns, Wounded(2, 15), TurnEnded(3, True)).phase is Phase.RECOVERY


def test_a_life_that_nobody_knows_is_read_off_the_card() -> None:
    position = played(opened(life=None), Wounded(1, 16))
    assert not position.table.is_over
    assert after(position, LifeRead(1, 16)).living == (2,)
    assert refused(opened(), LifeRead(1, 16)) == "duel.live_life_known"


def test_a_turn_or_a_phase_ends_once() -> None:
    turns = played(opened(), PREPARED)
    seen = turns.sequence
    both = played(turns, TurnEnded(1))
    assert LIVE.problems(both, TurnEnded(1), seen)[0].code == "live.overtaken"
    assert refused(both, TurnEnded(1)) == "duel.live_turn_over"
    assert refused(both, PREPARED) == "duel.live_phase_over"
    assert refused(both, Wounded(5, 1)) == "duel.no_such_seat"


seats = st.integers(1, 3)
by = st.integers(-30, 30)
relative = st.one_of(
    st.builds(Wounded, seats, st.integers(-4, 4)),
    st.builds(DiceChanged, seats, st.sampled_from([DiceType.CHARM, DiceType.NATURAL]), by),
    st.builds(PileChanged, seats, by),
)
ordered = st.one_of(
    st.builds(TurnEnded, seats, st.booleans()), st.just(PREPARED), st.just(RECOVERED)
)


@given(st.lists(st.one_of(relative, ordered), max_size=40))
def test_any_moves_keep_to_the_bounds_and_undo_restores(moves: list[Move]) -> None:
    position = opened(3)
    for move in moves:
        try:
            position = played(position, LIVE.read(payload_of(move)))
        except RulesError:
            continue
        table = position.table
        for player in table.players:
            assert 0 <= player.wounds <= 99
            assert 0 <= player.pile <= 99
            assert all(0 <= n <= player.dice[die] for die, n in player.active.items())
        assert set(table.fallen) | set(table.living) == {1, 2, 3}
        assert (table.turn in table.living) == (table.phase is Phase.TURNS) or table.is_over
        before = position.before
        assert before is not None
        assert played(position, Undo(position.of)).table == before.table
