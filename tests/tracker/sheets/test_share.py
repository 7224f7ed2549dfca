"""The picture to share gives nothing away unless it is asked to."""

import json
from io import BytesIO

import pytest
from django.utils import translation
from PIL import Image

from campaign.models import Campaign
from campaign.rules.core.sheet import plain
from tests.addresses import path_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end import expeditions
from tests.tracker.sheets.tables import share_document
from tracker.faces.registry import campaign_face
from tracker.sheets.compiler import Document, Format, compile_document
from tracker.sheets.figures import Figure
from tracker.systems.aeons_end.shared import look

pytestmark = pytest.mark.django_db


def said(document: Document) -> str:
    return json.dumps(plain(document.data), ensure_ascii=False)


@pytest.fixture
def third(db: None) -> Campaign:
    return factories.third_chapter()


@pytest.mark.parametrize("game", [None, 2])
def test_it_is_1200_by_630(third: Campaign, game: int | None) -> None:
    made = compile_document(share_document(third, game=game), Format.PNG)
    assert Image.open(BytesIO(made)).size == (1200, 630)


@pytest.mark.parametrize("game", [None, 2])
def test_it_wears_the_emblem_of_its_game(third: Campaign, game: int | None) -> None:
    assert share_document(third, game=game).look == look.LEGACY


def test_that_of_an_expedition_does_too() -> None:
    campaign = expeditions.begun(factories.person())
    assert campaign_face(campaign.system).campaign_share_document(campaign).look == look.SERIES


@pytest.mark.parametrize("game", [None, 2])
def test_it_names_neither_nemesis_nor_mage_nor_card(third: Campaign, game: int | None) -> None:
    shown = said(share_document(third, game=game))
    for secret in ("Hollow Regent", "Ilva", "Torrin", "Mark 2a", "Pale Thing", "Ember Reed"):
        assert secret not in shown
    assert "The Long Watch" in shown


def test_with_names_it_says_who_and_against_whom(third: Campaign) -> None:
    shown = said(share_document(third, game=2, names=True))
    assert "Ilva, Torrin" in shown
    assert "against Hollow Regent 2" in shown


def test_a_result_is_told_as_it_was_that_evening(third: Campaign) -> None:
    made = share_document(third, game=1)
    assert made.data["said"] == "We won."
    assert Figure("Gravehold", "12") in made.data["numbers"]
    states = [chapter.state for chapter in made.data["path"]]
    assert states == ["won", "here", *["ahead"] * 5]


def test_the_path_is_the_one_of_the_front_page() -> None:
    campaign = factories.played_campaign()  # chapter 1 is won, and its aftermath open
    path = [(int(it.number), it.state) for it in share_document(campaign).data["path"]]
    front = clients.keeper(campaign).get(f"/c/{campaign.code}/").context["front"]
    assert path == [(station.number, station.state) for station in front.path]
    assert path[:2] == [(1, "here"), (2, "ahead")]


def test_a_finished_campaign_says_that_the_story_is_told() -> None:
    made = share_document(factories.finished_campaign())
    assert made.data["said"] == "The story is complete."
    assert {chapter.state for chapter in made.data["path"]} == {"won"}


@pytest.mark.parametrize(
    ("box", "spoken", "told"),
    [("pl", "en", "against Wszechostrze"), ("en", "pl", "Nemezis: Maelstrom")],
)
def test_its_words_are_the_pages_and_its_names_the_boxs(box: str, spoken: str, told: str) -> None:
    campaign = factories.played_campaign(language=box)
    with translation.override(spoken):
        assert told in said(share_document(campaign, game=1, names=True))


def test_a_chat_shows_the_picture_of_what_anybody_may_see_and_of_nothing_else() -> None:
    demo, own = factories.start_campaign(demo=True), factories.start_campaign()
    factories.plan(demo)
    image = '<meta property="og:image" content="http://testserver'
    for path, picture in (("", "share.png"), ("games/1/", "games/1/share.png")):
        html = clients.client_of(None).get(path_at(demo, path)).content.decode()
        assert f'{image}{path_at(demo, picture)}">' in html
    assert "og:image" in clients.client_of(None).get("/").content.decode()
    assert "og:" not in clients.keeper(own).get(f"/c/{own.code}/").content.decode()
