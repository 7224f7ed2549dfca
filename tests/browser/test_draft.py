"""A whole draft on three phones."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from campaign.models import Game, LiveMove, SavedDeck
from campaign.rules.ashes.draft import Stage
from campaign.selectors import ashes as selectors
from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.marks import thorough
from tests.tracker.ashes import drafting

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 390, "height": 844}


def open_phone(browser: Browser, base_url: str) -> Page:
    context: BrowserContext = browser.new_context(base_url=base_url, viewport=PHONE)  # type: ignore[arg-type] # a size
    return context.new_page()


def choose(page: Page, stage: Stage) -> None:
    """Take the first choice on the page of a player whose turn it is."""
    if stage is Stage.DICE:
        page.locator(".dice-pile label:has([value='2'])").first.click()
    elif stage is Stage.FIRST_FIVE:
        for offer in page.locator("#draft .card-choice").all()[:5]:
            offer.click()
    elif stage is not Stage.SWAP:
        page.locator("#draft .card-choice").first.click()
    name = "Keep mine" if stage is Stage.SWAP else ""
    buttons = page.locator(".draft-form button")
    (page.get_by_role("button", name=name) if name else buttons.last).click()


@pytest.mark.parametrize("taps", [1, thorough(99)], ids=["each kind once", "every choice"])
def test_three_phones_draft_from_the_invitation_to_the_game(
    browser: Browser, base_url: str, taps: int
) -> None:
    phones = [open_phone(browser, base_url) for _player in range(3)]
    host = phones[0]
    host.goto("/drafts")
    host.fill("[name=name]", "Ada")
    with host.expect_response(lambda answer: "/live/events?page=" in answer.url) as opened:
        host.get_by_role("button", name="Start a draft").click()
    assert opened.value.headers["content-type"].startswith("text/event-stream")
    draft = Game.objects.get()
    for seat, (page, name) in enumerate(zip(phones[1:], ("Bo", "Cy"), strict=True), start=2):
        page.goto(f"/s/{draft.invite_key}")
        page.fill("[name=name]", name)
        page.locator(f"button[name=seat][value='{seat}']").click()
        expect(page.locator("#draft")).to_contain_text("Waiting for the host to start.")
        expect(host.locator("#draft")).to_contain_text(name)  # by itself
    host.get_by_role("button", name="Start the draft").click()
    stages: Counter[Stage] = Counter()
    while (state := drafting.state_of(draft)).stage is not Stage.DONE:
        stages[state.stage] += 1
        if stages[state.stage] > taps:  # more of the same: none of the phones is asked
            drafting.move(draft, state, Random(5))
            if drafting.state_of(draft).stage is not state.stage:
                for page in phones:
                    page.reload()
            continue
        page = phones[state.awaited[len(stages) % len(state.awaited)] - 1]
        expect(page.locator(".draft-form")).to_be_visible()  # it came without a tap
        moves = LiveMove.objects.count()
        choose(page, state.stage)
        page.wait_for_load_state()
        assert LiveMove.objects.count() == moves + 1
    expect(phones[2].locator("#draft")).to_contain_text("Your deck is ready to play.")
    phones[2].get_by_role("button", name="Keep this deck").click()
    expect(phones[2].locator("main")).to_contain_text("Saved to your decks.")
    assert selectors.decks_of(SavedDeck.objects.get().owner)[0].is_playable
    for page in phones[:2]:
        expect(page.get_by_role("link", name="To the game")).to_be_visible()  # by itself
    host.get_by_role("link", name="To the game").click()
    expect(host.locator("h1")).to_be_visible()
    assert host.url.endswith(f"/g/{draft.code}/")
    for page in phones:
        page.context.close()


def test_a_phone_without_a_network_says_so_once_and_moves_no_page(
    browser: Browser, base_url: str
) -> None:
    host, guest = factories.person("Ada"), factories.person("Bo")
    draft = drafting.opened(host, guest)
    page = open_phone(browser, base_url)
    sign_in(page.context, host, base_url)
    page.goto(f"/g/{draft.code}/draft")
    page.evaluate("scrollTo(0, 300)")
    page.context.set_offline(True)
    expect(page.locator("#messages .notice")).to_be_visible()
    page.evaluate("document.querySelector('#messages .notice').id = 'first'")
    for _time in range(2):  # it asks again
        page.wait_for_event("requestfailed", lambda request: "/draft?seen=" in request.url)
    expect(page.locator("#messages .notice#first")).to_have_count(1)
    assert page.evaluate("scrollY") == pytest.approx(300, abs=120)  # below the notice
    page.context.set_offline(False)
    expect(page.locator("#messages .notice")).to_have_count(0)
    page.context.close()
