"""Restore sheet, mats, slips, results and chronicle: each tells what it is for."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from campaign.models import Campaign, Photo
from campaign.pictures import Picture, storing
from campaign.rules.aeons_end.legacy.facts import StickerPlaced
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.rules.aeons_end.live.turns import DrawTurn
from campaign.rules.aeons_end.mages import Sticker, StickerKind
from campaign.rules.aeons_end.turn_order import NEMESIS
from campaign.rules.core.keys import is_typed
from campaign.services.live import move_make, table_open
from campaign.services.photos import photos_add
from tests.campaign import factories
from tests.tracker.sheets.reading import pages_of, text_of
from tests.tracker.sheets.tables import campaign_named, documents, says, squashed
from tracker.sheets.compiler import Format, Paper, compile_document, page_count
from tracker.systems.aeons_end.legacy.sheets import chronicle
from tracker.systems.aeons_end.legacy.sheets.chronicle import (
    chronicle_document,
    market_through_time,
)
from tracker.systems.aeons_end.legacy.sheets.results import results_document
from tracker.systems.aeons_end.legacy.sheets.slips import slips_document
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.sheets.mats import mats_document

pytestmark = pytest.mark.django_db

POINT = 72 / 25.4  # to the millimetre
MAT_WIDTH, MAT_HEIGHT = 228, 152  # millimetres of the cardboard


def picture() -> Picture:
    out = BytesIO()
    Image.new("RGB", (400, 300), "teal").save(out, "WEBP")
    return Picture(out.getvalue(), out.getvalue(), 400, 300)


def size_of(pdf: bytes) -> tuple[float, float]:
    box = PdfReader(BytesIO(pdf)).pages[0].mediabox
    return float(box.width), float(box.height)


@pytest.fixture
def third(db: None) -> Campaign:
    return factories.third_chapter()


# --- restore ---


def test_the_restore_sheet_has_every_component_in_the_order_of_the_box(third: Campaign) -> None:
    text = squashed(text_of(compile_document(documents(third)["restore"])))
    heads = ["Mages", "Nemesis", "Market", "Rulebook", "Sealed", "Banished"]
    places = [text.index(f"{number}{head}") for number, head in enumerate(heads, start=1)]
    assert places == sorted(places)
    state = selectors.campaign_state(third)
    namer = selectors.namer_of(third)
    for pile in (*state.market, *state.banished):
        assert squashed(namer.name(pile)) in text
    for card in state.pool:
        assert squashed(namer.name(card)) in text


# --- mats ---


def test_a_mat_is_one_landscape_page_and_the_cardboard_fits_on_it(third: Campaign) -> None:
    for paper in Paper:
        pdf = compile_document(replace(mats_document(third), paper=paper))
        assert page_count(pdf) == 2
        width, height = size_of(pdf)
        assert width > height
        assert (width, height) > (MAT_WIDTH * POINT, MAT_HEIGHT * POINT)


def test_a_mat_carries_the_mage_with_everything_its_stickers_brought(third: Campaign) -> None:
    pdf = compile_document(mats_document(third, seat=1))
    assert page_count(pdf) == 1
    for name in ("Ilva", "Player 1", "Mark 2a-1", "Mark 2b-1", "Crystal ×3", "No ability yet"):
        assert says(pdf, name), name
    assert not says(pdf, "Torrin")


def test_two_abilities_that_both_hold_are_on_every_sheet_of_the_mage(third: Campaign) -> None:
    words = "Once a turn, somebody else may draw a card or gain a charge. " * 4
    wall = Sticker("9a", StickerKind.ABILITY, "Ash Wall", words, charges=6)
    veil = Sticker("9b", StickerKind.ABILITY, "Salt Veil", words, charges=5, replaces=False)
    for sticker in (wall, veil):
        factories.record(third, StickerPlaced(1, sticker, reason="on a supplement"))
    pdf = compile_document(mats_document(third, seat=1))
    assert page_count(pdf) == 1
    setup = compile_document(documents(third)["setup"])
    assert page_count(setup) == 1
    for sheet in (pdf, setup, compile_document(documents(third)["restore"])):
        assert says(sheet, "Ash Wall")
        assert says(sheet, "Salt Veil")


def test_a_mat_as_a_picture_is_the_mat_alone(third: Campaign) -> None:
    made = compile_document(mats_document(third, seat=2, form=Format.PNG), Format.PNG)
    image = Image.open(BytesIO(made))
    margin = 6  # millimetres, both sides together
    assert image.width / image.height == pytest.approx(
        (MAT_WIDTH + margin) / (MAT_HEIGHT + margin), rel=0.01
    )
    assert image.width > 1500


def test_a_portrait_is_on_the_mat_and_a_lost_file_is_no_fault(third: Campaign) -> None:
    with storing([picture()]) as (name,):
        third.mages.filter(seat=1).update(portrait=name)
    third.mages.filter(seat=2).update(portrait="gone")
    made = mats_document(third)
    assert list(made.files) == ["portrait-1.svg"]
    assert page_count(compile_document(made)) == 2


@pytest.mark.parametrize(
    "damaged", [b"", b"no picture", picture().full[:60]], ids=["empty", "text", "cut off"]
)
def test_a_damaged_picture_is_left_out_of_mats_and_chronicle(
    third: Campaign, damaged: bytes
) -> None:
    broken = Picture(damaged, damaged, 400, 300)
    with storing([broken]) as (name,):
        third.mages.filter(seat=1).update(portrait=name)
    assert not mats_document(third).files
    game = factories.game_of_campaign(third, 1)
    photos = photos_add(game=game, person=None, pictures=[picture(), broken])
    made = chronicle_document(third, photos)
    assert list(made.files) == [f"photo-{photos[0].pk}.svg"]
    assert page_count(compile_document(made)) > 1


# --- slips ---


def test_slips_are_nine_a_page_and_strips_come_after_them(third: Campaign) -> None:
    made = slips_document(third)
    cards, strips = made.data["cards"], made.data["strips"]
    forms = [card.form for card in cards]
    new = [pile for pile in selectors.campaign_state(third).market if is_typed(pile.key)]
    # The first basic evolved; two starters a mage; the piles that came and have stayed.
    assert forms == ["basic"] + ["starter"] * 4 + ["divider"] * len(new)
    assert len(strips) == 2 * 2 + 1
    pdf = compile_document(made)
    assert page_count(pdf) == 2
    assert len(cards) <= 9
    for name in ("Mark 2a-1", "Pale Thing 1.1", "Our words about its sticker", "Ember Reed 2.1"):
        assert says(pdf, name), name


def test_a_transformed_card_says_what_it_was() -> None:
    campaign = factories.play_through(factories.start_campaign(), chapters=3)
    pdf = compile_document(replace(slips_document(campaign), paper=Paper.LETTER))
    assert says(pdf, "Paler Thing 3")
    assert says(pdf, "It was Pale Thing 1.1.")


def test_before_there_is_anything_to_cut_the_page_says_so() -> None:
    pdf = compile_document(slips_document(factories.planned_campaign()))
    assert says(pdf, "Nothing to cut out yet")
    assert page_count(pdf) == 1


# --- results ---


def test_the_results_stand_in_the_rulebooks_columns(third: Campaign) -> None:
    made = results_document(third)
    assert made.data["columns"] == ["Game", "Chapter", "Nemesis", "Result", "Date"]
    assert [row.state for row in made.data["rows"]] == ["won", "won", "planned"]
    assert made.data["blank"] == 17
    pdf = compile_document(made)
    assert page_count(pdf) == 1
    for name in ("Maelstrom", "Hollow Regent 2", "win", "planned"):
        assert says(pdf, name), name


def test_a_finished_table_has_no_empty_rows() -> None:
    assert results_document(factories.finished_campaign()).data["blank"] == 0


# --- chronicle ---


def test_the_chronicle_tells_the_campaign_from_its_cover_to_its_numbers(third: Campaign) -> None:
    pdf = compile_document(chronicle_document(third))
    for name in (
        "The Long Watch",
        "Chapter 1",
        "Won: the nemesis fell.",
        "Ilva placed Mark 2a-1 on slot 2a",
        "Joined the basic cards: Pale Thing 1.1",
        "The market over time",
        "In numbers",
        "The story goes on.",
        "Results",
    ):
        assert says(pdf, name), name
    assert size_of(pdf) == pytest.approx((148 * POINT, 210 * POINT), abs=0.1)


def test_the_chronicle_shows_a_game_that_was_played_live(third: Campaign) -> None:
    game = factories.game_of_campaign(third, factories.last_game(third))
    table_open(game=game, person=None)
    for seen, move in enumerate((DrawTurn(NEMESIS), Dial(Whose.GRAVEHOLD, -4), Life(2, -10))):
        move_make(game=game, person=None, move=move, seen=seen)
    said = "1 round, 1 turn. After the last move Gravehold had 26 life. Exhausted: Torrin."
    assert not says(compile_document(chronicle_document(third)), said)
    factories.record_win(third)
    assert says(compile_document(chronicle_document(third)), said)


def test_the_market_through_time_has_nine_piles_in_every_period() -> None:
    market = market_through_time(factories.play_through(factories.start_campaign(), chapters=4))
    assert market.periods == ("1", "2", "3", "4", "")
    for period in range(len(market.periods)):
        there = [pile for pile in market.piles if pile.first <= period < pile.last]
        assert len(there) == 9


def test_a_chronicle_prints_the_last_games_of_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chronicle, "MAX_GAMES", 2)
    campaign = campaign_named("Ash", chapters=3)
    some = chronicle_document(campaign).data
    monkeypatch.undo()
    every = chronicle_document(campaign).data
    assert len(every["rows"]) > 2
    assert some["rows"] == every["rows"][-2:]
    assert some["between"] == f"{every['between']} · the last 2 games"


def test_the_results_follow_the_last_game_on_its_page() -> None:
    campaign = factories.settled_campaign()
    pdf = compile_document(chronicle_document(campaign))
    told = pages_of(pdf)[1]
    assert "Chapter 1" in told
    assert "Results" in told


def test_a_game_and_its_note_stand_on_one_page() -> None:
    campaign = campaign_named("Ash", chapters=6)
    pdf = compile_document(replace(chronicle_document(campaign), paper=Paper.LETTER))
    pages = pages_of(pdf)
    for number in range(1, 7):
        told = next(page for page in pages if re.search(rf"Game {number}\b", page))
        after = re.split(rf"Game {number}\b", told, maxsplit=1)[1]
        assert "Ash, and Ash" in re.split(r"Game \d", after)[0], number


def test_photos_and_their_captions_are_in_the_chronicle(third: Campaign) -> None:
    photos_add(
        game=factories.game_of_campaign(third, 1),
        person=None,
        pictures=[picture()],
        caption="The last breach",
    )
    photos = list(Photo.objects.select_related("game"))
    pdf = compile_document(chronicle_document(third, photos=photos))
    assert says(pdf, "The last breach")
    assert pdf.count(b"/DCTDecode") == 1, "the JPEG is in it as it is"


def test_a_campaign_without_a_game_has_a_chronicle_mats_and_slips_all_the_same() -> None:
    campaign = factories.start_campaign()
    for made in (
        chronicle_document(campaign),
        mats_document(campaign),
        slips_document(campaign),
        results_document(campaign),
    ):
        assert page_count(compile_document(replace(made, paper=Paper.LETTER))) >= 1
