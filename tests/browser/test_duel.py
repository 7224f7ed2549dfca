"""A whole evening of Ashes on a phone, with and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Game, Play
from tests.browser.table import Table

pytestmark = pytest.mark.django_db(transaction=True)


def set_up(table: Table) -> None:
    """Say who plays with which deck, and read the sheet."""
    page = table.page
    page.goto("/play?system=ashes")
    table.look()
    for seat, (name, deck) in enumerate((("Ada", "the-iron-men"), ("Bo", "the-snakes-in-silver"))):
        page.locator(f'[name="player_{seat + 1}"]').fill(name)
        page.locator(f'[name="deck_{seat + 1}"]').select_option(f"ready:{deck}")
    table.press("Set up the game")
    table.code = Game.objects.get().code
    table.look()
    for name in ("Coal Roarkwin", "Maeoni Viper", "Hammer Knight"):
        expect(page.locator("main")).to_contain_text(name)


def tap_live(page: Page, name: str) -> None:
    """Tap a button of the live game, as somebody who looks first."""
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_visible()
    rest(page)
    button.click()


def rest(page: Page) -> None:
    """Wait until no button ignores taps; one that has just come or moved does for a moment."""
    expect(page.locator("[data-deaf], [data-moved]")).to_have_count(0)


def play_live(table: Table) -> None:
    """Play a round on the phone until a Phoenixborn is destroyed."""
    page = table.page
    table.tap(page.get_by_role("link", name="Play live").first)
    table.press("Start")
    table.look()
    tap_live(page, "Bo")
    tap_live(page, "Begin the turns")
    expect(page.locator(".live-turn__who")).to_have_text("Bo")
    rest(page)
    page.locator('[data-key="cards-1"]').click()
    page.locator("#cards-1 .card-tap", has_text="Hammer Knight").click()
    page.keyboard.press("Escape")
    expect(page.locator(".unit")).to_contain_text("Hammer Knight")
    expect(page.locator("#cards-1")).to_be_hidden()
    tap_live(page, "End the turn")
    expect(page.locator(".live-turn__who")).to_have_text("Ada")
    rest(page)
    page.locator("summary", has_text="Change by a number").click()
    page.locator("#type_by").fill("15")
    page.locator("#type").get_by_role("button", name="Change").click()
    expect(page.locator(".live-turn__who")).to_have_text("Bo has won")
    table.look()
    end = page.locator(".live-end").get_by_role("link", name="Enter the result")
    expect(end).to_be_visible()
    rest(page)
    table.tap(end)


def save(table: Table) -> None:
    """Save the result that the live game filled in."""
    page = table.page
    expect(page.locator('[name="winner"][value="2"]')).to_be_checked()
    expect(page.locator('[name="life_1"]')).to_have_value("0")
    expect(page.locator('[name="rounds"]')).to_have_value("1")
    table.look()
    table.press("Save the result")
    expect(page.locator("main")).to_contain_text("Wounds round by round")
    table.look()
    assert Play.objects.get().seats.get(seat=2).result == "win"


def test_a_duel_from_the_decks_to_the_statistics_and_a_correction(table: Table) -> None:
    set_up(table)
    play_live(table)
    save(table)
    page = table.page
    page.goto("/log")
    expect(page.locator("main")).to_contain_text("Maeoni Viper (Bo)")
    page.goto("/log/statistics")
    expect(page.locator("main")).to_contain_text("Phoenixborn against Phoenixborn")
    table.look()
    page.goto(f"/g/{table.code}/correct")
    page.locator('[name="winner"][value="1"]').check(force=True)
    page.locator('[name="life_1"]').fill("3")
    page.locator('[name="life_2"]').fill("0")
    table.look()
    table.press("Save the correction")
    assert Play.objects.get().seats.get(seat=1).result == "win"


def test_another_player_is_added_and_nothing_typed_is_lost(table: Table) -> None:
    page = table.page
    page.goto("/play?system=ashes")
    page.locator('[name="player_1"]').fill("Ada")
    page.locator('[name="deck_2"]').select_option("ready:the-mist-guardian")
    for seat in (3, 4):
        page.get_by_role("button", name="Add a player").click()
        expect(page.locator(f'[name="deck_{seat}"]')).to_be_visible()
    expect(page.locator('[name="player_1"]')).to_have_value("Ada")
    expect(page.locator('[name="deck_2"]')).to_have_value("ready:the-mist-guardian")
    assert "/play" in page.url
    page.locator('[name="player_4"]').fill("Cleo")
    page.locator('[name="deck_4"]').select_option("random")
    table.look()
    page.locator('[name="first"]').select_option(label="Player 4")
    table.press("Set up the game")
    expect(page.locator("main")).to_contain_text("Cleo goes first")
    assert Game.objects.count() == 1


@pytest.mark.thorough  # in the suite an evening and a campaign do without
def test_a_duel_needs_no_scripts(bare_table: Table) -> None:
    bare_table.look_closely = False  # axe is a script itself
    set_up(bare_table)
    play_live(bare_table)
    save(bare_table)
