"""What may be printed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.sheets.text import BOX, BREAK, covered, plain, printable, printable_data


@pytest.mark.parametrize(
    "text",
    [
        "Zażółć gęślą jaźń, ĄĆĘŁŃÓŚŹŻ",
        "Où ça ? Nœud d'Étincelle, œuvre, ÀÂÇÉÈÊËÎÏÔÙÛÜŸ",
        "– — … “ ” „ « » ’ · × →",
        "Ωμέγα и Кристалл",
    ],
)
def test_the_languages_of_the_boxes_print_as_they_are(text: str) -> None:
    assert plain(text) == text


def test_what_no_font_has_becomes_a_box() -> None:
    assert plain("魔法") == BOX * 2
    assert plain("Mira 🧙") == f"Mira {BOX}"
    assert ord(BOX) in covered()


def test_an_emoji_of_several_parts_is_one_box() -> None:
    assert plain("🧙🏽‍♂️") == BOX
    assert plain("❤️") in (BOX, "❤")


def test_accents_that_come_apart_are_put_together() -> None:
    assert plain(unicodedata.normalize("NFD", "Żółw")) == "Żółw"


def test_control_characters_are_spaces_and_lines_stay_lines() -> None:
    assert plain("a\x07b\tc\nd\u202ee") == "a b c\nde"


def test_a_long_word_may_break_and_a_short_one_stays_whole() -> None:
    assert printable("Stabilisateur") == "Stabilisateur"
    broken = printable("x" * 60)
    assert broken.replace(BREAK, "") == "x" * 60
    assert max(map(len, broken.split(BREAK))) <= 4


def test_everything_in_the_data_is_made_printable_but_the_keys() -> None:
    given = {"魔": ["🧙", {"name": "x" * 30}], "count": 3, "none": None}
    made = printable_data(given)
    assert made["魔"][0] == BOX
    assert BREAK in made["魔"][1]["name"]
    assert (made["count"], made["none"]) == (3, None)


@given(st.text(max_size=200))
def test_nothing_is_left_that_the_fonts_lack(text: str) -> None:
    assert all(ord(letter) in covered() or letter == "\n" for letter in printable(text))


def test_every_font_has_the_plain_letters() -> None:
    assert set(range(0x20, 0x7F)) <= covered()
