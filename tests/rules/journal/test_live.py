"""The live table of a journal: turns, rounds, numbers within their bounds, a clock."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.rules.core.live import Move, Position, Undo
from campaign.rules.core.problems import RulesError
from campaign.rules.journal.finds import Opened
from campaign.rules.journal.games import Planned
from campaign.rules.journal.live import (
    LIVE,
    Clock,
    JournalTable,
    MovedUp,
    NextRound,
    NextTurn,
    Scored,
    Turned,
)
from campaign.rules.journal.live_start import MAX_DIALS
from campaign.rules.journal.progress import offers
from campaign.rules.journal.systems import RULES
from tests.rules.journal.journals import COMPANIES, KEEPERS, PACK, Journal, scored


def opened(journal: Journal) -> Position[JournalTable]:
    sheet = RULES.setup_sheet(journal.state, PACK)
    return LIVE.open(LIVE.begin(sheet))


def after(position: Position[JournalTable], *moves: Move, at: int = 0) -> Position[JournalTable]:
    for move in moves:
        position = LIVE.play(position, move, at)
    return position


@pytest.fixture
def barges() -> Position[JournalTable]:
    return opened(Journal("delta").add(Planned("spring", COMPANIES)))


def test_it_begins_with_who_plays_and_the_live_counters_of_what_they_play(
    barges: Position[JournalTable],
) -> None:
    start = barges.table.start
    assert [(seat.number, seat.plays) for seat in start.seats] == [
        (1, "Heron Company"),
        (2, "Otter Company"),
        (3, "Crane Company"),
    ]
    assert [(dial.owner, dial.seat, dial.start) for dial in start.dials] == [
        ("heron", 1, 12),
        ("otter", 2, 12),
        ("crane", 3, 12),
    ]
    assert barges.table.scores == (0, 0, 0)
    assert LIVE.seats(start) == (1, 2, 3)


def test_only_who_plays_tonight_is_at_the_table() -> None:
    two = Journal("delta").add(Planned("spring", COMPANIES[1:]))
    start = opened(two).table.start
    assert [seat.number for seat in start.seats] == [2, 3]
    assert [dial.owner for dial in start.dials] == ["otter", "crane"]
    table = after(opened(two), Scored(3, 5)).table
    assert (table.score(2), table.score(3), table.score(1)) == (0, 5, None)


def test_turns_go_round_in_an_order_that_can_change(barges: Position[JournalTable]) -> None:
    table = after(barges, NextTurn()).table
    assert (table.seat, table.round) == (2, 1)
    table = after(barges, NextTurn(), NextTurn(), NextTurn()).table
    assert (table.seat, table.round) == (1, 2)
    table = after(barges, NextTurn(), MovedUp(3)).table
    assert (table.order, table.seat) == ((1, 3, 2), 2)
    table = after(barges, MovedUp(1)).table
    assert (table.order, table.seat) == ((2, 3, 1), 1)
    table = after(barges, NextTurn(), NextRound()).table
    assert (table.seat, table.round) == (1, 2)


def test_two_phones_that_count_at_once_both_count_and_of_two_turns_one_does(
    barges: Position[JournalTable],
) -> None:
    assert Turned(0, 1).conflict_key == Scored(1, 1).conflict_key == ""
    turned = after(barges, NextTurn())
    assert LIVE.problems(turned, NextTurn(), 0)
    assert not LIVE.problems(turned, Turned(0, -1), 0)


def test_counters_stop_at_their_bounds_and_undo_goes_back(barges: Position[JournalTable]) -> None:
    assert after(barges, Turned(0, -30)).table.counts[0] == 0
    assert after(barges, Turned(1, 99)).table.counts[1] == 40
    assert after(barges, Turned(0, -1), Scored(2, 7), Undo(1)).table.counts[0] == 12


def test_a_counter_beyond_its_bounds_goes_no_further_and_comes_back() -> None:
    journal = Journal("delta").add(Planned("spring", COMPANIES))
    start = opened(journal).table.start
    beyond = replace(start, dials=(replace(start.dials[0], start=50), *start.dials[1:]))
    assert after(LIVE.open(beyond), Turned(0, 1)).table.counts[0] == 50
    assert after(LIVE.open(beyond), Turned(0, -1)).table.counts[0] == 49


@pytest.mark.parametrize("wrong", [Turned(3, 1), Turned(MAX_DIALS, 1), Scored(9, 1), MovedUp(9)])
def test_a_move_about_what_is_not_there_is_refused(
    barges: Position[JournalTable], wrong: Move
) -> None:
    with pytest.raises(RulesError):
        after(barges, wrong)


def test_nobody_scores_where_all_win_or_lose_together() -> None:
    together = opened(Journal("lighthouse").add(Planned("january", KEEPERS)))
    assert together.table.scores == ()
    with pytest.raises(RulesError):
        after(together, Scored(1, 1))


def test_the_clock_runs_from_start_to_stop(barges: Position[JournalTable]) -> None:
    ran = after(after(barges, Clock(runs=True), at=60), Clock(runs=False), at=360)
    assert ran.table.seconds(9999) == 300
    assert after(ran, Clock(runs=True), at=1000).table.seconds(1030) == 330


def test_a_table_has_no_counter_that_lies_behind_a_seal() -> None:
    journal = Journal("lighthouse").add(Planned("january", KEEPERS))
    assert {dial.counter for dial in opened(journal).table.start.dials} == {"wrecks"}
    journal.add(Opened("crate-1"))
    assert {dial.counter for dial in opened(journal).table.start.dials} == {"wrecks", "fog"}


def test_what_the_table_came_to_is_offered_once_the_game_is_over_within_bounds() -> None:
    journal = Journal("delta").add(Planned("spring", COMPANIES), scored(6, 4, 3))
    found = offers(journal.state, {("bank", "heron"): 5, ("barges", "heron"): -3})
    offered = {(each.counter, each.owner): each.by for each in found}
    assert offered["bank", "heron"] == 11
    assert offered["bank", "otter"] == 4
    assert all(counter != "barges" for counter, _owner in offered)  # it begins anew anyway
