"""The browsers of cards and decks: results as somebody types, in an address that can be sent."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.campaign import factories
from tests.tracker.ashes import decks

pytestmark = pytest.mark.django_db(transaction=True)


def opened(
    browser: Browser, base_url: str, *, path: str = "/decks/cards", scripts: bool = True
) -> Page:
    context = browser.new_context(
        base_url=base_url, viewport={"width": 390, "height": 844}, java_script_enabled=scripts
    )
    page = context.new_page()
    page.goto(path)
    return page


def test_cards_are_found_while_typing_and_the_address_can_be_sent(
    browser: Browser, base_url: str
) -> None:
    page = opened(browser, base_url)
    expect(page.locator("#found")).to_contain_text("557 cards")
    page.get_by_label("Search").press_sequentially("summon")
    page.get_by_role("button", name="Filter").click()
    page.locator(".chip", has_text="Sympathy").click()
    expect(page).to_have_url(re.compile(r"\?q=summon&dice=sympathy$"))
    names = page.locator(".drawn-card__name a").all_inner_texts()
    assert "Summon Cerulean Diver" in names
    other = opened(browser, base_url)
    other.goto(page.url)
    assert other.locator(".drawn-card__name a").all_inner_texts() == names
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Filter 1")).to_be_visible()
    page.get_by_role("link", name="Summon Cerulean Diver").click()
    expect(page.locator("h1")).to_have_text("Summon Cerulean Diver")
    expect(page.get_by_role("img", name="1 × Sympathy class")).to_be_visible()


def test_the_first_card_is_in_sight_and_the_search_stays(browser: Browser, base_url: str) -> None:
    page = opened(browser, base_url)
    box = page.locator(".drawn-card").first.bounding_box()
    assert box
    assert box["y"] + box["height"] < 844
    page.mouse.wheel(0, 3000)
    expect(page.get_by_label("Search")).to_be_in_viewport()


def test_without_scripts_the_button_searches(browser: Browser, base_url: str) -> None:
    page = opened(browser, base_url, scripts=False)
    page.get_by_label("Search").fill("anchornaut")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#found")).to_contain_text("1 card")


@pytest.mark.parametrize("path", ["/decks", "/decks/public"])
def test_the_first_deck_is_in_sight_and_the_filter_is_the_same(
    browser: Browser, base_url: str, path: str
) -> None:
    decks.public(factories.person())
    page = opened(browser, base_url, path=path)
    box = page.locator(".shelf .card").first.bounding_box()
    assert box
    assert box["y"] + box["height"] < 844
    page.get_by_role("button", name="Filter").click()
    page.locator(".chip", has_text="Ceremonial").click()
    page.locator(".chip", has_text="Natural").click()
    expect(page).to_have_url(re.compile(rf"{path}\?dice=ceremonial&dice=natural$"))
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Filter 1")).to_be_visible()
    expect(page.locator(".shelf .card").first).to_contain_text("Iron")
    page.context.close()
