"""A game by keyboard alone: Tab, Space, Enter and letters; and where the focus goes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from campaign import selectors
from campaign.models import Campaign
from tests.browser.table import CODE, Table

pytestmark = pytest.mark.django_db(transaction=True)

# Something must show where the focus is: an outline on the element, or on what stands round it.
SHOWN = """() => {
  const drawn = (element) => getComputedStyle(element).outlineStyle !== "none";
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement)
    if (drawn(at)) return true;
  return false;
}"""
AT = """() => {
  const at = document.activeElement;
  return at === document.body ? "" : [at.tagName, at.id, at.name ?? "", at.value ?? "",
    at.textContent.trim().slice(0, 40), at.getAttribute("href") ?? "", at.dataset.step ?? "",
  ].join("|");
}"""


def reach(page: Page, selector: str) -> None:
    """Press Tab until the focus is on something, as somebody does who sees it."""
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            assert page.evaluate(SHOWN), f"nothing shows that {selector} has the focus"
            return
    pytest.fail(f"{selector} cannot be reached on {page.url}")


def write(page: Page, selector: str, text: str) -> None:
    """Go to a field and type."""
    reach(page, selector)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)


def tick(page: Page, selector: str) -> None:
    """Go to a box and tick it."""
    reach(page, selector)
    page.keyboard.press("Space")


def pick(page: Page, name: str, value: str) -> None:
    """Go to some radio buttons and walk to one of them by the arrows."""
    reach(page, f"[name={name}]")
    page.keyboard.press("Space")
    for _ in range(8):
        if page.evaluate("document.activeElement.value") == value:
            return
        page.keyboard.press("ArrowRight")
    pytest.fail(f"{name} has no {value}")


def send(page: Page, selector: str = "main form button[type=submit]") -> None:
    """Go to the button, press Enter, and wait for what comes."""
    reach(page, selector)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_game_is_kept_by_keyboard_alone(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    send(page, "main a[href='/start']")

    write(page, "[name=name]", "Tuesday table")
    pick(page, "mages", "2")
    for number, name in enumerate(("Ilva", "Torrin"), start=1):
        write(page, f"[name=name_{number}]", name)
        write(page, f"[name=player_{number}]", f"Player {number}")
    send(page)
    found = CODE.search(page.url)
    assert found, page.locator("main").inner_text()
    campaign = Campaign.objects.get(code=found[1])

    page.goto(f"/c/{campaign.code}/plan")
    send(page)
    page.goto(f"/c/{campaign.code}/games/1/setup")
    tick(page, "[data-step]")
    expect(page.locator("[data-checklist-count]")).to_contain_text("1 of")

    page.goto(f"/c/{campaign.code}/games/1/result")
    reach(page, "main form button[type=submit]")
    page.keyboard.press("Enter")
    expect(page.locator("#problems")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#problems') !== null")

    page.goto(f"/c/{campaign.code}/games/1/result")
    pick(page, "result", "win")
    pick(page, "ending_win", "nemesis_defeated")
    write(page, "[name=gravehold_life]", "12")
    write(page, "[name=nemesis_life]", "0")
    send(page)
    assert page.url.endswith("/aftermath"), page.locator("main").inner_text()

    send(page, ".walk__card h3 a")
    for place, kind in enumerate(("gem", "relic", "spell", "spell")):
        write(page, f"[name=name_{place}]", f"Find {place}")
        pick(page, f"kind_{place}", kind)
        write(page, f"[name=cost_{place}]", str(3 + place))
        if place in (0, 3):
            tick(page, f"[name=take][value='{place}']")
    piles = page.locator("[name=banish]")
    for place in (1, 8):
        tick(page, f"[name=banish][value='{piles.nth(place).get_attribute('value')}']")
    send(page)
    state = selectors.campaign_state(Campaign.objects.get(code=campaign.code))
    assert {"Find 0", "Find 3"} <= {pile.name for pile in state.market}


def test_the_focus_walks_through_a_page_and_out_again(table: Table) -> None:
    code = table.start()
    table.plan(1)
    for path in ("games/1/setup", "mages/1", "games/1/result"):
        table.page.goto(f"/c/{code}/{path}")
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
        assert len(seen) > 15
        # A date has three places of its own.
        stuck = [place for place, after in pairwise(seen) if place == after]
        assert not [place for place in stuck if "played_on" not in place]
