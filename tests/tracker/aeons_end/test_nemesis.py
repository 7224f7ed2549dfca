"""The campaign's basic cards, the deck, and the nemeses met."""

import pytest

from campaign.rules.aeons_end.legacy.facts import BasicJoined, BasicLeft, CardEvolved
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import at, read

pytestmark = pytest.mark.django_db


def test_a_new_campaign_is_told_nothing_of_sealed_sections() -> None:
    page = read(factories.start_campaign(), "nemesis")
    assert "None yet" in page
    assert "asic card" not in page
    assert "deck from chapter 3" not in page


def test_in_chapter_two_the_pool_is_empty_and_says_when_it_fills() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    page = read(campaign, "nemesis")
    assert "No basic cards yet" in page
    assert "In chapter 2 the story decides" in page
    assert "deck from chapter 3" not in page


def test_what_is_known_of_a_nemesis_own_cards_stands_with_what_it_costs_to_discard_them() -> None:
    page = read(factories.planned_campaign(), "nemesis")
    assert "Acid Fog tier 1 · power 2 · to discard: 6 aether" in page
    assert "Knife Storm tier 1 · power 2 · to discard: 2 prepped spells" in page
    assert "Call of Brama" in page


@pytest.mark.parametrize(
    ("mages", "table"),
    [(1, "3 1 4 Tier 2 3 3 6 Tier 3 3 7 10"), (4, "3 8 11 Tier 2 3 7 10 Tier 3 3 7 10")],
)
def test_the_table_says_what_a_deck_needs_from_chapter_three_on(mages: int, table: str) -> None:
    campaign = factories.played_through(2, mages=mages)
    factories.plan(campaign)
    assert table in read(campaign, "nemesis")


def test_each_tier_counts_its_cards_against_the_table() -> None:
    campaign = factories.third_chapter()
    page = read(campaign, "nemesis")
    assert "Tier 1 3 of 3 Pale Thing 1.1 life 5" in page
    assert "Tier 2 5 of 5" in page
    assert "Tier 3 7 of 7" in page
    assert "missing" not in page


def test_a_card_too_few_and_a_card_too_many_are_said() -> None:
    campaign = factories.played_through(1)
    factories.plan(campaign)
    for number in range(4):
        factories.record(campaign, BasicJoined(factories.basic(f"Grey {number}", 1)))
    factories.record(campaign, BasicJoined(factories.basic("Grey other", 2)))
    assert "of 3" not in read(campaign, "nemesis")
    factories.record_win(campaign)
    factories.answer_all(campaign, but="pool")
    assert "of 3" not in read(campaign, "nemesis")
    factories.settle_now(campaign)
    factories.plan(campaign)
    page = read(campaign, "nemesis")
    assert "Tier 1 4 of 3 1 too many" in page
    assert "Tier 2 1 of 5 4 missing" in page
    assert "None yet." in page


def test_a_sticker_stands_in_the_players_words_with_its_game() -> None:
    campaign = factories.third_chapter()
    factories.record_win(campaign)
    factories.record(campaign, CardEvolved("~pale thing 2.1", "Hits twice"))
    response = clients.keeper(campaign).get(at(campaign, "nemesis"))
    assert "1 of 1 sticker space filled" in response.content.decode()
    page = read(campaign, "nemesis")
    assert "Pale Thing 2.1 life 5 Rename Pale Thing 2.1 Hits twice game 3" in page


def test_a_transformed_card_tells_what_it_was_and_the_old_one_is_gone() -> None:
    campaign = factories.played_through(3)
    page = read(campaign, "nemesis")
    pool, gone = page.split("Removed from the campaign")
    assert "Paler Thing 3 life 5 Rename Paler Thing 3 was Pale Thing 1.1 until game 3" in pool
    assert "Pale Thing 1.1 tier 1 Rename Pale Thing 1.1 became Paler Thing 3 in game 3" in gone
    assert "Our words about its sticker" in gone


def test_a_card_that_left_without_becoming_another_is_gone_too() -> None:
    campaign = factories.played_through(1)
    factories.plan(campaign)
    factories.record(campaign, BasicJoined(factories.basic("Grey One", 1)))
    factories.record(campaign, BasicLeft("~grey one"))
    assert "Grey One tier 1 Rename Grey One left in game 2" in read(campaign, "nemesis")


def test_nemeses_met_are_listed_with_how_it_went() -> None:
    campaign = factories.settled_campaign()
    factories.play_game(campaign, won=False, onward=False)
    factories.plan(campaign)
    page = read(campaign, "nemesis")
    assert "Maelstrom life 99 Game 1 won" in page
    assert "Hollow Regent 2 life 42 Game 2 lost Game 3 not played yet" in page
    html = clients.keeper(campaign).get(at(campaign, "nemesis")).content.decode()
    assert f'href="{game_at(campaign, 2)}"' in html


def test_a_look_back_shows_the_pool_of_that_day() -> None:
    campaign = factories.played_through(3)
    page = read(campaign, "nemesis", after=2)
    assert "As it was after game 2" in page
    assert "Paler Thing 3" not in page
    assert "Hollow Regent 3" not in page
    assert "asic cards" not in read(campaign, "nemesis", after=1)


def test_of_a_long_campaign_the_latest_games_are_shown_and_the_others_counted() -> None:
    page = read(factories.long_campaign(40), "nemesis")
    assert "Game 29 lost" in page
    assert "Game 40 lost 27 more" in page  # of the 39 games against one nemesis
