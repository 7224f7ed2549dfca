"""The story of a campaign, game by game, and where its mages go on to."""

import pytest

from campaign.models import Game, Photo, Role
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import at, read

pytestmark = pytest.mark.django_db


def test_each_game_is_a_card_with_its_quote_and_what_changed_for_good() -> None:
    campaign = factories.planned_campaign()
    factories.record_loss(campaign, note="We held the gate until it fell.")
    page = read(campaign, "story")
    assert "Chapter 1" in page
    assert "Game 1" in page
    assert "Maelstrom lost" in page
    assert "We held the gate until it fell." in page


def test_what_was_decided_after_a_game_stands_in_its_card() -> None:
    page = read(factories.settled_campaign(), "story")
    assert "What changed for good" in page
    assert "The market grew" in page.split("What changed for good", 1)[1]


def test_a_card_shows_the_photos_of_its_game() -> None:
    campaign = factories.played_campaign()
    game = factories.game_of_campaign(campaign, 1)
    Photo.objects.create(game=game, name="a" * 32, width=40, height=30, caption="The last turn")
    html = clients.keeper(campaign).get(at(campaign, "story")).content.decode()
    assert f'src="{game_at(campaign, 1)}photos/{"a" * 32}/thumb"' in html
    assert "The last turn" in html


def test_the_story_is_told_from_its_first_game_on_and_by_pages() -> None:
    campaign = factories.long_campaign(12)
    client = clients.keeper(campaign)
    first, second = (
        client.get(f"{at(campaign, 'story')}?page={page}").content.decode() for page in (1, 2)
    )
    assert first.index('id="game-1"') < first.index('id="game-10"')
    assert 'id="game-11"' not in first
    assert 'id="game-11"' in second


def test_before_the_first_game_the_page_says_what_it_is_for() -> None:
    assert "The story has not begun" in read(factories.start_campaign(), "story")


def test_its_print_is_the_chronicle_and_a_stranger_finds_nothing() -> None:
    campaign = factories.settled_campaign()
    html = clients.keeper(campaign).get(at(campaign, "story")).content.decode()
    assert f'href="/c/{campaign.code}/chronicle.pdf"' in html
    assert clients.stranger().get(at(campaign, "story")).status_code == 404


def test_a_finished_campaign_leads_to_its_story_and_its_mages_to_their_next_game() -> None:
    campaign = factories.played_through(7)
    client = clients.keeper(campaign)
    front = client.get(at(campaign, "campaign")).content.decode()
    assert f'href="{at(campaign, "story")}"' in front
    answer = client.post(at(campaign, "next_game"))
    made = Game.objects.one_off().get()
    assert answer["Location"] == f"/g/{made.code}/"
    page = client.get(answer["Location"]).content.decode()
    assert "Ilva" in page
    assert "Torrin" in page


def test_who_only_looks_and_who_is_not_done_starts_no_game() -> None:
    finished, running = factories.played_through(7), factories.settled_campaign()
    reader = clients.member(finished, Role.READER)
    assert "next-game" not in reader.get(at(finished, "story")).content.decode()
    assert reader.post(at(finished, "next_game")).status_code == 403
    answer = clients.keeper(running).post(at(running, "next_game"))
    assert answer["Location"] == at(running, "story")
    assert not Game.objects.one_off().exists()
