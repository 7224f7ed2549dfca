"""One browser, several people one after another: nobody reads or sends what is another's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from campaign.models import Campaign, Game, LiveMove, Person
from campaign.services.live import table_open
from tests.addresses import game_at
from tests.browser.sessions import sign_in
from tests.browser.test_offline import READY
from tests.campaign import factories

pytestmark = pytest.mark.django_db(transaction=True)

# Moves wait of so many people.
WAITING = """(people) =>
  Object.keys(localStorage).filter((key) => key.startsWith("live:")).length === people"""


@pytest.fixture
def first() -> Person:
    return factories.person("Zuza", username="zuza")


@pytest.fixture
def second() -> Person:
    return factories.person("Marcin", username="marcin")


@pytest.fixture
def campaign(first: Person, second: Person) -> Campaign:
    made = factories.planned_campaign(person=first)
    factories.join(made, second)
    return made


@pytest.fixture
def game(campaign: Campaign, first: Person) -> Game:
    game = factories.game_of_campaign(campaign, 1)
    table_open(game=game, person=first)
    return game


@pytest.fixture
def device(context: BrowserContext, first: Person, base_url: str) -> Iterator[Page]:
    """Yield a browser in which the first person has signed in."""
    sign_in(context, first, base_url)
    yield context.new_page()
    context.set_offline(False)


def sign_out(device: Page) -> None:
    device.goto("/account")
    device.get_by_role("button", name="Sign out").click()
    device.wait_for_url("**/")


def enter(device: Page, username: str) -> None:
    """Sign in as a person does."""
    device.goto("/account/sign-in")
    device.fill("[name=username]", username)
    device.fill("[name=password]", "pass-1234")
    with device.expect_navigation():
        device.locator("main form button[type=submit]").first.click()


def test_what_one_person_has_typed_is_there_for_them_alone(
    device: Page, campaign: Campaign
) -> None:
    result, note = f"{game_at(campaign, 1)}result", device.locator("[name=note]")
    device.goto(result)
    note.fill("I let Marcin win.")
    sign_out(device)
    enter(device, "marcin")
    device.goto(result)
    expect(note).to_have_value("")
    note.fill("Zuza has let me win.")
    sign_out(device)
    enter(device, "zuza")
    device.goto(result)
    expect(note).to_have_value("I let Marcin win.")


def test_moves_that_one_person_could_not_send_are_sent_by_nobody_else(
    device: Page, campaign: Campaign, game: Game, first: Person, second: Person
) -> None:
    def made_by() -> list[Person | None]:
        return [move.person for move in LiveMove.objects.filter(table__game=game)]

    def tap(counter: str, *, is_sent: bool) -> None:
        device.goto(f"{game_at(campaign, 1)}live")
        device.locator("[data-live][data-connected]").wait_for()
        if not is_sent:
            device.evaluate("() => { window.fetch = () => Promise.reject(new TypeError()); }")
        device.locator(f"[data-counter={counter}] .live-counter__less").first.click()

    tap("gravehold", is_sent=False)
    device.wait_for_function(WAITING, arg=1)
    sign_out(device)
    enter(device, "marcin")
    tap("nemesis", is_sent=True)
    device.wait_for_function("() => !document.querySelector('.live-counter--waiting')")
    assert made_by() == [second]
    sign_out(device)
    enter(device, "zuza")
    device.goto(f"{game_at(campaign, 1)}live")
    device.wait_for_function(WAITING, arg=0)
    assert made_by() == [second, first]


def test_what_was_typed_before_signing_in_is_of_whoever_signs_in(device: Page) -> None:
    sign_out(device)
    name = device.locator("[name=name]")
    device.goto("/start")
    name.fill("Tuesday table")
    enter(device, "zuza")
    device.goto("/start")
    expect(name).to_have_value("Tuesday table")
    sign_out(device)
    device.goto("/start")
    expect(name).to_have_value("Our campaign")


# The worker gets a page from the server, and the page only when the test says so.
SLOW = """(path) => {
  const sent = self.fetch;
  self.fetch = async (request) => {
    const answer = await sent(request);
    if (request.url?.endsWith(path)) await new Promise((come) => { self.come = come; });
    return answer;
  };
}"""


def test_a_page_that_comes_after_signing_out_is_not_kept(device: Page, campaign: Campaign) -> None:
    mages = f"/c/{campaign.code}/mages"
    device.goto("/")
    device.evaluate(READY)
    (worker,) = device.context.service_workers
    worker.evaluate(SLOW, mages)
    other_tab = device.context.new_page()
    other_tab.goto("/")
    other_tab.evaluate("(path) => { setTimeout(() => location.assign(path)); }", mages)
    while not worker.evaluate("() => Boolean(self.come)"):
        device.wait_for_timeout(20)
    sign_out(device)
    worker.evaluate("() => self.come()")
    expect(other_tab.get_by_role("heading", level=1)).to_have_text("Mages")
    other_tab.wait_for_timeout(300)  # for the worker to keep it
    device.context.set_offline(True)
    device.goto(mages)
    expect(device.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(device.locator("[data-kept] a")).to_have_count(0)


NOTICES = """() => {
  self.closed = 0;
  registration.getNotifications = async () => [{ close() { self.closed += 1; } }];
}"""


def test_signing_out_closes_the_notifications_that_are_shown(device: Page) -> None:
    device.goto("/")
    device.evaluate(READY)
    (worker,) = device.context.service_workers
    worker.evaluate(NOTICES)
    device.goto("/account")
    assert worker.evaluate("() => self.closed") == 0
    sign_out(device)
    assert worker.evaluate("() => self.closed") == 1
