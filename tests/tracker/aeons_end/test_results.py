"""The results table."""

import datetime

import pytest

from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.outcome import Tally
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import at, read
from tests.tracker.reading import main_text_of

pytestmark = pytest.mark.django_db


def test_without_a_game_the_page_says_what_it_is_for() -> None:
    assert "No game yet" in read(factories.start_campaign(), "results")


def test_the_rulebooks_columns_come_first_and_the_numbers_after_them() -> None:
    campaign = factories.planned_campaign()
    tally = Tally(Result.LOSS, Ending.MAGES_EXHAUSTED, 12, 40, (), frozenset({1, 2}))
    played_on = datetime.date(2025, 2, 3)
    factories.record_loss(campaign, tally=tally, played_on=played_on, minutes=95)
    page = read(campaign, "results")
    heads = "Game Chapter Nemesis Result Date Gravehold Nemesis Ilva Torrin Minutes"
    assert heads in page.replace("Life left: ", "")
    row = page.split("Minutes", 1)[1]
    assert row.startswith(" Game 1 Chapter 1 Maelstrom Every mage is exhausted. lost")
    assert "2025 12 40 0 0 95 min" in row


def test_the_rows_add_up() -> None:
    campaign = factories.settled_campaign()
    factories.play_game(campaign, won=False, onward=False)
    factories.plan(campaign)
    page = read(campaign, "results")
    assert "Games 2 Won 1 Lost 1 Chapters 1 of 7 Time played 3 h" in page
    assert "not played yet" in page


def test_each_row_leads_to_its_game() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    html = clients.keeper(campaign).get(at(campaign, "results")).content.decode()
    rows = html.split("<tbody", 1)[1].split("</tbody>")[0].split("</tr>")
    assert f'<a href="{game_at(campaign, 1)}">Maelstrom</a>' in rows[0]
    assert f'<a href="{game_at(campaign, 2)}">' in rows[1]


def test_a_look_back_ends_with_its_game() -> None:
    campaign = factories.played_through(3)
    page = main_text_of(clients.keeper(campaign).get(at(campaign, "results", after=2)))
    assert "As it was after game 2" in page
    assert "Games 2 Won 2 Lost 0 Chapters 2 of 7" in page
    assert "Hollow Regent 3" not in page


def test_a_long_campaign_shows_its_latest_games_and_adds_up_all_of_them() -> None:
    campaign = factories.long_campaign(40)
    client = clients.keeper(campaign)
    html = client.get(at(campaign, "results")).content.decode()
    assert [number for number in (10, 11, 40) if f'id="game-{number}"' in html] == [11, 40]
    assert "Games 40 " in read(campaign, "results")
    html = client.get(f"{at(campaign, 'results')}?after=35&page=2").content.decode()
    assert [number for number in (1, 5, 6) if f'id="game-{number}"' in html] == [1, 5]
    assert 'rel="prev" href="?after=35&amp;page=1"' in html
