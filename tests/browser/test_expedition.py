"""An expedition on a phone: how many taps its start takes, and the count of its piles."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaign.rules.aeons_end.one_off.choices import Collection
from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.tracker.aeons_end import expeditions
from tracker.systems.aeons_end.shared.shelf import save

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TAPS = 5


def test_an_expedition_starts_in_a_few_taps_from_my_boxes(page: Page, base_url: str) -> None:
    person = factories.person("Zuza", username="zuza")
    save(person, Collection(boxes=expeditions.BOXES))
    sign_in(page.context, person, base_url)
    page.goto(base_url + reverse("home"))
    taps = [
        f"a[href$='{reverse('expedition_start')}']",
        "label:has(input[name=variant][value=short])",
        "label:has(input[name=players][value='3'])",
        "button:has-text('Start the expedition')",
        "a:has-text('Set up the battle')",
    ]
    for tap in taps:
        page.locator(f"main {tap}").first.click()
    assert len(taps) <= MOST_TAPS
    expect(page.locator("main h1")).to_be_visible()
    assert page.url.endswith("/battle")


def test_the_piles_that_are_taken_are_counted(page: Page, base_url: str) -> None:
    person = factories.person("Zuza", username="zuza")
    campaign = expeditions.begun(person, big_pockets=True)
    expeditions.win(campaign)
    sign_in(page.context, person, base_url)
    page.goto(base_url + reverse("expedition_battle", args=[campaign.code]))
    counted = page.locator("[data-count]")
    expect(counted).to_have_text("9 of 9 piles")
    page.locator(".pile--choice:has(:checked)").first.click()
    expect(counted).to_have_text("8 of 9 piles")


def test_the_form_opens_at_its_top(page: Page, base_url: str) -> None:
    page.goto(f"{base_url}/expeditions/new")
    expect(page.locator("#lacks.htmx-request")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("[scrollY, document.activeElement.tagName]") == [0, "BODY"]


def test_a_tick_says_at_once_what_the_boxes_lack(page: Page, base_url: str) -> None:
    person = factories.person("Zuza", username="zuza")
    save(person, Collection(boxes=("aeons-end", "war-eternal")))
    sign_in(page.context, person, base_url)
    page.goto(base_url + reverse("expedition_start"))
    lacks = page.locator("#lacks")
    expect(lacks).to_contain_text("Treasures of level 1: 5 needed, 0 in your boxes.")
    expect(lacks).to_contain_text("Boxes that would help, the best first: The New Age")
    page.locator("label:has(input[name=variant][value=extended])").click()
    expect(lacks).to_contain_text("Nemeses of tier 4: 2 needed, 1 in your boxes.")
