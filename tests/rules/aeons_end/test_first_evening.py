"""The first evening: seals are open when they were opened (Legacy pp. 3, 5, 8)."""

import pytest

from campaign.rules.aeons_end.legacy.decisions import StepKind, begins_with, next_step
from campaign.rules.aeons_end.legacy.facts import Story
from campaign.rules.aeons_end.legacy.first_evening import (
    BOX_WAS_OPEN,
    STEPS,
    EveningStep,
    FirstEvening,
)
from campaign.rules.aeons_end.legacy.party import Seat
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.legacy.system import RULES
from campaign.rules.core.story import ReplayError
from tests.rules.packs import legacy

SEATS = (Seat(1, "green", "a", "Mira"), Seat(2, "blue", "b", "Odo"))
FIRST = {"deck-ia", "deck-ib", "deck-ic", "deck-l", "envelope-1"}


def begun(evening: FirstEvening | None) -> State:
    return RULES.state_of(Story(SEATS, opening=evening), legacy())


def test_nothing_is_open_before_it_was_opened() -> None:
    evening, shut = FirstEvening(), begun(FirstEvening())
    assert shut.seals == {}
    assert next_step(shut, legacy()).kind is StepKind.UNPACK
    opened = evening.marked(EveningStep.MARKET, done=True)
    assert set(begun(opened).seals) == {"deck-ia"}
    assert opened.next is EveningStep.BOOK, "the order is the box's: any step may come first"
    assert opened.marked(EveningStep.MARKET, done=False) == evening


def test_step_after_step_opens_the_five_seals_of_the_first_game() -> None:
    evening = FirstEvening()
    while evening.next is not None:
        evening = evening.marked(evening.next, done=True)
    assert evening.done == STEPS
    assert set(begun(evening).seals) == FIRST
    assert next_step(begun(evening), legacy()).kind is StepKind.PLAN


@pytest.mark.parametrize("evening", [None, BOX_WAS_OPEN, FirstEvening((), skipped=True)])
def test_a_group_that_began_long_ago_has_them_open(evening: FirstEvening | None) -> None:
    state = begun(evening)
    assert set(state.seals) == FIRST
    assert next_step(state, legacy()).kind is StepKind.PLAN
    assert begins_with(state, legacy()) == ()


def test_what_was_not_opened_is_due_before_the_first_game_is_set_up() -> None:
    evening = FirstEvening().marked(EveningStep.MARKET, done=True)
    due = {decision.subject for decision in begins_with(begun(evening), legacy())}
    assert due == FIRST - {"deck-ia"}


def test_steps_in_a_file_are_in_their_order_and_once() -> None:
    wrong = FirstEvening((EveningStep.MARKET, EveningStep.BOOK))
    with pytest.raises(ReplayError) as error:
        begun(wrong)
    assert [problem.code for problem in error.value.problems] == ["first_evening.not_in_order"]
    twice = FirstEvening((EveningStep.BOOK, EveningStep.BOOK))
    assert RULES.opening_problems(legacy(), twice)
    assert [p.code for p in RULES.opening_problems(legacy(), "x")] == ["campaign.no_opening"]
