"""Typed values as plain JSON: read back unchanged, and never taken for what they are not."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.core.serialize import PlainError, from_plain, to_plain


class Metal(StrEnum):
    GOLD = "gold"
    LEAD = "lead"


@dataclass(frozen=True, slots=True)
class Coin:
    metal: Metal
    worth: int = 1


@dataclass(frozen=True, slots=True)
class Purse:
    owner: str
    coins: tuple[Coin, ...] = ()
    lucky: Coin | None = None
    debts: Mapping[str, int] = field(default_factory=dict)
    shut: bool = False


coins = st.builds(Coin, st.sampled_from(Metal), st.integers())
purses = st.builds(
    Purse,
    st.text(),
    st.lists(coins).map(tuple),
    st.none() | coins,
    st.dictionaries(st.text(), st.integers()),
    st.booleans(),
)


@given(purses)
def test_what_is_kept_is_read_back_unchanged(purse: Purse) -> None:
    assert from_plain(Purse, json.loads(json.dumps(to_plain(purse)))) == purse


def test_defaults_are_left_out_and_come_back() -> None:
    assert to_plain(Purse("Ilva")) == {"owner": "Ilva"}
    assert from_plain(Purse, {"owner": "Ilva"}) == Purse("Ilva")


def test_a_field_that_nobody_knows_any_more_is_left_aside() -> None:
    assert from_plain(Coin, {"metal": "lead", "colour": "grey"}) == Coin(Metal.LEAD)


@pytest.mark.parametrize(
    "held",
    [
        None,
        [],
        "gold",
        {},
        {"owner": 1},
        {"owner": "Ilva", "coins": "gold"},
        {"owner": "Ilva", "coins": [{"metal": "tin"}]},
        {"owner": "Ilva", "coins": [{"metal": "gold", "worth": "1"}]},
        {"owner": "Ilva", "coins": [{"metal": "gold", "worth": True}]},
        {"owner": "Ilva", "lucky": []},
        {"owner": "Ilva", "debts": [1]},
        {"owner": "Ilva", "shut": 0},
    ],
)
def test_what_is_of_another_kind_is_refused(held: Any) -> None:
    with pytest.raises(PlainError):
        from_plain(Purse, held)
