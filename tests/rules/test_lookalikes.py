"""Names that look alike."""

from __future__ import annotations

import pytest

from campaign.rules.core.texts import skeleton


@pytest.mark.parametrize(
    "other", ["Міkolaj", "MIKOLAJ", "Mikoláj", "Miko1aj", "Mikolaj ", "Ｍｉｋｏｌａｊ", "Mik-olaj"]
)
def test_names_that_look_alike_are_one_to_the_eye(other: str) -> None:
    assert skeleton(other) == skeleton("Mikolaj")


def test_other_names_are_others() -> None:
    names = ["Ola", "Ala", "Piotr", "Пётр", "花子", "太郎", "🐉", "🦊", "Zuza", "Zuzia"]
    assert len(set(map(skeleton, names))) == len(names)
