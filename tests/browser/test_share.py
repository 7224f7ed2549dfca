"""Copy and Share beside a link, where the browser can."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.marks import thorough

pytestmark = pytest.mark.django_db(transaction=True)

# What a phone has, and what it was given.
PHONE = """
window.given = [];
Object.defineProperty(navigator, "clipboard", {
  value: {writeText: async (text) => given.push(["copied", text])}, configurable: true});
navigator.share = async ({url}) => given.push(["shared", url]);
"""
BARE = """
Object.defineProperty(navigator, "clipboard", {value: undefined});
Object.defineProperty(navigator, "share", {value: undefined});
"""


@pytest.mark.parametrize("kind", ["Create invitation", thorough("Create view-only link")])
def test_a_new_link_is_copied_and_shared(browser: Browser, base_url: str, kind: str) -> None:
    campaign = factories.start_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    for script in (PHONE, BARE):
        context = browser.new_context(viewport={"width": 390, "height": 844})
        context.add_init_script(script)
        sign_in(context, keeper, base_url)
        page = context.new_page()
        page.goto(f"{base_url}/c/{campaign.code}/people")
        page.get_by_role("button", name=kind).click()
        link = (page.locator("#fresh figcaption").inner_text()).split("\n")[-1]
        if script == BARE:
            expect(page.locator("#fresh [data-share]")).to_be_hidden()
            continue
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator("#fresh [role=status]")).to_have_text("Link copied.")
        page.get_by_role("button", name="Share", exact=True).click()
        assert page.evaluate("given") == [["copied", link], ["shared", link]]
