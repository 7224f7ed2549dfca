"""Offline: pages of the current game can be read, and nothing is sent or shown by mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from campaign.models import Campaign, Fact, Person
from campaign.services.aeons_end import portrait_set
from tests.addresses import game_at, path_at
from tests.browser.promises import until
from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.campaign.next_evenings import settled
from tests.marks import thorough
from tests.tracker.security.site import jpeg
from tracker.pictures.uploads import read_picture
from tracker.views import app_shell

pytestmark = pytest.mark.django_db(transaction=True)

AS_OF = re.compile(r"No connection\. This is the page as of \d+ \w+ \d{4} at \d\d:\d\d\.")
# Once the worker has taken over, and is done with what was open before it.
READY = """async () => {
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
}"""
KEPT = """async (path) => {
  for (let turn = 0; turn < 200; turn++) {
    if (await caches.match(path)) return true;
    await new Promise((done) => setTimeout(done, 20));
  }
  return false;
}"""


HELD = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(request.url);
  return found;
}"""
PORTRAIT_HELD = """async () => {
  const shown = document.querySelector("img.portrait");
  return shown && Boolean(await caches.match(shown.getAttribute("src")));
}"""
SPEAKS = """async (language) => {
  const page = await caches.match("/offline", { ignoreVary: true });
  return page?.headers.get("Content-Language") === language;
}"""


def held(page: Page) -> list[str]:
    """Return the URLs in the cache."""
    return list(page.evaluate(HELD))


def look(page: Page, path: str) -> None:
    """Open a page, and wait until it is cached."""
    page.goto(path)
    assert page.evaluate(KEPT, path), f"{path} is not kept"


@pytest.fixture
def keeper() -> Person:
    return factories.person("Zuza", username="zuza")


@pytest.fixture
def campaign(keeper: Person) -> Campaign:
    return factories.planned_campaign(person=keeper)


@pytest.fixture
def phone(
    context: BrowserContext, base_url: str, campaign: Campaign, keeper: Person
) -> Iterator[Page]:
    """The keeper's phone, controlled by the service worker."""
    sign_in(context, keeper, base_url)
    page = context.new_page()
    page.goto(f"/c/{campaign.code}/")
    page.evaluate(READY)
    yield page
    context.set_offline(False)


