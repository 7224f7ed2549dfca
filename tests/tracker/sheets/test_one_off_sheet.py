"""The set-up sheet of a one-off game: one page for everybody who sits down, and legible."""

from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any

import pytest
from django.utils import translation
from PIL import Image
from pypdf import PdfReader

from campaign.rules.aeons_end.first_sheet import first_sheet
from campaign.rules.aeons_end.sheet import SetupSheet
from tests.marks import thorough
from tests.rules.packs import war_eternal
from tests.tracker.sheets.tables import says
from tracker.sheets.compiler import Document, Format, Paper, compile_document, page_count
from tracker.systems.aeons_end.shared.sheets.setup import setup_document

HEADING = 12  # points, of a part's name where nothing is made smaller
LEAST = 0.9  # of the plain size
SMALLEST = 7  # points, of anything


def sheet_for(mages: int, *, language: str = "en", nemesis: str = "hollow-crown") -> SetupSheet:
    return first_sheet(
        war_eternal(), Random(3), count=mages, nemesis=nemesis, language=language, seed="3"
    )


def document(sheet: SetupSheet, paper: Paper = Paper.A4) -> Document:
    link = "https://example.org/g/7KQ2MXWA/result"
    return replace(setup_document(sheet, "War Eternal"), paper=paper, link=link, foot="here")


def named(sheet: SetupSheet, name: str) -> SetupSheet:
    """Return the sheet with mages, players and piles of this name, each after a number."""
    mages = tuple(
        replace(mage, name=f"{mage.seat}{name}"[:60], player=f"{mage.seat + 4}{name}"[:60])
        for mage in sheet.body.mages
    )
    market = tuple(
        replace(pile, name=f"{number}{name}"[:60])
        for number, pile in enumerate(sheet.body.market, start=10)
    )
    return replace(sheet, body=replace(sheet.body, mages=mages, market=market))


def sizes_of(pdf: bytes) -> list[tuple[str, float]]:
    """Return all that is printed, and how large, in points."""
    found: list[tuple[str, float]] = []

    def seen(text: str, page: list[float], line: list[float], _font: Any, size: float) -> None:
        if text.strip():
            found.append((text.strip(), size * line[0] * page[0]))

    for page in PdfReader(BytesIO(pdf)).pages:
        page.extract_text(visitor_text=seen)
    return found


def size_of(pdf: bytes, word: str) -> float:
    """Return how large a word is printed, in points."""
    return dict(reversed(sizes_of(pdf)))[word]


@pytest.mark.parametrize(
    ("mages", "language", "market"),
    [
        (3, "en", "Market"),
        (4, "en", "Market"),
        (4, "pl", "Rynek zasobów"),
        (4, "fr", "Réserve"),
    ],
)
@pytest.mark.parametrize("paper", [Paper.A4, thorough(Paper.LETTER)])
def test_three_and_four_mages_have_one_page_that_can_be_read(
    paper: Paper, mages: int, language: str, market: str
) -> None:
    sheet = sheet_for(mages, language=language)
    with translation.override(language):
        made = document(sheet, paper)
        pdf = compile_document(made)
    assert page_count(pdf) == 1
    assert size_of(pdf, market) >= LEAST * HEADING
    assert min(size for _text, size in sizes_of(pdf)) >= SMALLEST
    names = [name for mage in sheet.body.mages for name in (mage.name, mage.ability.name)]
    names += [card.name for mage in sheet.body.mages for card in (*mage.hand, *mage.deck)]
    names += [card.name for tier in sheet.body.nemesis.tiers for card in tier.basics]
    names += [pile.name for pile in sheet.body.market]
    names += [sheet.body.nemesis.name, *made.data["notes"], *made.data["put_away"]]
    assert [name for name in names if not says(pdf, name)] == []


@pytest.mark.parametrize("mages", [3, 4])
def test_rather_a_second_page_than_print_that_nobody_can_read(mages: int) -> None:
    sheet = sheet_for(mages)
    made = document(sheet)
    stickers = [{"slot": "1", "name": "W" * 60}] * 24
    seated = [{**mage, "stickers": stickers} for mage in made.data["mages"]]
    pdf = compile_document(replace(made, data={**made.data, "mages": seated}))
    assert page_count(pdf) == 2
    assert says(pdf, sheet.body.market[-1].name)
    assert says(pdf, "1 / 2")


def test_long_names_stand_whole_and_never_reach_the_edge_of_the_paper() -> None:
    sheet = named(sheet_for(4), "Najprzeraźliwszy" * 4)
    made = document(sheet, Paper.LETTER)
    pdf = compile_document(made)
    names = [mage.name for mage in sheet.body.mages] + [mage.player for mage in sheet.body.mages]
    names += [pile.name for pile in sheet.body.market]
    assert [name for name in names if not says(pdf, name)] == []
    small = replace(made, pixels_per_inch=72)
    picture = Image.open(BytesIO(compile_document(small, Format.PNG))).convert("L")
    margin = 30  # points; 12 mm are 34, and a stroke has its width
    right = picture.crop((picture.width - margin, 0, picture.width, picture.height))
    left = picture.crop((0, 0, margin, picture.height))
    assert right.getextrema() == left.getextrema() == (255, 255)


def test_a_mat_without_life_leaves_its_dial_to_be_set() -> None:
    without, having = document(sheet_for(2)), document(sheet_for(2, nemesis="umbra-titan"))
    assert without.data["nemesis"].life == ""
    assert says(compile_document(without), "Track its dial")
    assert not says(compile_document(without), "Track life")
    assert having.data["nemesis"].life == "70"
    assert says(compile_document(having), "Track life")
