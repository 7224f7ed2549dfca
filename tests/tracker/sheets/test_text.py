"""What may be printed."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.sheets import glyphs
from tracker.sheets.checks import check_fonts
from tracker.sheets.glyphs import covered
from tracker.sheets.text import BOX, BREAK, plain, printable, printable_data

pytestmark = pytest.mark.usefixtures("own_fonts")


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


def test_a_letter_that_no_font_has_becomes_a_box() -> None:
    assert plain("\U00013080\U00013081") == BOX * 2
    assert ord(BOX) in covered()


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Mira 🧙", "Mira"),
        ("🧙 Mira", "Mira"),
        ("Mira 🔥 Vale", "Mira Vale"),
        ("Mi🔥ra", "Mira"),
        ("Mira 🧙, Torrin 🐉", "Mira, Torrin"),
        ("Mira 🧙🏽‍♂️ / Oda", "Mira / Oda"),
        ("won! 🎉🎉 At last.", "won! At last."),
    ],
)
def test_a_drawing_beside_a_name_is_left_out(typed: str, printed: str) -> None:
    assert plain(typed) == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("🐉", "Dragon"),
        ("🧙🏽‍♂️", "Mage"),
        ("🐉🔥", "Dragon fire"),
        ("🐉, Ilva", "Dragon, Ilva"),
        ("Ilva / 🐉", "Ilva / Dragon"),
        ("\U000e0fff", BOX),
        ("\ufe0f", BOX),
        ("\U0001f3fb", BOX),
        ("\U000e0100", BOX),
        ("\u200b", BOX),
    ],
)
def test_a_name_of_drawings_alone_is_spelt_and_never_empty(typed: str, printed: str) -> None:
    assert plain(typed) == printed


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
    assert made["魔"][0] == "Mage"
    assert BREAK in made["魔"][1]["name"]
    assert (made["count"], made["none"]) == (3, None)


@given(st.text(max_size=200))
def test_nothing_is_left_that_the_fonts_lack(text: str) -> None:
    printed = covered() | {ord("\n")}
    assert all(ord(letter) in printed for letter in printable(text))


@given(st.text(alphabet="🐉🧙🔥 ,a\u200d", min_size=1))
def test_what_shows_something_prints_something(text: str) -> None:
    assert bool(plain(text).strip()) == bool(text.strip())


def test_every_font_has_the_plain_letters() -> None:
    assert set(range(0x20, 0x7F)) <= covered()


def test_the_check_names_the_packages_of_fonts_that_the_machine_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(glyphs, "MACHINE", tmp_path)
    (tmp_path / "truetype" / "noto").mkdir(parents=True)
    (tmp_path / "truetype" / "noto" / "NotoSansRunic-Regular.ttf").touch()
    (told,) = check_fonts(None)
    assert "rare Chinese characters" in told.msg
    assert told.hint == "apt install fonts-dejavu-core fonts-noto-cjk"
