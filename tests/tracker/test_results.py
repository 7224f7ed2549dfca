"""The results table."""

import datetime

import pytest

from campaign.rules.aeons_end.outcome import Ending, Result, Tally
from tests.campaign import factories
from tests.tracker import doors
from tests.tracker.reference import at, read, words

pytestmark = pytest.mark.django_db


def test_without_a_game_the_page_says_what_it_is_for() -> None:
    assert "No game yet" in read(factories.start_campaign(), "results")


def test_the_rulebooks_columns_come_first_and_the_rest_after_them() -> None:
    campaign = factories.planned_campaign()
    tally = Tally(Result.LOSS, Ending.MAGES_EXHAUSTED, 12, 40, (0, 0), frozenset({1, 2}))
    played_on = datetime.date(2025, 2, 3)
    factories.record_loss(campaign, tally=tally, played_on=played_on, minutes=95)
    page = read(campaign, "results")
    assert "Game Chapter Nemesis Result Date How it ended Lives left Minutes" in page
    row = page.split("Correct", 1)[1]
    assert row.startswith(" 1 1 Maelstrom lost")
    assert "2025" in row
    assert "Every mage is exhausted." in row
    assert "Gravehold 12, nemesis 40, Ilva exhausted, Torrin exhausted 95" in row


def test_the_rows_add_up() -> None:
    campaign = factories.settled_campaign()
    factories.play_game(campaign, won=False, onward=False)
    factories.plan(campaign)
    page = read(campaign, "results")
    assert "Games 2 Won 1 Lost 1 Chapters 1 of 7 At the table 3 h" in page
    assert "not played yet" in page


def test_each_row_leads_to_its_game_and_to_its_correction() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    html = doors.keeper(campaign).get(at(campaign, "results")).content.decode()
    assert f'href="/c/{campaign.code}/games/1/"' in html
    assert f'href="/c/{campaign.code}/games/1/correct"' in html
    assert f'href="/c/{campaign.code}/games/2/correct"' not in html
    reader = doors.member(campaign, factories.Role.READER).get(at(campaign, "results"))
    assert "correct" not in reader.content.decode()


def test_a_look_back_ends_with_its_game_and_corrects_nothing() -> None:
    campaign = factories.played_through(3)
    response = doors.keeper(campaign).get(at(campaign, "results", after=2))
    page = words(response)
    assert "As it was after game 2" in page
    assert "Games 2 Won 2 Lost 0 Chapters 2 of 7" in page
    assert "Hollow Regent 3" not in page
    assert "correct" not in response.content.decode()


def test_every_cell_names_its_column_for_a_phone() -> None:
    campaign = factories.settled_campaign()
    html = doors.keeper(campaign).get(at(campaign, "results")).content.decode()
    body = html.split("<tbody", 1)[1].split("</tbody>")[0]
    labels = ("Game", "Chapter", "Nemesis", "Result", "Date", "How it ended", "Lives left")
    assert all(f'data-label="{label}"' in body for label in labels)
