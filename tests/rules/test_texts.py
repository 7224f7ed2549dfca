"""Texts before they are recorded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.core.texts import (
    MAX_MARKS,
    PILED_MARKS,
    has_piled_marks,
    one_line,
    prose,
    username_key,
)


@pytest.mark.parametrize("tidy", [one_line, prose])
def test_a_letter_keeps_a_few_marks_and_no_tower(tidy: object) -> None:
    assert callable(tidy)
    assert tidy("Zo" + "e\u0301" * 3) == "Zo" + "\u00e9" * 3  # composed: one name, one spelling
    tower = "a" + "\u0301\u0323" * 500 + "b"
    assert len(tidy(tower)) == 2 + MAX_MARKS
    assert tidy("שָׁלוֹם") == "שָׁלוֹם"


@pytest.mark.parametrize(
    "unseen", ["\ufe0f", "\U0001f3fb", "\U000e0100", "\u3164 \u2800", "\u034f\u200b"]
)
def test_a_line_that_shows_nothing_is_empty(unseen: str) -> None:
    assert one_line(unseen) == ""
    assert one_line(f"\u2764{unseen}") == f"\u2764{unseen}"


@pytest.mark.parametrize(
    "marks",
    [
        "\u0301\u0316",
        "\u0f73",  # no mark that is sorted, but it decomposes into two
        "\uff9e\u0301",
    ],
)
def test_a_pile_of_marks_is_seen_whatever_it_is_made_of(marks: str) -> None:
    assert has_piled_marks("a" + marks * PILED_MARKS)
    assert not has_piled_marks(("a" + marks) * PILED_MARKS)


@pytest.mark.parametrize(
    "spelling",
    [
        "inigo",
        "Inigo",
        "INIGO",
        " inigo ",
        "\u0131nigo",
        "\u0130nigo",
        "i\u0307nigo",
        "ｉｎｉｇｏ",
        "ⓘnigo",
    ],
)
def test_all_spellings_of_a_username_have_one_key(spelling: str) -> None:
    assert username_key(spelling) == "inigo"


def test_other_names_have_other_keys() -> None:
    names = [
        "anna",
        "hanna",
        "ania",
        "ańa",
        "аnna",
        "zo\u00e9",
        "zoe",
    ]  # the fifth begins in Cyrillic
    assert len({username_key(name) for name in names}) == len(names)
    assert username_key("Straße") == username_key("STRASSE") == "strasse"
    assert username_key("zo\u00e9") == username_key("Zoe\u0301")


@given(st.text(st.characters(categories=["L", "N", "M"]), min_size=1, max_size=12))
def test_a_key_is_its_own_key_and_letter_case_never_counts(name: str) -> None:
    key = username_key(name)
    assert username_key(key) == key
    assert username_key(name.casefold()) == key
