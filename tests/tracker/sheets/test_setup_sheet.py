"""The set-up sheet on paper."""

import re
from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from django.utils import translation
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from campaign.rules.aeons_end.first_sheet import first_sheet
from campaign.rules.aeons_end.sheet import Line, Part, SetupSheet
from campaign.rules.core.sheet import Value
from tests.campaign import factories
from tests.marks import thorough
from tests.rules.packs import war_eternal
from tests.tracker.sheets.reading import pages_of, pictures_of, text_of
from tests.tracker.sheets.tables import campaign_named, documents, says, sheet_of
from tracker.sheets.compiler import Document, Format, Paper, compile_document, page_count
from tracker.systems.aeons_end.shared.sheets.setup import ChangeGroup, setup_document

pytestmark = pytest.mark.django_db

LINK = "https://example.org/g/7KQ2MXWA/result"


def document(sheet: SetupSheet, paper: Paper = Paper.A4, link: str = LINK) -> Document:
    made = setup_document(sheet, "The Long Watch")
    return replace(made, paper=paper, link=link, foot="here")


@pytest.mark.parametrize("paper", [Paper.A4, thorough(Paper.LETTER)])
@pytest.mark.parametrize(("mages", "pages"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_one_page_for_one_or_two_mages_and_two_at_the_most(
    mages: int, pages: int, paper: Paper
) -> None:
    sheet = sheet_of(factories.third_chapter(mages=mages))
    assert page_count(compile_document(document(sheet, paper))) == pages


@pytest.mark.parametrize("paper", [Paper.A4, thorough(Paper.LETTER)])
def test_with_four_mages_the_market_fills_the_first_page_and_the_nemesis_has_the_second(
    paper: Paper,
) -> None:
    pdf = compile_document(document(sheet_of(factories.third_chapter(mages=4)), paper))
    first, second = pages_of(pdf)
    assert "Warping Haze" in first
    assert "Warping Haze" not in second
    assert "Tier 1" in second
    assert "Tier 1" not in first


def test_where_the_nemesis_fits_the_order_is_that_of_the_box() -> None:
    pdf = compile_document(document(sheet_of(factories.planned_campaign(mages=4))))
    text = text_of(pdf)
    assert text.index("Maelstrom") < text.index("Warping Haze")


@pytest.mark.parametrize(
    ("paper", "size"), [(Paper.A4, (595.28, 841.89)), (Paper.LETTER, (612, 792))]
)
def test_it_is_as_large_as_the_paper(paper: Paper, size: tuple[float, float]) -> None:
    pdf = compile_document(document(sheet_of(factories.planned_campaign()), paper))
    box = PdfReader(BytesIO(pdf)).pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx(size, abs=0.1)


def test_everything_that_is_laid_out_is_on_it() -> None:
    sheet = sheet_of(factories.third_chapter())
    pdf = compile_document(document(sheet))
    names = [mage.name for mage in sheet.body.mages] + [mage.player for mage in sheet.body.mages]
    names += [card.name for mage in sheet.body.mages for card in (*mage.hand, *mage.deck)]
    names += [pile.name for pile in sheet.body.market]
    names += [card.name for tier in sheet.body.nemesis.tiers for card in tier.basics]
    names += [
        sheet.body.nemesis.name,
        "Game 3 · Chapter 3",
        "Changed since last time",
        "The Long Watch",
    ]
    assert [name for name in names if not says(pdf, name)] == []
    text = text_of(pdf)
    assert {s.letter for s in sheet.body.sections} <= set(re.findall(r"\b[A-Z]\b", text))
    assert "own 3 + basic 5 = 8" in text


def test_each_step_of_the_nemesis_and_the_turns_is_said() -> None:
    text = " ".join(
        text_of(compile_document(document(sheet_of(factories.third_chapter())))).split()
    )
    assert "Shuffle the turn-order deck." in text
    assert "Stack the nemesis deck, tier 1 on top, then 2, then 3: 24 cards." in text
    assert "follow the set-up on its mat." in text


def test_a_deck_that_is_open_to_its_middle_is_not_called_open() -> None:
    deck: dict[str, Value] = {"seal": "deck-2", "kind": "deck", "label": "II", "parts": ("middle",)}
    half = Line(Part.SEALED, "change.seal", deck, changed=True)
    sheet = replace(sheet_of(factories.planned_campaign()), changes=(half,))
    assert document(sheet).data["changes"] == [
        ChangeGroup("Opened:", "STOP deck II to its middle STOP card")
    ]


def test_four_mages_get_their_pairs_and_their_tokens() -> None:
    pdf = compile_document(document(sheet_of(factories.planned_campaign(mages=4))))
    assert says(pdf, "Ilva / Torrin")
    assert says(pdf, "Maes / Oda")
    assert says(pdf, "Set out 2 pair tokens, one for each pair.")


def test_it_is_titled_tagged_and_in_a_language() -> None:
    with translation.override("fr"):
        pdf = compile_document(document(sheet_of(factories.planned_campaign())))
    reader = PdfReader(BytesIO(pdf))
    assert reader.metadata is not None
    assert "The Long Watch" in (reader.metadata.title or "")
    assert reader.root_object["/Lang"] == "fr"
    marks = reader.root_object["/MarkInfo"]
    assert isinstance(marks, DictionaryObject)
    assert marks["/Marked"]
    assert "/StructTreeRoot" in reader.root_object
    assert b"pdfuaid" in pdf, "it says that it holds to PDF/UA"


def test_the_qr_code_leads_to_the_result_and_is_described() -> None:
    sheet = sheet_of(factories.planned_campaign())
    described = pictures_of(compile_document(document(sheet)))
    assert f"QR code: {LINK}" in described
    without = pictures_of(compile_document(document(sheet, link="")))
    assert not any("QR code" in text for text in without)


def test_the_box_names_things_and_the_interface_says_the_rest() -> None:
    campaign = factories.planned_campaign(language="pl")
    pdf = compile_document(documents(campaign)["setup"])
    assert says(pdf, "Kryształ")
    assert says(pdf, "Wszechostrze")
    assert says(pdf, "Turn-order deck")


def test_what_the_chapter_asks_for_is_ticked_off_first() -> None:
    pdf = compile_document(document(sheet_of(factories.third_chapter())))
    text = " ".join(text_of(pdf).split())
    assert text.index("Before you set up") < text.index("Changed since last time")
    assert "Open envelope 3: it holds the nemesis’ mat." in text
    assert "Place sections B (p. 2), K (p. 10), L (p. 10–11)" in text
    first = document(sheet_of(factories.planned_campaign()))
    assert not says(compile_document(first), "Before you set up")


def test_only_a_campaigns_cards_have_circles_for_their_evolution() -> None:
    sheet = first_sheet(war_eternal(), Random(3), count=2, seed="3")
    assert not document(sheet).data["evolving"]
    assert not says(compile_document(document(sheet)), "Fill a circle")
    assert document(sheet_of(factories.third_chapter())).data["evolving"]


def test_the_breaches_tick_says_what_it_is_for() -> None:
    pdf = compile_document(document(sheet_of(factories.planned_campaign())))
    assert says(pdf, "Breaches")


@pytest.mark.parametrize("system", ["legacy", "war-eternal"])
def test_the_first_page_is_filled_before_the_second_begins(system: str) -> None:
    sheet = (
        first_sheet(war_eternal(), Random(3), count=4, seed="3")
        if system == "war-eternal"
        else sheet_of(factories.planned_campaign(mages=4))
    )
    pages = pages_of(compile_document(document(sheet, link="")))
    assert sheet.body.nemesis.name in pages[0]
    assert "1 / 2" in pages[0] or len(pages) == 1


def test_war_eternal_has_a_sheet_too() -> None:
    for mages in (1, 2, 4):
        sheet = first_sheet(war_eternal(), Random(3), count=mages, seed="3")
        pdf = compile_document(document(sheet, link=""))
        assert page_count(pdf) == 1
        assert says(pdf, sheet.body.nemesis.name)
        assert all(says(pdf, mage.ability.name) for mage in sheet.body.mages)


def test_a_full_page_is_made_smaller_instead_of_running_over() -> None:
    campaign = campaign_named("Najprzeraźliwszy" * 4, mages=2)
    made = documents(campaign, Paper.LETTER)["setup"]
    crowded = replace(made, data={**made.data, "changes": [*made.data["changes"]] * 6})
    pdf = compile_document(crowded)
    assert page_count(pdf) == 1
    assert says(pdf, "Banished cards go behind their divider and stay there.")


@pytest.mark.parametrize("mages", [2, 4])
def test_long_names_never_reach_the_edge_of_the_paper(mages: int) -> None:
    made = documents(campaign_named("W" * 60, mages=mages))["setup"]
    small = replace(made, pixels_per_inch=72)
    picture = Image.open(BytesIO(compile_document(small, Format.PNG))).convert("L")
    margin = 30  # points; 12 mm are 34, and a stroke has its width
    right = picture.crop((picture.width - margin, 0, picture.width, picture.height))
    left = picture.crop((0, 0, margin, picture.height))
    assert right.getextrema() == (255, 255)
    assert left.getextrema() == (255, 255)
