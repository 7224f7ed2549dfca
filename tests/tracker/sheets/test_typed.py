"""What players typed is data, never code; and no name breaks a sheet."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.marks import thorough
from tests.tracker.sheets.reading import pages_of, text_of
from tests.tracker.sheets.tables import campaign_named, documents, pictures, squashed
from tracker.sheets.compiler import Format, Paper, compile_document
from tracker.sheets.text import BOX

pytestmark = pytest.mark.django_db

EVIL = (
    '#read("/etc/passwd") #panic() $x^2$ \\ \\u{41} [b] <l> @r',
    "= h *s* _i_ `c` // /* #(1+1) --- 'q' {%x%} {{y}} &amp;",
)


@pytest.mark.parametrize("evil", [EVIL[0], thorough(EVIL[1])])
def test_code_prints_as_it_was_typed_on_every_sheet(evil: str) -> None:
    campaign = campaign_named(evil)
    for name, document in documents(campaign).items():
        text = squashed(text_of(compile_document(document)))
        # Quotes and dashes must not be turned into finer ones either.
        assert squashed(evil) in text, f"{name} says something else"
        assert "root:" not in text
    for document in pictures(campaign).values():
        assert compile_document(document, Format.PNG).startswith(b"\x89PNG")


@pytest.mark.parametrize(("mages", "paper"), [(4, Paper.A4), thorough(1, Paper.LETTER)])
def test_a_name_of_sixty_letters_is_whole_on_every_sheet(mages: int, paper: Paper) -> None:
    name = "Konstantynopolitańczykowianeczkaprzerażliwszoniezwyciężonych"
    assert len(name) == 60
    campaign = campaign_named(name, mages=mages)
    for sheet, document in documents(campaign, paper).items():
        text = squashed(text_of(compile_document(document)))
        assert name[:58] in text, f"{sheet} cuts it"


@pytest.mark.usefixtures("own_fonts")
@pytest.mark.parametrize(
    ("name", "printed"), [("魔法使い 🧙🏽‍♂️ שלום ก็", BOX), thorough("\U0001f9d9" * 20, "Mage")]
)
def test_letters_that_no_font_has_do_not_break_a_sheet(name: str, printed: str) -> None:
    campaign = campaign_named(name)
    for sheet, document in documents(campaign).items():
        assert printed in text_of(compile_document(document)), sheet
    for document in pictures(campaign).values():
        assert compile_document(document, Format.PNG).startswith(b"\x89PNG")


SCRIPTS = {
    "Hebrew": "שלום",
    "Arabic": "مرحبا",
    "Chinese": "魔法師",
    "Japanese": "魔法使い",
    "Korean": "한글",
    "Thai": "ก็ไทย",
    "Devanagari": "नमस्ते",
    "Georgian": "მაგი",
    "emoji": "🐉🧙",
}


def test_names_of_every_script_print_without_a_font_of_the_machine(shipped_fonts: None) -> None:
    made = documents(campaign_named("Mira"))["setup"]
    pdf = compile_document(replace(made, data={**made.data, "notes": list(SCRIPTS.values())}))
    printed = set(text_of(pdf))
    unseen = {script: set(name) - printed for script, name in SCRIPTS.items()}
    assert {script: letters for script, letters in unseen.items() if letters} == {}
    assert BOX not in printed


@pytest.mark.usefixtures("own_fonts")
@pytest.mark.parametrize("share", [4, thorough(1)], ids=["one in four", "every sheet"])
def test_a_sheet_says_plainly_which_letters_it_cannot_print(share: int) -> None:
    sheets = documents(campaign_named("ᚠᚢ \U00013080"))
    for sheet in [*sheets][::share]:
        said = text_of(compile_document(sheets[sheet]))
        assert "letters that can’t be printed here: Egyptian" in said, sheet


def test_these_tests_read_what_another_reader_reads() -> None:
    pdf = compile_document(documents(campaign_named(f"{EVIL[0][:40]} (ą (ż))"))["setup"])
    other = [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]
    assert [squashed(page) for page in pages_of(pdf)] == [
        re.sub("[\u200b\u00ad]", "", squashed(page)) for page in other
    ]
