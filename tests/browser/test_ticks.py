"""Ticks of a set-up sheet on two phones."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from campaign.models import Role
from tests.addresses import game_at
from tests.browser.sessions import sign_in
from tests.campaign import factories

pytestmark = pytest.mark.django_db(transaction=True)


def test_ticks_are_shared_between_phones_and_starting_again_asks_first(
    browser: Browser, base_url: str
) -> None:
    campaign = factories.planned_campaign()
    mate = factories.person("Piotr")
    factories.join(campaign, mate, Role.PLAYER)
    url = f"{base_url}{game_at(campaign, 1)}setup"
    phones = []
    for person in (factories.keeper_of(campaign), mate):
        context = browser.new_context(viewport={"width": 390, "height": 844})
        assert person is not None
        sign_in(context, person, base_url)
        phones.append(context.new_page())
        phones[-1].goto(url)
    mine, yours = phones
    with mine.expect_response("**/ticks?*"):
        mine.locator("[data-step]").first.check()
    expect(yours.locator("[data-step]").first).to_be_checked()
    yours.once("dialog", lambda dialog: dialog.dismiss())
    yours.locator("[data-checklist-reset]").click()
    expect(yours.locator("[data-step]").first).to_be_checked()
    yours.once("dialog", lambda dialog: dialog.accept())
    with yours.expect_response("**/ticks?*"):
        yours.locator("[data-checklist-reset]").click()
    expect(mine.locator("[data-step]").first).not_to_be_checked()


def test_a_finished_group_folds_and_a_finished_sheet_leads_to_the_table(
    browser: Browser, base_url: str
) -> None:
    campaign = factories.planned_campaign()
    context = browser.new_context(viewport={"width": 390, "height": 844})
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    sign_in(context, keeper, base_url)
    page = context.new_page()
    page.goto(f"{base_url}{game_at(campaign, 1)}setup")
    mage = page.locator("article.mat").first
    with page.expect_response("**/ticks?*"):
        mage.get_by_role("button", name="Tick all of").click()
    expect(mage.locator("details")).not_to_have_attribute("open", "")
    expect(mage.locator("summary")).to_be_focused()
    play = page.locator(".checklist__bar").get_by_role("link", name="Play live")
    expect(play).to_be_hidden()
    page.evaluate(
        "document.querySelectorAll('[data-step]:not(:checked)').forEach((b) => b.click())"
    )
    play.click()
    expect(page).to_have_url(f"{base_url}{game_at(campaign, 1)}live")
    context.close()


def test_ticks_reach_the_site_after_somebody_signed_in_again_in_another_tab(
    page: Page, base_url: str
) -> None:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    sign_in(page.context, keeper, base_url)
    page.goto(f"{game_at(campaign, 1)}setup")
    # The form's secret is another one now.
    page.context.add_cookies([{"name": "csrftoken", "value": "b" * 32, "url": base_url}])
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.ok):
        page.locator("[data-step]").first.check()
    expect(page.locator("[data-step]").first).to_be_checked()
    assert factories.game_of_campaign(campaign, 1).ticks
    # Somebody deletes the campaign: the sheet is not shown any longer.
    campaign.delete()
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")


def test_a_late_answer_takes_no_tick_back(page: Page, base_url: str) -> None:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    sign_in(page.context, keeper, base_url)
    late: list[Route] = []
    page.route("**/ticks?*", lambda route: late.append(route), times=1)
    page.goto(f"{game_at(campaign, 1)}setup")
    with page.expect_response("**/ticks?*"):
        page.locator("[data-step]").first.check()
    late[0].fulfill(json={"ticked": []})  # as of before the tick
    page.wait_for_timeout(100)
    assert page.locator("[data-step]").first.is_checked()  # not only once it is asked for again
