"""Texts before they are recorded."""

from __future__ import annotations

import pytest

from campaign.rules.core.texts import MAX_MARKS, one_line, prose


@pytest.mark.parametrize("tidy", [one_line, prose])
def test_a_letter_keeps_a_few_marks_and_no_tower(tidy: object) -> None:
    assert callable(tidy)
    assert tidy("Zo" + "e\u0301" * 3) == "Zo" + "\u00e9" * 3  # composed: one name, one spelling
    tower = "a" + "\u0301\u0323" * 500 + "b"
    assert len(tidy(tower)) == 2 + MAX_MARKS
    assert tidy("שָׁלוֹם") == "שָׁלוֹם"
