"""One game's page."""

import re

import pytest

from campaign.models import Campaign, Role
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.facts import Foe, Noted, SectionUnlocked
from campaign.rules.aeons_end.outcome import Tally
from campaign.services.games import game_undo
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients

pytestmark = pytest.mark.django_db

TALLY = Tally(
    Result.WIN,
    Ending.NEMESIS_DEFEATED,
    gravehold_life=21,
    nemesis_life=0,
    lives=(7, 0),
    exhausted=frozenset({2}),
)

# The ring of an ending: gold all round, or its opponent in red between the pieces.
CLOSED, BROKEN = '<g fill="#f0bb3b">', "#f4574a"


def url_of(campaign: Campaign, game: int = 1) -> str:
    return game_at(campaign, game)


def page_of(campaign: Campaign, game: int = 1) -> str:
    answer = clients.keeper(campaign).get(url_of(campaign, game))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_a_planned_game_leads_to_its_sheet_and_its_result() -> None:
    campaign = factories.planned_campaign()
    page = page_of(campaign)
    assert "<title>Game 1 · The Long Watch" in page
    assert "Planned, not played yet" in page
    for way in ("setup", "result"):
        assert f'href="{url_of(campaign)}{way}"' in page
    assert f'href="{url_of(campaign)}correct"' not in page


def test_a_win_closes_the_ring_with_what_was_said_and_a_picture_to_share() -> None:
    campaign = factories.planned_campaign()
    factories.record_win(campaign, tally=TALLY, note="One life left.")
    page = page_of(campaign)
    assert '<section class="ending stage ending--win"' in page
    assert page.count(CLOSED) == 1
    assert "<blockquote>One life left.</blockquote>" in page
    assert page.count("One life left.") == 1  # not among the notes again
    assert f'href="{url_of(campaign)}share.png"' in page


def test_a_loss_breaks_the_ring_and_names_the_mages_where_no_life_was_noted() -> None:
    campaign = factories.planned_campaign()
    factories.record_loss(campaign)
    page = page_of(campaign)
    assert '<section class="ending stage ending--loss"' in page
    assert CLOSED not in page
    assert f'fill="{BROKEN}"' in page
    assert "<b>Ilva</b>" in page


def test_a_played_game_shows_its_dials_and_leads_to_the_aftermath() -> None:
    campaign = factories.planned_campaign()
    factories.record_win(campaign, tally=TALLY)
    page = page_of(campaign)
    for said in (
        "Gravehold: 21 of 30 life",
        "Maelstrom: 0 of 99 life",
        "Ilva: 7 of 10 life",
        "Torrin: 0 of 10 life",
        "The nemesis is at 0 life.",
        "90 minutes",
        f'href="{url_of(campaign)}aftermath"',
        f'href="{url_of(campaign)}correct"',
    ):
        assert said in page, said


def test_who_was_exhausted_is_said_where_no_dial_shows_it() -> None:
    campaign = factories.planned_campaign()
    tally = Tally(Result.LOSS, exhausted=frozenset({1, 2}))
    factories.record_loss(campaign, tally=tally)
    assert "Exhausted: Ilva and Torrin" in page_of(campaign)


def test_only_the_last_game_can_be_undone() -> None:
    campaign = factories.played_through(2)
    assert f"/c/{campaign.code}/undo" in page_of(campaign, 2)
    assert f"/c/{campaign.code}/undo" not in page_of(campaign, 1)


def test_what_was_decided_is_told_in_words_with_who_wrote_it() -> None:
    campaign = factories.settled_campaign()
    player = factories.person("Piotr")
    factories.join(campaign, player)
    factories.plan(campaign, person=player)
    factories.record(campaign, SectionUnlocked("S", "S", "Cards grow."), person=player)
    first, second = page_of(campaign, 1), page_of(campaign, 2)
    assert "by Zuza" in first
    assert "Ember Reed 1.1" in first
    assert "by Piotr" in second
    assert "by Zuza" not in second
    assert "Planned: chapter 2 against Hollow Regent 2." in second


def test_a_reason_against_the_pack_is_told_with_its_entry() -> None:
    campaign = factories.start_campaign()
    factories.plan(campaign, foe=Foe("maelstrom", life=50), reason="our mat shows 50")
    assert "our mat shows 50" in page_of(campaign)


def test_what_a_former_player_wrote_still_stands() -> None:
    campaign = factories.planned_campaign()
    player = factories.person("Piotr")
    factories.record(campaign, Noted("I was here."), person=player)
    player.delete()
    page = page_of(campaign)
    assert "I was here." in page
    assert "by a former player" in page


def test_a_reader_looks_and_is_offered_nothing_to_write() -> None:
    campaign = factories.played_campaign()
    page = clients.member(campaign, Role.READER).get(url_of(campaign)).content.decode()
    assert f'href="{url_of(campaign)}setup"' in page
    for way in ("correct", "aftermath", "notes", "photos", "result"):
        assert f'"{url_of(campaign)}{way}"' not in page
    assert "/undo" not in page
    assert "No notes about this game yet." in page
    assert "Open the campaign" in page


def test_a_game_that_was_undone_is_not_found() -> None:
    campaign = factories.planned_campaign()
    game_undo(**factories.signed(campaign), game=1)
    assert clients.keeper(campaign).get(url_of(campaign)).status_code == 404


def test_what_people_wrote_cannot_become_markup() -> None:
    campaign = factories.start_campaign(name="<b>Bold</b>")
    factories.plan(campaign)
    factories.record(campaign, Noted("<img src=x onerror=alert(1)>"))
    page = page_of(campaign)
    assert "<img src=x" not in page
    assert "<b>Bold</b>" not in page
    assert "&lt;img src=x" in page


def test_the_page_asks_the_database_as_often_for_many_entries_by_many_people() -> None:
    campaign = factories.planned_campaign()
    once = clients.query_count(campaign, url_of(campaign))
    for number in range(4):
        player = factories.person(f"Player {number}")
        factories.record(campaign, Noted(f"Words {number}"), person=player)
    player.delete()
    assert clients.query_count(campaign, url_of(campaign)) == once