def test_pages_of_the_current_game_are_readable_offline_with_their_time(
    phone: Page, campaign: Campaign
) -> None:
    pages = ("games/1/setup", "mages", "mages/1", "rulebook")
    paths = [path_at(campaign, page) for page in pages]
    for path in paths:
        look(phone, path)
        expect(phone.locator("#messages")).to_have_text("")
    phone.context.set_offline(True)
    for path in paths:
        phone.goto(path)
        expect(phone.locator("#messages")).to_have_text(AS_OF)
        assert phone.evaluate(
            "getComputedStyle(document.querySelector('h1')).fontFamily"
        ).startswith("Alegreya")
    phone.goto(f"{game_at(campaign, 1)}setup")
    phone.locator("[data-step]").first.check()
    expect(phone.locator("[data-checklist-count]")).to_contain_text("1 of")
    phone.goto(f"/c/{campaign.code}/market")
    expect(phone.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(phone.locator("[data-kept] a")).to_have_count(len(paths))
    expect(phone.get_by_text("Taps that were not sent yet")).to_be_hidden()
    phone.goto(f"{game_at(campaign, 1)}live")
    expect(phone.get_by_text("Taps that were not sent yet")).to_be_visible()


def test_when_and_where_the_next_evening_is_can_be_read_offline(
    phone: Page, campaign: Campaign, keeper: Person
) -> None:
    path = f"/e/{settled(campaign, keeper, place='Mill Lane 4').key}"
    look(phone, path)
    phone.context.set_offline(True)
    phone.goto(path)
    expect(phone.locator("#messages")).to_have_text(AS_OF)
    expect(phone.locator("main")).to_contain_text("Mill Lane 4")


def test_signing_out_deletes_the_offline_pages(phone: Page, campaign: Campaign) -> None:
    path = f"{game_at(campaign, 1)}setup"
    look(phone, path)
    phone.goto("/account")
    phone.get_by_role("button", name="Sign out").click()
    phone.wait_for_url("**/")
    phone.context.set_offline(True)
    phone.goto(path)
    expect(phone.get_by_role("heading", level=1)).to_have_text("No connection")
    assert "Ilva" not in phone.content()
    expect(phone.locator("[data-kept] a")).to_have_count(0)


def test_the_next_person_on_a_phone_reads_no_offline_page_of_the_last(
    phone: Page, campaign: Campaign
) -> None:
    second = factories.person("Marcin", username="marcin")
    theirs = factories.planned_campaign(person=second, name="Another table")
    before, after = f"/c/{campaign.code}/mages", f"/c/{theirs.code}/mages"
    portrait_set(mage=campaign.mages.get(seat=1), picture=read_picture(jpeg(), square=True))
    look(phone, before)
    until(phone, PORTRAIT_HELD)
    phone.goto("/account")
    phone.get_by_role("button", name="Sign out").click()
    phone.wait_for_url("**/")
    phone.goto("/account/sign-in")
    phone.fill("[name=username]", "marcin")
    phone.fill("[name=password]", "pass-1234")
    with phone.expect_navigation():
        phone.locator("main form button[type=submit]").first.click()
    look(phone, after)
    assert not [url for url in held(phone) if campaign.code in url]
    phone.context.set_offline(True)
    phone.goto(before)
    expect(phone.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(phone.locator("[data-kept] a")).to_have_count(1)
    phone.goto(after)
    expect(phone.locator("#messages")).to_have_text(AS_OF)


def test_portraits_are_cached_with_the_mats_that_show_them(phone: Page, campaign: Campaign) -> None:
    portrait_set(mage=campaign.mages.get(seat=1), picture=read_picture(jpeg(), square=True))
    path = f"/c/{campaign.code}/mages"
    look(phone, path)
    until(phone, PORTRAIT_HELD)
    # What the browser has put by for itself does not count.
    phone.context.new_cdp_session(phone).send("Network.clearBrowserCache")
    phone.context.set_offline(True)
    phone.goto(path)
    phone.locator("img.portrait").scroll_into_view_if_needed()
    phone.wait_for_function("() => document.querySelector('img.portrait').naturalWidth > 0")


def test_a_new_session_deletes_the_offline_pages(
    phone: Page, campaign: Campaign, base_url: str
) -> None:
    path = f"/c/{campaign.code}/mages"
    look(phone, path)
    sign_in(phone.context, factories.person("Stranger"), base_url)
    phone.goto("/")
    until(phone, "async (path) => !(await caches.match(path))", path)
    phone.context.set_offline(True)
    phone.goto(path)
    assert "Ilva" not in phone.content()


def test_a_page_that_is_gone_is_deleted_from_the_cache(phone: Page, campaign: Campaign) -> None:
    path = f"/c/{campaign.code}/rulebook"
    look(phone, path)
    campaign.memberships.all().delete()
    phone.goto(path)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Page not found")
    until(phone, "async (path) => !(await caches.match(path))", path)


def test_pictures_leave_the_cache_with_the_last_page_that_shows_them(
    phone: Page, campaign: Campaign
) -> None:
    portrait_set(mage=campaign.mages.get(seat=1), picture=read_picture(jpeg(), square=True))
    mats, mat = f"/c/{campaign.code}/mages", f"/c/{campaign.code}/mages/1"
    for path in (mats, mat):
        look(phone, path)
        until(phone, PORTRAIT_HELD)
    small = phone.evaluate("document.querySelector('img.portrait').getAttribute('src')")
    campaign.memberships.all().delete()
    gone = "async (path) => !(await caches.match(path))"
    phone.goto(mats)
    until(phone, gone, mats)
    assert phone.evaluate(KEPT, small)
    phone.goto(mat)
    until(phone, gone, mat)
    until(phone, gone, small)
    assert not [url for url in held(phone) if campaign.code in url]


def test_a_result_that_cannot_be_sent_stays_in_the_form_only(
    phone: Page, campaign: Campaign
) -> None:
    path = f"{game_at(campaign, 1)}result"
    phone.goto(path)
    phone.check("[name=result][value=win]", force=True)
    phone.fill("[name=note]", "We held the gate.")
    phone.context.set_offline(True)
    phone.locator("main form button[type=submit]").last.click()
    notice = phone.locator("#messages")
    expect(notice).to_contain_text("No connection, nothing was sent.")
    expect(notice).to_be_in_viewport()
    expect(phone.locator("[name=note]")).to_have_value("We held the gate.")
    assert held(phone)
    assert not [url for url in held(phone) if path in url]
    phone.context.set_offline(False)
    phone.locator("main form button[type=submit]").last.click()
    phone.wait_for_url(f"**{game_at(campaign, 1)}")
    phone.goto(game_at(campaign, 1))
    expect(phone.locator("main")).to_contain_text("We held the gate.")


def test_a_plain_form_that_cannot_be_sent_stays_too(phone: Page, campaign: Campaign) -> None:
    phone.goto("/start")
    phone.fill("[name=name]", "Tuesday table")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Start the campaign").click()
    expect(phone.locator("#messages")).to_contain_text("nothing was sent")
    expect(phone.locator("[name=name]")).to_have_value("Tuesday table")
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize("by", ["network", thorough("proxy")])
def test_a_result_whose_response_was_lost_is_recorded_once(
    by: str, phone: Page, campaign: Campaign
) -> None:
    path = f"{game_at(campaign, 1)}result"
    phone.goto(path)
    phone.check("[name=result][value=win]", force=True)
    phone.fill("[name=note]", "We held the gate.")

    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort() if by == "network" else route.fulfill(status=504, body="")

    phone.route(f"**{path}", lose, times=1)
    phone.locator("main form button[type=submit]").last.click()
    notice = phone.locator("#messages")
    expect(notice).to_contain_text("No answer. What you sent may have arrived")
    expect(phone.locator("[name=note]")).to_have_value("We held the gate.")
    assert Fact.objects.filter(kind="played").count() == 1  # it had
    phone.locator("main form button[type=submit]").last.click()
    phone.wait_for_url(f"**{game_at(campaign, 1)}")
    assert Fact.objects.filter(kind="played").count() == 1


def test_a_rate_limited_visitor_is_asked_to_wait_and_not_to_reload(
    phone: Page, campaign: Campaign
) -> None:
    path = f"{game_at(campaign, 1)}result"
    phone.goto(path)
    phone.fill("[name=note]", "We held the gate.")
    phone.route(f"**{path}", lambda route: route.fulfill(status=429, body=""), times=1)
    phone.locator("main form button[type=submit]").last.click()
    expect(phone.locator("#messages")).to_contain_text("send it again in a few minutes")
    expect(phone.locator("[name=note]")).to_have_value("We held the gate.")


def test_a_filter_that_cannot_be_loaded_reports_a_lost_connection(
    phone: Page, campaign: Campaign
) -> None:
    factories.record_win(campaign)
    phone.goto("/log?filter")
    phone.route("**/log?*", lambda route: route.abort())
    phone.locator("form.filters select").first.select_option(index=1)
    expect(phone.locator("#messages")).to_have_text("The connection was lost. Try again.")


def test_a_form_past_the_scripts_is_a_step_back_away(phone: Page, campaign: Campaign) -> None:
    phone.goto("/start")
    phone.fill("[name=name]", "Tuesday table")
    phone.fill("[name=name_1]", "Ilva")
    phone.context.set_offline(True)
    # A browser that believes itself online, or whose scripts have not arrived, sends it anyway.
    with phone.expect_navigation():
        phone.evaluate("document.querySelector('main form[method=post]').submit()")
    expect(phone.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(phone.get_by_role("heading", name="It may not have arrived")).to_be_visible()
    expect(phone.locator("[data-not-kept]")).to_have_count(0)
    phone.get_by_role("button", name="Back to the form").click()
    expect(phone.locator("[name=name]")).to_have_value("Tuesday table")
    expect(phone.locator("[name=name_1]")).to_have_value("Ilva")
    assert not [url for url in held(phone) if "start" in url]
    assert Campaign.objects.count() == 1


def test_a_failure_to_send_is_reported_in_the_visitors_language(
    phone: Page, campaign: Campaign
) -> None:
    phone.goto("/start")
    phone.get_by_role("button", name="Language and display").click()
    phone.get_by_role("button", name="Français").click()
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    until(phone, SPEAKS, "fr")
    phone.wait_for_load_state()
    phone.context.set_offline(True)
    with phone.expect_navigation():
        phone.evaluate("document.querySelector('main form[method=post]').submit()")
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    expect(phone.locator("[data-back]")).to_be_visible()


def test_a_form_past_the_scripts_arrives_as_ever(phone: Page, campaign: Campaign) -> None:
    phone.goto(game_at(campaign, 1))
    phone.get_by_text("Add a note").click()
    phone.fill("[name=text]", "Zuza brought the cake.")
    with phone.expect_navigation():
        phone.evaluate("document.querySelector('[name=text]').form.submit()")
    expect(phone.locator("#notes")).to_contain_text("Zuza brought the cake.")


def test_a_new_version_takes_over_on_the_next_visit(
    phone: Page, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = phone.evaluate("caches.keys()")
    written = app_shell.worker_script()
    version = re.search(r'"version": "(\w+)"', written)
    assert version
    newer = written.replace(version[1], "newer-than-that")
    monkeypatch.setattr(app_shell, "cached_script", lambda: newer)
    phone.goto(f"/c/{campaign.code}/mages")
    newest = "async () => (await caches.keys()).join() === 'breachkeeper-newer-than-that'"
    until(phone, newest)
    assert before == [f"breachkeeper-{version[1]}"]


def test_the_screen_stays_awake_over_a_checklist_and_nowhere_else(
    phone: Page, campaign: Campaign
) -> None:
    phone.add_init_script(
        """window.asked = [];
        Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
          window.asked.push(kind);
          return { released: false, release: () => window.asked.push("released") };
        } } });"""
    )
    phone.goto(f"/c/{campaign.code}/mages")
    assert phone.evaluate("window.asked") == []
    phone.goto(f"{game_at(campaign, 1)}setup")
    phone.wait_for_function("() => window.asked.length > 0")
    assert phone.evaluate("window.asked") == ["screen"]
    phone.evaluate("dispatchEvent(new Event('pagehide'))")
    assert phone.evaluate("window.asked") == ["screen", "released"]


# A tap on a notification, as the browser tells the worker of it; returns what that opens.
TAPPED = """(urls) => {
  const opened = [];
  clients.openWindow = async (url) => { opened.push(url); };
  for (const url of urls) {
    const event = new Event("notificationclick");
    event.notification = { close() {}, data: { url } };
    event.waitUntil = () => {};
    dispatchEvent(event);
  }
  return opened;
}"""


def test_a_notification_opens_no_page_of_another_site(phone: Page, base_url: str) -> None:
    (worker,) = phone.context.service_workers
    others = ["/\\other.example/", "//other.example/", "https://other.example/", "javascript:1", ""]
    assert worker.evaluate(TAPPED, others) == []
    assert worker.evaluate(TAPPED, ["/g/ABCD/"]) == [f"{base_url}/g/ABCD/"]
