"""Results: what can have happened and what contradicts itself."""

from __future__ import annotations

import pytest

from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.outcome import Dials, Tally, result_problems
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import from_plain, to_plain

WIN, LOSS = Result.WIN, Result.LOSS


def problems(
    result: Result,
    ending: Ending | None = None,
    *,
    gravehold: int | None = None,
    nemesis: int | None = None,
    lives: tuple[int | None, ...] = (),
    exhausted: tuple[int, ...] = (),
    mages: int = 2,
    nemesis_start: int | None = 99,
) -> tuple[Problem, ...]:
    tally = Tally(result, ending, gravehold, nemesis, lives, frozenset(exhausted))
    return result_problems(tally, Dials(mages, 10, 30, nemesis_start))


def codes(found: tuple[Problem, ...]) -> list[str]:
    return [problem.code.removeprefix("result.") for problem in found]


@pytest.mark.parametrize("result", list(Result))
@pytest.mark.parametrize("ending", [None, *Ending])
def test_with_nothing_else_noted_only_the_ending_must_belong_to_the_result(
    result: Result, ending: Ending | None
) -> None:
    fits = ending is None or ending.result is result
    assert codes(problems(result, ending)) == ([] if fits else ["ending_of_other_result"])


def test_endings_know_whose_they_are() -> None:
    wins = {ending for ending in Ending if ending.result is WIN}
    assert wins == {Ending.NEMESIS_DEFEATED, Ending.DECK_EXHAUSTED}


def test_full_tallies_that_can_have_happened() -> None:
    assert not problems(
        WIN, Ending.NEMESIS_DEFEATED, gravehold=1, nemesis=0, lives=(0, 10), exhausted=(1,)
    )
    assert not problems(WIN, Ending.DECK_EXHAUSTED, gravehold=30, nemesis=12, lives=(3, 4))
    assert not problems(
        LOSS, Ending.MAGES_EXHAUSTED, gravehold=2, nemesis=5, lives=(0, 0), exhausted=(1, 2)
    )
    assert not problems(LOSS, Ending.GRAVEHOLD_FALLEN, gravehold=0, nemesis=99, lives=(10, 10))
    assert not problems(LOSS, Ending.NEMESIS_CONDITION, gravehold=9, nemesis=50, lives=(1, 1))


def test_no_win_with_gravehold_fallen_or_the_nemesis_alive() -> None:
    assert codes(problems(WIN, gravehold=0)) == ["win_with_gravehold_fallen"]
    assert codes(problems(WIN, Ending.NEMESIS_DEFEATED, nemesis=1)) == ["win_with_nemesis_alive"]
    assert codes(problems(WIN, Ending.DECK_EXHAUSTED, nemesis=0)) == [
        "deck_out_with_nemesis_at_zero"
    ]


def test_no_win_with_everyone_exhausted_but_one_mage_alone_may() -> None:
    assert codes(problems(WIN, exhausted=(1, 2))) == ["win_with_all_exhausted"]
    assert not problems(WIN, lives=(0, None), exhausted=(1,))
    assert not problems(WIN, lives=(0,), exhausted=(1,), mages=1)


def test_no_loss_with_the_nemesis_at_zero() -> None:
    assert codes(problems(LOSS, Ending.GRAVEHOLD_FALLEN, gravehold=0, nemesis=0)) == [
        "loss_with_nemesis_at_zero"
    ]


def test_one_mage_alone_does_not_lose_by_exhaustion() -> None:
    found = problems(LOSS, Ending.MAGES_EXHAUSTED, lives=(0,), exhausted=(1,), mages=1)
    assert codes(found) == ["exhaustion_with_one_mage"]


def test_a_loss_by_exhaustion_needs_everyone_exhausted() -> None:
    for found in (
        problems(LOSS, Ending.MAGES_EXHAUSTED, lives=(0, 4), exhausted=(1,)),
        problems(LOSS, Ending.MAGES_EXHAUSTED, exhausted=(1,)),
    ):
        assert codes(found) == ["not_all_exhausted"]
        assert found[0].details["seats"] == (2,)


def test_gravehold_falls_at_zero_and_then_it_is_what_ended_the_game() -> None:
    assert codes(problems(LOSS, Ending.GRAVEHOLD_FALLEN, gravehold=3)) == ["gravehold_has_life"]
    assert codes(problems(LOSS, Ending.NEMESIS_CONDITION, gravehold=0)) == [
        "gravehold_fell_instead"
    ]


def test_no_life_is_above_its_start_or_below_zero() -> None:
    found = problems(WIN, gravehold=31, nemesis=100, lives=(11, -1))
    assert [(p.details["whose"], p.details["seat"]) for p in found] == [
        ("gravehold", 0),
        ("nemesis", 0),
        ("mage", 1),
        ("mage", 2),
    ]
    assert codes(found) == ["life_above_start"] * 3 + ["life_below_zero"]
    # No reason lifts a nemesis' dial above its printed life.
    assert [p.overrulable for p in found] == [True, False, True, False]
    assert found[2].path == "lives.1"
    assert codes(problems(LOSS, gravehold=-1, nemesis=-2)) == ["life_below_zero"] * 2


def test_exhausted_and_life_must_agree() -> None:
    assert codes(problems(WIN, lives=(4, 5), exhausted=(1,))) == ["exhausted_with_life"]
    assert codes(problems(WIN, lives=(0, 5))) == ["life_zero_not_exhausted"]


def test_a_seat_that_nobody_has_is_named() -> None:
    found = problems(WIN, lives=(1, 2, 3), exhausted=(7,))
    assert codes(found) == ["seat_unknown"]
    assert found[0].details["seats"] == (3, 7)


def test_a_nemesis_without_a_dial_of_its_own_is_not_measured_by_it() -> None:
    assert not problems(WIN, Ending.NEMESIS_DEFEATED, nemesis=1, nemesis_start=None)
    assert not problems(LOSS, nemesis=0, nemesis_start=None)


def test_every_contradiction_is_named_at_once() -> None:
    found = problems(
        WIN,
        Ending.GRAVEHOLD_FALLEN,
        gravehold=0,
        nemesis=120,
        lives=(12, 0),
        exhausted=(1,),
    )
    assert codes(found) == [
        "ending_of_other_result",
        "win_with_gravehold_fallen",
        "win_with_all_exhausted",
        "life_above_start",
        "life_above_start",
        "exhausted_with_life",
        "life_zero_not_exhausted",
    ]


def test_a_result_of_before_rounds_were_counted_is_read() -> None:
    payload: dict[str, object] = {"result": "win", "ending": None, "lives": [], "exhausted": []}
    assert from_plain(Tally, payload) == Tally(WIN)
    assert from_plain(Tally, to_plain(Tally(WIN, rounds=7))).rounds == 7
