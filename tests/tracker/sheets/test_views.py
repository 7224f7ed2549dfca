"""The sheets from the browser: who gets them, under which name, and never an old one."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from campaign.models import Campaign
from campaign.pictures import Picture
from campaign.services.campaigns import campaign_rename
from campaign.services.photos import photos_add
from tests.addresses import path_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.sheets.tables import says

pytestmark = pytest.mark.django_db

PDFS = (
    "games/1/sheet.pdf",
    "games/1/restore.pdf",
    "mages/1/mat.pdf",
    "mats.pdf",
    "slips.pdf",
    "results.pdf",
    "chronicle.pdf",
)
PICTURES = ("mages/1/mat.png", "games/1/share.png", "share.png")


@pytest.fixture
def campaign(db: None) -> Campaign:
    return factories.planned_campaign()


def url(campaign: Campaign, path: str) -> str:
    return path_at(campaign, path)


@pytest.mark.parametrize("path", [*PDFS, *PICTURES, "print"])
def test_who_may_have_it(campaign: Campaign, path: str) -> None:
    expected = {"keeper": 200, "player": 200, "reader": 200, "stranger": 404, "anonymous": 404}
    assert clients.status_by_role(url(campaign, path), campaign) == expected


@pytest.mark.parametrize("path", [*PDFS, *PICTURES, "print"])
def test_it_is_only_read(campaign: Campaign, path: str) -> None:
    assert clients.keeper(campaign).post(url(campaign, path)).status_code == 405


def test_files_say_what_they_are(campaign: Campaign) -> None:
    client = clients.keeper(campaign)
    for path in PDFS:
        answer = client.get(url(campaign, path))
        assert answer["Content-Type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
    for path in PICTURES:
        answer = client.get(url(campaign, path))
        assert answer["Content-Type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")
    sheet = client.get(url(campaign, "games/1/sheet.pdf"))
    assert sheet["Content-Disposition"] == 'inline; filename="the-long-watch-game-1-set-up.pdf"'
    assert sheet["Cache-Control"] == "private, no-cache"


def test_a_name_without_a_plain_letter_gives_a_file_its_code() -> None:
    campaign = factories.planned_campaign(name='魔"\r\n法')
    answer = clients.keeper(campaign).get(url(campaign, "results.pdf"))
    assert answer["Content-Disposition"] == f'inline; filename="{campaign.code}-results.pdf"'


@pytest.mark.parametrize("path", ["games/2/sheet.pdf", "games/0/restore.pdf", "mages/3/mat.png"])
def test_what_is_not_there_is_not_found(campaign: Campaign, path: str) -> None:
    assert clients.keeper(campaign).get(url(campaign, path)).status_code == 404


def test_the_paper_is_chosen_and_nonsense_is_a4(campaign: Campaign) -> None:
    client = clients.keeper(campaign)
    sheet = url(campaign, "results.pdf")
    a4, letter = client.get(sheet).content, client.get(f"{sheet}?paper=letter").content
    assert a4 != letter
    assert client.get(f"{sheet}?paper=../../x").content == a4


def test_a_sheet_that_is_unchanged_is_not_sent_again(campaign: Campaign) -> None:
    client = clients.keeper(campaign)
    for path in ("games/1/sheet.pdf", "share.png"):
        etag = client.get(url(campaign, path))["ETag"]
        again = client.get(url(campaign, path), headers={"If-None-Match": etag})
        assert (again.status_code, again.content) == (304, b"")


def test_a_stranger_with_the_right_etag_still_gets_nothing(campaign: Campaign) -> None:
    sheet = url(campaign, "games/1/sheet.pdf")
    etag = clients.keeper(campaign).get(sheet)["ETag"]
    assert Client().get(sheet, headers={"If-None-Match": etag}).status_code == 404


def test_a_changed_campaign_never_gets_an_old_sheet(campaign: Campaign) -> None:
    client = clients.keeper(campaign)
    sheet = url(campaign, "results.pdf")
    before = client.get(sheet)
    assert not says(before.content, "win")
    factories.record_win(campaign)
    after = client.get(sheet, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert says(after.content, "win")
    campaign_rename(**factories.signed(campaign), name="Another Name")
    assert says(client.get(sheet).content, "Another Name")


def test_a_photo_that_comes_without_a_write_is_in_the_chronicle(campaign: Campaign) -> None:
    client = clients.keeper(campaign)
    book = url(campaign, "chronicle.pdf")
    before = client.get(book)
    out = BytesIO()
    Image.new("RGB", (40, 30)).save(out, "WEBP")
    picture = Picture(out.getvalue(), out.getvalue(), 40, 30)
    photos_add(
        game=factories.game_of_campaign(campaign, 1),
        person=None,
        pictures=[picture],
        caption="A new breach",
    )
    after = client.get(book, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert says(after.content, "A new breach")


def test_each_language_has_its_own(campaign: Campaign) -> None:
    client = clients.keeper(campaign)
    tags = {
        client.get(url(campaign, "results.pdf"), headers={"Accept-Language": language})["ETag"]
        for language in ("en", "pl", "fr", "de")
    }
    assert len(tags) == 4


def test_queries_do_not_grow_with_the_games() -> None:
    few, many = factories.long_campaign(3), factories.long_campaign(40)
    for path in ("games/3/sheet.pdf", "results.pdf", "chronicle.pdf", "print"):
        asked = clients.query_count(few, url(few, path))
        assert asked == clients.query_count(many, url(many, path)), path
        assert asked <= 12


def test_the_print_page_lists_everything_with_the_paper_chosen(campaign: Campaign) -> None:
    page = clients.keeper(campaign).get(url(campaign, "print?paper=letter")).content.decode()
    for path in PDFS:
        assert f"{url(campaign, path)}?paper=letter" in page
    for path in PICTURES:
        assert url(campaign, path) in page


def test_without_a_game_the_print_page_offers_the_rest() -> None:
    campaign = factories.start_campaign()
    page = clients.keeper(campaign).get(url(campaign, "print")).content.decode()
    assert "mats.pdf" in page
    assert "sheet.pdf" not in page
