"""Random set-ups and expeditions have the numbers of the rulebooks' tables."""

from __future__ import annotations

import pytest

from tests.marks import thorough
from tests.rules.aeons_end.many import check_expeditions, check_setups


@pytest.mark.parametrize("count", [40, thorough(2000)])
def test_random_set_ups_have_no_wrong_number(count: int) -> None:
    assert sum(check_setups(count).values()) == count


@pytest.mark.parametrize("count", [4, thorough(150)])
def test_random_expeditions_have_no_wrong_number(count: int) -> None:
    seen = check_expeditions(count)
    assert seen["expeditions"] == count
    assert seen["tries"] >= count
