"""A one-off game of War Eternal on a phone, with and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from campaign.models import Game, Play
from tests.browser.table import Table
from tests.tracker.security.site import jpeg

pytestmark = pytest.mark.django_db(transaction=True)


def play(table: Table) -> Page:
    """Tap a number of mages, roll again with one of them kept, and write a win down."""
    page = table.page
    page.goto("/play")
    table.look()
    table.press("2 mages")
    table.code = Game.objects.get().code
    table.look()
    first = page.locator('label:has([name="keep_mages"])').first
    kept = first.inner_text().strip()
    first.locator("input").check()
    page.get_by_role("button", name="Re-roll the rest", exact=True).click()
    expect(page.locator(".notice--success").first).to_be_visible()  # it says what came
    expect(page.locator("article.mat").first).to_have_attribute("aria-label", kept)
    return page


def finish(table: Table) -> None:
    table.press("Enter the result")
    table.look()
    table.page.locator('[name="result"][value="win"]').check(force=True)
    table.press("Save the result")
    table.look()
    expect(table.page.get_by_role("heading", name="Won")).to_be_visible()
    assert Play.objects.get().result == "win"


def test_an_evening_is_three_taps_and_a_result(table: Table) -> None:
    play(table)
    finish(table)


def test_a_market_requirement_is_checked_while_it_is_typed(table: Table) -> None:
    page = play(table)
    table.press("Change the set-up")
    table.look()
    page.locator('[name="count_1"]').fill("3")
    page.locator('[name="kind_1"]').select_option("gem")
    page.locator('[name="min_1"]').fill("6")
    expect(page.locator("#answer")).to_contain_text("Requirement 1: 1 card matches, 3 needed.")
    page.get_by_role("button", name="Set up the game").click()
    expect(page.locator("#problems")).to_contain_text("Requirement 1 can’t be met")
    table.seen.discard(table.kind())  # once more, as it was refused
    table.look()
    page.locator('[name="count_1"]').fill("1")
    expect(page.locator("#answer")).to_contain_text("different markets fit")
    table.press("Set up the game")
    assert "Bloodstone Jewel" in page.content()


def test_an_evening_needs_no_scripts(bare_table: Table) -> None:
    bare_table.look_closely = False  # axe is a script itself
    play(bare_table)
    bare_table.press("Change the set-up")
    bare_table.page.locator('[name="nemesis"]').select_option("gate-witch")
    bare_table.press("Set up the game")
    expect(bare_table.page.get_by_role("heading", level=1)).to_have_text("Set up Gate Witch")
    finish(bare_table)


def test_chosen_photos_stay_until_the_result_is_accepted(table: Table) -> None:
    page = play(table)
    table.press("Enter the result")
    page.locator('[name="result"][value="win"]').check(force=True)
    page.locator('[name="gravehold_life"]').fill("0")
    sent = FilePayload(name="table.jpg", mimeType="image/jpeg", buffer=jpeg().read())
    page.locator('[name="pictures"]').set_input_files(sent)
    page.get_by_role("button", name="Save the result").click()
    expect(page.locator("#problems")).to_be_visible()
    assert page.locator('[name="pictures"]').evaluate("input => input.files.length") == 1
    page.locator('[name="gravehold_life"]').fill("12")
    table.press("Save the result")
    expect(page.locator(".photos img")).to_have_attribute("alt", "Photo of this game")
    table.look()
    assert Game.objects.get().photos.count() == 1


def test_photos_are_added_without_leaving_the_page(table: Table) -> None:
    page = play(table)
    page.get_by_text("Add photos").click()
    sent = FilePayload(name="table.jpg", mimeType="image/jpeg", buffer=jpeg().read())
    page.locator('[name="pictures"]').set_input_files(sent)
    # htmx listens once it has run, and until then the form would be sent as without scripts.
    page.wait_for_function("() => window.htmx")
    page.evaluate("window.stayed = true")
    page.get_by_role("button", name="Add the photos").click()
    expect(page.locator(".photos img")).to_be_visible()
    assert page.evaluate("window.stayed")
