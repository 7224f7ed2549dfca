"""A game against a Chimera: how it ends."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from campaign.rules.ashes.chimera_moves import (
    AspectPlaced,
    ChimeraRolled,
    RageChanged,
    RainsChanged,
    UltimateResolved,
)
from campaign.rules.ashes.duel import DuelChoices, SeatChoice, draw_setup
from campaign.rules.ashes.live import LIVE, result_so_far
from campaign.rules.ashes.moves import (
    CardLeft,
    PileChanged,
    TurnEnded,
    Wounded,
)
from campaign.rules.ashes.red_rains import ChimeraChoice
from campaign.rules.ashes.result import DuelResult, Ending, Together, result_problems
from campaign.rules.ashes.systems import GAMES
from campaign.rules.core.problems import RulesError
from tests.rules.ashes.packs import catalogue
from tests.rules.ashes.red_rains import (
    PREPARED,
    RAMPAGE,
    RECOVERED,
    VIROS,
    after,
    choices,
    drawn,
    opened,
    state,
)


def test_all_win_when_it_is_destroyed_and_lose_with_the_first_of_them() -> None:
    won = after(opened(), Wounded(2, 30))
    assert won.is_over
    assert result_so_far(won) == DuelResult(
        ending=Ending.DESTROYED,
        rounds=1,
        life=(won.player(1).life,),
        together=Together.WIN,
        chimera_life=0,
    )
    two = opened(2, replace(VIROS, life=50))
    lost = after(two, Wounded(2, 30))
    assert lost.is_over
    assert result_so_far(lost).together is Together.LOSS
    assert result_so_far(opened().table).together is None


@pytest.mark.parametrize(
    ("result", "wanted"),
    [
        (DuelResult(), ["chimera.no_result"]),
        (DuelResult(winner=1), ["chimera.no_result"]),
        (DuelResult(together=Together.WIN, chimera_life=31), ["chimera.more_life"]),
        (
            DuelResult(ending=Ending.DESTROYED, together=Together.WIN, chimera_life=3),
            ["chimera.lives"],
        ),
        (DuelResult(together=Together.LOSS, chimera_life=0), ["chimera.destroyed"]),
        (DuelResult(together=Together.WIN, life=(0,)), ["duel.winner_destroyed"]),
        (DuelResult(together=Together.WIN, ending=Ending.CONCEDED), ["chimera.won_otherwise"]),
        (DuelResult(together=Together.LOSS, chimera_life=3, ending=Ending.DESTROYED), []),
    ],
)
def test_contradictions_in_a_result(result: DuelResult, wanted: list[str]) -> None:
    assert [problem.code for problem in result_problems(drawn(), result)] == wanted


def test_a_result_together_is_none_of_a_duel() -> None:
    setup = draw_setup(catalogue(), DuelChoices((SeatChoice(),) * 2), Random(1))
    found = result_problems(setup, DuelResult(together=Together.WIN))
    assert [problem.code for problem in found] == ["chimera.none"]


def test_the_ledger_counts_one_result_for_all_against_the_chimera() -> None:
    setup = drawn(2)
    result = DuelResult(together=Together.WIN, rounds=5, life=(3, 4), chimera_life=0)
    record = GAMES.counted(choices(2), setup, result)
    assert (record.result, record.against, record.difficulty) == (
        "win",
        "corpse-of-viros",
        "standard-1",
    )
    assert [(seat.result, seat.score) for seat in record.seats] == [("", 3), ("", 4)]
    assert {(tag.kind, tag.number) for tag in record.tags} >= {("rounds", 5), ("dial", 0)}


def test_any_number_of_random_games_keeps_its_numbers() -> None:
    """Whatever is tapped, no number leaves its bounds and nothing fails."""
    rng = Random(7)
    for seed in range(60):
        players = 1 + seed % 2
        position = opened(players, ChimeraChoice(life=40, threat=rng.choice([None, 4, 6])))
        for _step in range(60):
            move = rng.choice(
                (
                    PREPARED,
                    RECOVERED,
                    RAMPAGE,
                    ChimeraRolled(power=rng.random() < 0.5, behaviour=rng.randint(1, 12)),
                    RageChanged(rng.randint(-3, 3)),
                    RainsChanged(rng.randint(-2, 3)),
                    UltimateResolved(),
                    PileChanged(players + 1, -rng.randint(1, 9)),
                    AspectPlaced(rng.randint(1, players), rng.choice((-1, 1))),
                    CardLeft(players + 1, rng.randint(1, 20)),
                    *(TurnEnded(seat, passed=rng.random() < 0.5) for seat in range(1, players + 2)),
                )
            )
            try:
                position = LIVE.play(position, move, 0)
            except RulesError:
                continue
            chimera, player = state(position.table), position.table.player(players + 1)
            assert 0 <= chimera.rage < 5
            assert chimera.rains >= 0
            assert 1 <= chimera.level <= 3
            assert chimera.faces in position.table.heroes
            assert 0 <= player.pile <= chimera.cards
