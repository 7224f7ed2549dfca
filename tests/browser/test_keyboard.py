"""Where the focus goes; test_whole_campaign.py plays by keyboard alone from start to finish."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import Keyboard
from tests.campaign import factories

pytestmark = pytest.mark.django_db(transaction=True)

AT = """() => {
  const at = document.activeElement;
  return at === document.body ? "" : [at.tagName, at.id, at.name ?? "", at.value ?? "",
    at.textContent.trim().slice(0, 40), at.getAttribute("href") ?? "", at.dataset.step ?? "",
  ].join("|");
}"""


def test_a_refused_form_focuses_its_errors_which_link_to_the_fields(
    keyboard: Keyboard, base_url: str
) -> None:
    page = keyboard.page
    keyboard.sit_down(factories.planned_campaign(), base_url)
    keyboard.go("games/1/setup")
    keyboard.mark(page.locator("[data-step]").first)
    expect(page.locator("[data-checklist-count]")).to_contain_text("1 of")
    keyboard.go("games/1/result")
    keyboard.reach(page.locator("main form button[type=submit]"))
    page.keyboard.press("Enter")
    expect(page.locator("#problems")).to_be_focused()
    # The browser's autofocus is quicker than htmx's, which comes a moment later.
    expect(page.locator(".htmx-settling")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator("#problems :focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("[name=result]:focus")).to_have_count(1)
    assert page.evaluate("unseen") == []


def test_the_more_menu_opens_closes_and_returns_the_focus(
    keyboard: Keyboard, base_url: str
) -> None:
    page = keyboard.page
    keyboard.sit_down(factories.planned_campaign(), base_url)
    more = page.locator("[popovertarget=more-pages]")
    keyboard.reach(more)
    page.keyboard.press("Enter")
    expect(page.locator("#more-pages")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("#more-pages :focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#more-pages")).to_be_hidden()
    expect(more).to_be_focused()


def test_tab_moves_through_a_page_and_leaves_it(keyboard: Keyboard, base_url: str) -> None:
    table = keyboard
    campaign = factories.planned_campaign()
    table.sit_down(campaign, base_url)
    for path in ("games/1/setup", "mages/1", "games/1/result"):
        table.page.goto(f"/c/{campaign.code}/{path}")
        seen: list[str] = []
        for _ in range(200):
            table.page.keyboard.press("Tab")
            place = table.page.evaluate(AT)
            if not place:
                break
            seen.append(place)
        else:
            pytest.fail(f"a trap on {path}: {seen[-5:]}")
        assert "skip" in table.page.evaluate("document.querySelector('a').className")
        assert "|#main|" in seen[0]
        assert len(seen) > 10
        # A date has three places of its own.
        stuck = [place for place, after in pairwise(seen) if place == after]
        assert not [place for place in stuck if "played_on" not in place]
