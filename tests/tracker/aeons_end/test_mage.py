"""One mage's mat, its name and its player."""

import pytest

from campaign.models import Mage, Role
from campaign.rules.aeons_end.legacy.facts import DecisionClosed, StickerPlaced, StickerRemoved
from campaign.services.aeons_end import mage_rename
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import LOOKED_AT, at, read
from tests.tracker.reading import main_text_of

pytestmark = pytest.mark.django_db

CHANGE = "Name and player"


def test_a_fresh_mat_says_when_each_slot_opens() -> None:
    page = read(factories.start_campaign(), "mage", 1)
    assert page.count("opens at the end of chapter 2") == 2
    assert "opens at the end of chapter 6" in page
    assert "green, side B" in page
    assert "played by Player 1" in page
    assert "Ability" not in page


def test_each_sticker_tells_what_it_brought_and_in_which_game() -> None:
    campaign = factories.played_through(6)
    response = clients.keeper(campaign).get(at(campaign, "mage", 2))
    page, html = main_text_of(response), response.content.decode()
    assert "Mark 2a-2 Starter card: a spell in hand since game 2" in page
    assert "Mark 2b-2 Starter card: a gem in the deck since game 2" in page
    assert "Mark 3-2 Ability of 5 charges Our words about it since game 3" in page
    assert "Breach IV A fourth breach, closed: 10 to open since game 5" in page
    assert 'aria-label="0 of 5 charges"' in html
    assert "Breach IV, closed: 4 to focus, 10 to open" in html
    assert 'transform="rotate(90 50 50)"' in html
    assert "opens at" not in page


def test_a_slot_that_the_story_emptied_is_left_free() -> None:
    campaign = factories.second_chapter()
    url = game_at(campaign, factories.last_game(campaign), "aftermath_sticker", 1, "2a")
    client = clients.keeper(campaign)
    assert url in client.get(at(campaign, "mage", 1)).content.decode()
    factories.record(campaign, StickerPlaced(1, factories.sticker("2a", 1)))
    factories.record(campaign, StickerRemoved(1, "2a", reason="Card 12 takes it off"))
    page = client.get(at(campaign, "mage", 1))
    assert "left free" in main_text_of(page)
    assert url not in page.content.decode()


def test_an_open_slot_leads_to_where_its_sticker_is_written_down() -> None:
    campaign = factories.played_through(1)
    factories.plan(campaign)
    factories.record_win(campaign)
    url = at(campaign, "mage", 1)
    assert f"{game_at(campaign, 2)}aftermath/sticker/1/2a" in (
        clients.keeper(campaign).get(url).content.decode()
    )
    reader = clients.member(campaign, Role.READER).get(url)
    assert "open now" in main_text_of(reader)
    assert "aftermath" not in reader.content.decode()


def test_a_slot_left_free_gives_the_reason() -> None:
    campaign = factories.played_through(1)
    factories.plan(campaign)
    factories.record_win(campaign)
    factories.record(campaign, DecisionClosed("slot:2a:1", reason="our mat has no such slot"))
    assert "left free: our mat has no such slot" in read(campaign, "mage", 1)


def test_a_look_back_has_no_way_to_change_anything() -> None:
    campaign = factories.played_through(3)
    assert CHANGE in read(campaign, "mage", 1)
    page = read(campaign, "mage", 1, after=2)
    assert "As it was after game 2" in page
    assert "Mark 2a-1" in page
    assert "Mark 3-1" not in page
    assert CHANGE not in page


@pytest.mark.parametrize("seat", [0, 3, 10**30])
def test_there_is_no_mage_where_nobody_sits(seat: int) -> None:
    campaign = factories.start_campaign(mages=2)
    assert clients.keeper(campaign).get(at(campaign, "mage", seat)).status_code == 404


def test_a_player_renames_a_mage_and_says_who_plays() -> None:
    campaign = factories.start_campaign()
    url = at(campaign, "mage", 2)
    client = clients.member(campaign, Role.PLAYER)
    answer = clients.send(client, url, {"name": "  Bub   da ", "player": "Ola"})
    assert (answer.status_code, answer["Location"]) == (302, url)
    mage = Mage.objects.get(campaign=campaign, seat=2)
    assert (mage.name, mage.player) == ("Bub da", "Ola")
    assert "Bub da" in read(campaign, "mage", 2)


def test_htmx_is_told_to_follow_as_a_page() -> None:
    campaign = factories.start_campaign()
    url = at(campaign, "mage", 1)
    client = clients.keeper(campaign)
    answer = clients.send(client, url, {"name": "Bubda", "player": ""}, headers=clients.HTMX)
    assert answer["HX-Redirect"] == url


@pytest.mark.parametrize(
    ("name", "said"),
    [("", "required"), ("x" * 61, "at most 60"), ("torrin", "Torrin"), ("\u202eevil", "")],
)
def test_a_bad_name_comes_back_with_a_sentence_and_what_was_typed(name: str, said: str) -> None:
    campaign = factories.start_campaign()
    url = at(campaign, "mage", 1)
    answer = clients.send(clients.keeper(campaign), url, {"name": name, "player": "Somebody new"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'value="Somebody new"' in page
    assert 'id="id_name_error"' in page
    assert said.casefold() in page.casefold()
    assert Mage.objects.get(campaign=campaign, seat=1).name == "Ilva"


def test_a_stale_form_is_told_what_changed_and_keeps_what_was_typed() -> None:
    campaign = factories.start_campaign()
    url = at(campaign, "mage", 1)
    client = clients.keeper(campaign)
    held = clients.hidden_fields(client, url)
    mage_rename(**factories.signed(campaign), seat=2, name="Quicker", player="")
    answer = client.post(url, {**held, "name": "Slower", "player": ""})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert 'value="Slower"' in page
    assert "Quicker" in page
    assert Mage.objects.get(campaign=campaign, seat=1).name == "Ilva"
    again = clients._FIELD.findall(page)
    fresh = dict(reversed(again))
    assert client.post(url, {**fresh, "name": "Slower", "player": ""}).status_code == 302


def test_the_same_form_twice_renames_once() -> None:
    campaign = factories.start_campaign()
    url = at(campaign, "mage", 1)
    client = clients.keeper(campaign)
    form = {**clients.hidden_fields(client, url), "name": "Bubda", "player": ""}
    assert [client.post(url, form).status_code for _ in range(2)] == [302, 302]
    campaign.refresh_from_db()
    assert campaign.revision == 2


def test_who_belongs_may_look_and_who_records_may_change() -> None:
    campaign = factories.start_campaign()
    url = at(campaign, "mage", 1)
    assert clients.status_by_role(url, campaign) == LOOKED_AT
    reader = clients.member(campaign, Role.READER, "Rita")
    assert CHANGE not in main_text_of(reader.get(url))
    assert reader.post(url, {"name": "X"}).status_code == 403
    assert clients.stranger().post(url, {"name": "X"}).status_code == 404
