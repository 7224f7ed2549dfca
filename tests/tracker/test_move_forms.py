"""A move as a phone sends it: the button's values, and what was typed beside it."""

import json
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from django.http import QueryDict

from campaign.rules.core.constraints import Limit
from campaign.rules.core.entries import Name
from campaign.rules.core.live import Live, Move, SeatMove, Undo
from campaign.rules.core.problems import RulesError
from tracker.forms.moves import sent_move


@dataclass(frozen=True, slots=True)
class Deal(SeatMove, kind="deal"):
    """A move with a field of each type."""

    damage: Annotated[int, Limit(-99, 99)] | None = None
    card: Name = ""
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Tap(Move, kind="tap"):
    """A move without fields."""


class Table(Live[Any, Any]):
    """Two moves."""

    moves = (Deal, Tap)
    begin = table = seats = apply = None  # nothing is played


def sent(move: object, **typed: str) -> Move:
    """Return the move that a button sends, with what was typed beside it."""
    data = QueryDict(mutable=True)
    data["move"] = move if isinstance(move, str) else json.dumps(move)
    data.update({f"with_{name}": value for name, value in typed.items()})
    return sent_move(data, Table())


DEAL = {"kind": "deal", "seat": 2}


def test_a_button_sends_a_whole_move() -> None:
    assert sent({**DEAL, "damage": 3}) == Deal(2, 3)
    assert sent({"kind": "tap"}) == Tap()
    assert sent({"kind": "undo", "of": 4}) == Undo(4)


def test_what_is_typed_is_read_by_the_type_of_its_field() -> None:
    assert sent(DEAL, damage=" −4 ", card=" Spark ", beyond="on") == Deal(2, -4, "Spark", True)
    assert sent({**DEAL, "damage": 1}, damage="12") == Deal(2, 12)


def test_an_empty_field_leaves_the_button_s_value() -> None:
    assert sent({**DEAL, "damage": 1}, damage=" ", card="") == Deal(2, 1)


def test_a_field_that_the_move_does_not_have_is_left_out() -> None:
    assert sent({"kind": "tap"}, damage="4") == Tap()


@pytest.mark.parametrize(
    "move",
    [
        "",
        "no json",
        "[]",
        "[" * 1500,
        '{"kind": "deal"}',
        '{"kind": "fly"}',
        '{"kind": ["deal"]}',
        '{"kind": "tap", "x": 1}',
        json.dumps({**DEAL, "card": "x" * 2000}),
    ],
)
def test_anything_else_is_no_move(move: str) -> None:
    with pytest.raises(RulesError, match=r"live\.move_unknown"):
        sent(move)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"card": "x" * 101}, "text.too_long"),
        ({"damage": "100"}, "number.out_of_range"),
    ],
)
def test_what_is_beyond_its_limit_is_refused_by_name(typed: dict[str, str], code: str) -> None:
    with pytest.raises(RulesError) as refused:
        sent(DEAL, **typed)
    assert [problem.code for problem in refused.value.problems] == [code]


@pytest.mark.parametrize("typed", ["four", "4.5", "4e3", "∞"])
def test_a_number_has_to_be_one(typed: str) -> None:
    with pytest.raises(RulesError, match=r"live\.move_unknown"):
        sent(DEAL, damage=typed)
