"""A game under way: moves, levels, defeats, the instant win."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.core.live import Move, Position
from campaign.rules.core.problems import RulesError
from campaign.rules.relic_nemesis.battle import Battle, against_agents
from campaign.rules.relic_nemesis.board import MAX_ROUNDS, MAX_TROPHIES, Board
from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.choices import Choices, Role, SeatChoice
from campaign.rules.relic_nemesis.dice import Fighter
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.levels import MAX_LEVEL, Spending, spendings
from campaign.rules.relic_nemesis.middle_tier import Toll
from campaign.rules.relic_nemesis.moves import (
    Defeated,
    Dial,
    Duelled,
    Explored,
    Fought,
    LevelGained,
    PhaseEnded,
    StartEntered,
    StartValues,
    TierChanged,
    TrophiesSpent,
    TrophyTaken,
    Turned,
    TurnEnded,
)
from campaign.rules.relic_nemesis.nemesis_turn import (
    ENGAGEMENTS,
    STEPS,
    Found,
    NemesisPhase,
    imperium_cards_to_draw,
    steps_of,
)
from campaign.rules.relic_nemesis.result import Ending
from campaign.rules.relic_nemesis.skill_duel import Duel
from campaign.rules.relic_nemesis.systems import GAMES
from campaign.rules.relic_nemesis.table import LIVE, Start, Table, result_so_far
from tests.rules.relic_nemesis.packs import draw

N1, N2 = 4, 5  # the nemeses; 1 to 3 are characters


def replay(table: Table, moves: Iterable[Move]) -> Table:
    return reduce(apply, moves, table)


def apply(table: Table, move: Move) -> Table:
    return LIVE.apply(table, move, 0)


def setup() -> Table:
    wish = (*(SeatChoice(wish=Role.CHARACTER),) * 3, *(SeatChoice(wish=Role.NEMESIS),) * 2)
    drawn = draw(Choices(wish), Random(1))
    kept = {n: drawn.seat(n).dealt[0].id for n in (N1, N2)}
    places = tuple(
        replace(place, kept=kept.get(n, ""), life=4, value=3) for n, place in enumerate(wish, 1)
    )
    return LIVE.table(LIVE.begin(GAMES.sheet(draw(Choices(places), Random(1)))))


TABLE = setup()
LOSS = Battle(Fighter(3, shown=(1,)), Fighter(4, shown=(5,)))


def refused(*moves: Move) -> str:
    with pytest.raises(RulesError) as error:
        replay(TABLE, moves)
    return error.value.problems[0].code


def test_a_board_starts_as_its_sheet_says() -> None:
    board = TABLE.board(N1)
    assert (board.life, board.attribute, board.level, board.infamy) == (4, board.attribute, 0, 0)


def test_six_points_of_trophies_are_a_level_and_the_rest_is_lost() -> None:
    won = Battle(Fighter(9, shown=(5,)), against_agents((4, 5), (1,)), (4, 5))
    board = replay(TABLE, [Fought(N1, won), TrophiesSpent(N1, (4, 5))]).board(N1)
    assert (board.level, board.trophies) == (1, ())
    twelve = [TrophyTaken(N1, 7), TrophyTaken(N1, 5), TrophiesSpent(N1, (7, 5))]
    assert replay(TABLE, twelve).board(N1).level == 2


def test_trophies_that_do_not_make_a_level_or_are_not_there_are_refused() -> None:
    assert refused(TrophyTaken(N1, 5), TrophiesSpent(N1, (5,))) == "table.too_few_points"
    assert refused(TrophyTaken(N1, 6), TrophiesSpent(N1, (6, 6))) == "table.no_trophy"


def test_a_level_above_the_ninth_is_infamy() -> None:
    board = replay(TABLE, [LevelGained(N1, 8), LevelGained(N1, 3)]).board(N1)
    assert (board.level, board.infamy) == (MAX_LEVEL, 2)


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (7, 3), (8, 4), (24, 12)])
def test_a_defeat_takes_half_the_infamy_rounded_up(before: int, after: int) -> None:
    table = TABLE
    board = replace(table.board(N1), infamy=before, life=0, level=3, trophies=(2, 4))
    board = apply(table.with_board(board), Defeated(N1)).board(N1)
    assert (board.infamy, board.life, board.level) == (after, 4, 3)
    assert (board.trophies, board.defeats) == ((), 1)


def test_a_lost_battle_costs_one_life_and_the_last_one_a_defeat() -> None:
    moves = [Fought(N1, LOSS, against=1)] * 4
    assert replay(TABLE, moves[:1]).board(N1).life == 3
    assert replay(TABLE, moves).board(N1).is_down
    assert refused(*moves, *moves) == "table.is_down"


def test_the_same_battle_defeat_or_turn_from_two_phones_counts_once() -> None:
    duel = Duelled(1, 2, Duel(Attribute.STRENGTH, Fighter(5, shown=(1,)), Fighter(5, shown=(2,))))
    for move in (Fought(N1, LOSS, against=1), Defeated(N1), TurnEnded(1), duel):
        position = LIVE.play(Position(TABLE), move, 1)
        late = LIVE.problems(position, move, seen=0)
        assert [problem.code for problem in late] == ["live.conflict"]
    assert LIVE.problems(position, Turned(N1, Dial.INFAMY, 1), seen=0) == ()  # both mean it


@pytest.mark.parametrize(
    ("trophies", "ways"),
    [
        ((2, 4, 5), [(1, (2, 4))]),
        ((5, 5, 4), [(1, (5, 4)), (2, (5, 5, 4))]),
        ((3, 3, 6), [(1, (6,)), (2, (3, 3, 6))]),
        ((12,), [(2, (12,))]),  # one trophy is two levels, and is never offered as one
        ((3,) * 13, [(levels, (3,) * (2 * levels)) for levels in range(1, 6)]),  # a few
        ((5,), []),
        # Every one of 2^40 totals is another; only the lowest are looked at.
        (
            tuple(2**n for n in range(40)),
            [(1, (2, 4)), (2, (4, 8)), (3, (2, 16)), (4, (8, 16)), (5, (2, 4, 8, 16))],
        ),
    ],
)
def test_the_trophies_that_lose_least(
    trophies: tuple[int, ...], ways: list[tuple[int, tuple[int, ...]]]
) -> None:
    """P. 11: one level for six points, and the remainder is lost."""
    assert [(way.levels, way.trophies) for way in spendings(trophies)] == ways


def test_what_a_spending_offers_is_what_it_gives() -> None:
    for way in spendings((3,) * 13):
        taken = [*(TrophyTaken(N1, 3) for _trophy in range(13)), TrophiesSpent(N1, way.trophies)]
        board = replay(TABLE, taken).board(N1)
        assert board.level == way.levels == Spending(way.trophies).levels


def test_trophies_do_not_pile_up_without_end() -> None:
    full = [TrophyTaken(N1, 1)] * MAX_TROPHIES
    assert refused(*full, TrophyTaken(N1, 1)) == "table.trophies_full"
    agents = (1, 1)
    fought = Fought(N1, Battle(Fighter(9, shown=(5,)), against_agents(agents, (1,)), agents))
    assert refused(*full[1:], fought) == "table.trophies_full"
    table = replay(TABLE, [*full[2:], fought])
    assert len(table.board(N1).trophies) == MAX_TROPHIES
    replay(table, [TrophyTaken(N2, 1), TrophiesSpent(N1, (1,) * 6), TrophyTaken(N1, 1)])


def test_a_record_of_thousands_of_trophies_still_replays() -> None:
    position = Position(TABLE)
    moves: list[Move] = [TrophyTaken(N1, 9)] * 3000
    *_before, last = LIVE.replay(position, iter([(move, 0) for move in moves]))
    assert last.sequence == 3000
    assert len(last.table.board(N1).trophies) == MAX_TROPHIES


def test_the_curve_is_as_long_as_a_result_can_be() -> None:
    table = replay(TABLE, [TurnEnded(1 + n % 5) for n in range(5 * (MAX_ROUNDS + 3))])
    assert table.round == MAX_ROUNDS + 4
    noted = result_so_far(apply(table, TurnEnded(1))).nemeses
    assert {len(each.curve) for each in noted} == {MAX_ROUNDS}


def test_the_way_to_the_middle_tier_costs_something() -> None:
    assert refused(TierChanged(N1, Toll.INFAMY)) == "table.no_infamy"
    assert refused(TierChanged(N1, Toll.TROPHY, 3)) == "table.no_trophy"
    paid = [Turned(N1, Dial.INFAMY, 2), TierChanged(N1, Toll.INFAMY)]
    assert replay(TABLE, paid).board(N1).infamy == 1
    given_up = [TrophyTaken(N1, 3), TierChanged(N1, Toll.TROPHY, 3)]
    assert replay(TABLE, given_up).board(N1).trophies == ()
    assert replay(TABLE, [TierChanged(N1, Toll.MIGHT)]).board(N1).infamy == 0


def test_characters_take_their_turns_then_nemeses() -> None:
    table = TABLE
    seen = []
    for _turn in range(6):
        seen.append((table.round, table.active))
        table = apply(table, TurnEnded(table.active))
    assert seen == [(1, 1), (1, 2), (1, 3), (1, N1), (1, N2), (2, 1)]
    assert table.board(N1).curve == (0,)


def in_turn_of(seat: int) -> Table:
    """Return the table when it is the turn of a seat."""
    table = TABLE
    while table.active != seat:
        table = apply(table, TurnEnded(table.active))
    return table


@pytest.mark.parametrize(
    "move", [TrophiesSpent(N1, (6,)), TierChanged(N1, Toll.MIGHT)], ids=["trophies", "toll"]
)
def test_trophies_are_spent_in_the_own_turn_only(move: Move) -> None:
    """Pp. 11 and 14. What was recorded in another turn before the rule was kept still counts."""
    early = apply(TABLE, TrophyTaken(N1, 6))
    found = LIVE.problems(Position(early), move, seen=0)
    assert [problem.code for problem in found] == ["table.not_own_turn"]
    assert apply(early, move)
    own = replace(apply(in_turn_of(N1), TrophyTaken(N1, 6)), phase=NemesisPhase.EXPERIENCE)
    assert LIVE.problems(Position(own), move, seen=0) == ()


def new_problems(table: Table, move: Move) -> list[str]:
    """Return the codes of what refuses a move that is sent now."""
    return [problem.code for problem in LIVE.problems(Position(table), move, seen=0)]


def test_trophies_are_spent_in_the_experience_phase_only() -> None:
    """P. 11. What was recorded in another phase before the rule was kept still counts."""
    table, spent = apply(in_turn_of(N1), TrophyTaken(N1, 6)), TrophiesSpent(N1, (6,))
    while table.phase.next is not None:
        assert new_problems(table, spent) == ["table.not_experience"]
        assert apply(table, spent).board(N1).level == 1
        table = apply(table, PhaseEnded(N1, table.phase))
    assert new_problems(table, spent) == []


def test_only_the_active_character_challenges_somebody() -> None:
    """P. 4: the active player, instead of exploring; never in the turn of a nemesis."""
    fighters = Fighter(5, shown=(1,)), Fighter(5, shown=(2,))
    duel = Duelled(2, 1, Duel(Attribute.STRENGTH, *fighters))
    assert new_problems(TABLE, duel) == ["duel.not_active"]
    assert new_problems(in_turn_of(N1), duel) == ["duel.not_active"]
    assert new_problems(in_turn_of(2), duel) == []
    assert apply(TABLE, duel)  # one that was recorded before


def test_nobody_fights_a_character_without_life() -> None:
    table = apply(TABLE, StartEntered((StartValues(1, life=1),)))
    won = Battle(Fighter(9, shown=(5,)), Fighter(1, shown=(1,)))
    down = apply(table, Fought(N1, won, against=1))
    assert down.lives[1] == 0
    assert new_problems(table, Fought(N1, won, against=1)) == []
    assert new_problems(down, Fought(N1, won, against=1)) == ["table.character_down"]
    assert new_problems(down, Fought(N1, won, against=2)) == []


def test_the_phases_of_a_nemesis_follow_each_other() -> None:
    """P. 8: movement, exploration, engagement, experience; then the next turn begins."""
    table, seen = in_turn_of(N1), []
    while table.phase.next is not None:
        seen.append(table.phase)
        table = apply(table, PhaseEnded(N1, table.phase))
    assert [*seen, table.phase] == list(NemesisPhase)
    with pytest.raises(RulesError):
        apply(table, PhaseEnded(N1, NemesisPhase.MOVEMENT))
    assert apply(table, TurnEnded(N1)).phase is NemesisPhase.MOVEMENT


@pytest.mark.parametrize(
    ("move", "phase"),
    [
        (Fought(N1, LOSS, against=1), NemesisPhase.EXPERIENCE),
        (
            Fought(N1, Battle(Fighter(9, shown=(5,)), against_agents((4,), (1,)), (4,))),
            NemesisPhase.ENGAGEMENT,  # the other cards on the space are resolved
        ),
        (
            Fought(N1, Battle(Fighter(4, shown=(5,)), against_agents((4,), (5,)), (4,))),
            NemesisPhase.EXPERIENCE,  # a stand-off
        ),
        (TierChanged(N1, Toll.MIGHT), NemesisPhase.EXPERIENCE),  # p. 14
    ],
)
def test_a_battle_or_a_toll_leads_to_its_phase(move: Move, phase: NemesisPhase) -> None:
    """P. 12: but for a win over agents, a battle ends the engagement."""
    assert apply(in_turn_of(N1), move).phase is phase
    assert apply(TABLE, move).phase is NemesisPhase.MOVEMENT  # in the turn of a character


def test_an_engagement_is_with_what_was_found() -> None:
    """Pp. 9-10: a character, Imperium cards by their type, or a card of the own deck."""
    table = apply(in_turn_of(N1), PhaseEnded(N1, NemesisPhase.MOVEMENT))
    for found, steps in ENGAGEMENTS.items():
        engaged = apply(table, Explored(N1, found))
        assert engaged.phase is NemesisPhase.ENGAGEMENT
        assert steps_of(engaged.phase, engaged.found) == steps
    assert set(STEPS[NemesisPhase.ENGAGEMENT]) == {
        step for steps in ENGAGEMENTS.values() for step in steps
    }
    assert apply(engaged, TurnEnded(N1)).found is None
    with pytest.raises(RulesError, match="phase_over"):
        apply(engaged, Explored(N1, Found.IMPERIUM))


def test_everybodys_start_is_entered_at_once_and_each_value_once() -> None:
    """P. 6: life and attribute of a nemesis from its sheet; the life of characters likewise."""
    table = LIVE.table(Start((1, 2), (Board(N1), Board(N2, life=5, attribute=4))))
    begun = (StartValues(1, 4), StartValues(2, 5), StartValues(N1, 6, attribute=3))
    table = apply(table, StartEntered(begun))
    assert table.lives == {1: 4, 2: 5}
    board = table.board(N1)
    assert (board.life, board.start_life, board.attribute) == (6, 6, 3)
    assert not any(map(table.unknown_dials, table.order))
    for wrong, code in (
        (StartValues(1, 3), "table.entered"),
        (StartValues(N2, attribute=3), "table.entered"),
        (StartValues(1, attribute=3), "table.no_nemesis"),
        (StartValues(9, 3), "table.no_nemesis"),
        (StartValues(1), "table.nothing_entered"),
    ):
        with pytest.raises(RulesError, match=code):
            apply(table, StartEntered((wrong,)))


@pytest.mark.parametrize(("symbols", "here", "drawn"), [(2, 0, 2), (2, 1, 1), (1, 3, 0)])
def test_how_many_imperium_cards_are_drawn(symbols: int, here: int, drawn: int) -> None:
    """P. 9: Luxuria on a space with two symbols and no Imperium card draws two."""
    assert imperium_cards_to_draw(symbols, here) == drawn


def test_in_a_team_scenario_a_team_wins() -> None:
    """P. 15: nemeses and characters are partners in Dark Alliance."""
    table = replay(replace(TABLE, teams=True), [Turned(N1, Dial.INFAMY, 25)])
    assert (result_so_far(table).ending, result_so_far(table).winners) == (Ending.TEAM, (N1,))


def test_twenty_five_infamy_wins_at_once() -> None:
    table = replay(TABLE, [Turned(N1, Dial.INFAMY, 24), LevelGained(N1, 9), LevelGained(N1)])
    assert table.winner == N1
    assert result_so_far(table).ending is Ending.INFAMY
    won = (Turned(N1, Dial.INFAMY, 30), Turned(N2, Dial.LIFE, -1))
    assert refused(*won) == "table.won"


WON = Battle(Fighter(9, shown=(5,)), Fighter(4, shown=(1,)))
DUEL = Duel(Attribute.STRENGTH, Fighter(6, shown=(5,)), Fighter(3, shown=(1,)))  # won by 1


def test_battles_and_duels_cost_a_characters_life_where_it_is_kept() -> None:
    before = [Turned(1, Dial.LIFE, 4), Turned(2, Dial.LIFE, 3)]
    assert replay(TABLE, [*before, Fought(N1, WON, against=1)]).lives == {1: 3, 2: 3}
    assert replay(TABLE, [*before, Fought(N1, LOSS, against=1)]).lives == {1: 4, 2: 3}
    assert replay(TABLE, [*before, Duelled(1, 2, DUEL)]).lives == {1: 4, 2: 1}
    assert replay(TABLE, [*before, *[Duelled(1, 2, DUEL)] * 2]).lives == {1: 4, 2: 0}
    failed = replace(DUEL, challenger=Fighter(0, shown=(1,)), defender=Fighter(3))
    assert replay(TABLE, [*before, Duelled(1, 2, failed)]).lives == {1: 4, 2: 3}
    assert replay(TABLE, [Fought(N1, WON, against=1), Duelled(1, 2, DUEL)]).lives == {}


def test_moves_of_nobody_are_refused() -> None:
    assert refused(Turned(1, Dial.INFAMY, 1)) == "table.no_nemesis"
    assert refused(Turned(9, Dial.LIFE, 1)) == "table.no_nemesis"
    assert refused(Fought(N1, LOSS, against=N2)) == "table.no_character"
    assert refused(Fought(N1, LOSS)) == "battle.opponent"


fights = st.builds(
    lambda seat, attribute, mine, theirs: Fought(
        seat, Battle(Fighter(attribute, shown=mine), Fighter(5, shown=theirs)), against=1
    ),
    st.sampled_from((N1, N2)),
    st.integers(0, 9),
    st.sampled_from([(1,), (5,), (6, 3)]),
    st.sampled_from([(1,), (4,), (6, 1)]),
)
moves = st.one_of(
    fights,
    st.builds(Turned, st.just(N1), st.sampled_from(Dial), st.integers(-30, 30)),
    st.builds(LevelGained, st.sampled_from((N1, N2)), st.integers(1, 9)),
    st.builds(TrophyTaken, st.just(N1), st.integers(1, 9)),
    st.builds(Defeated, st.sampled_from((N1, N2))),
    st.builds(TierChanged, st.just(N1), st.sampled_from(Toll)),
    st.builds(Turned, st.just(1), st.just(Dial.LIFE), st.integers(-3, 3)),
    st.builds(Duelled, st.just(2), st.just(1), st.just(DUEL)),
)


@given(st.lists(moves, max_size=25))
def test_dials_stay_within_bounds_and_levels_never_fall(made: list[Move]) -> None:
    table = TABLE
    for move in made:
        before = table
        try:
            table = apply(table, move)
        except RulesError:
            continue
        for board in table.boards:
            assert 0 <= board.infamy <= GOAL
            assert (board.infamy == GOAL) == (table.winner == board.seat)
            assert before.board(board.seat).level <= board.level <= MAX_LEVEL
        assert all(life >= 0 for life in table.lives.values())
        if isinstance(move, Fought):
            lost = (before.board(move.seat).life or 0) - (table.board(move.seat).life or 0)
            assert lost in (0, 1)  # once, however the battle ended
