"""An evening by ear: what a screen reader says on the pages that a group meets, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from campaign.models import Campaign, Person
from campaign.rules.aeons_end.live.moves import Dial, Whose
from campaign.services.live import move_make, table_open
from tests.addresses import game_at
from tests.browser.spoken import seat, spoken
from tests.campaign import factories
from tests.tracker import one_offs
from tracker.web.records import game_url

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 20_000  # ms; the server of these tests has no streams, so phones ask it every few seconds
# Everything that a region which speaks by itself is given, from now on.
LISTEN = """() => {
  window.announced = [];
  const speaking = document.querySelectorAll(
    ":is([aria-live], [role=status], [role=alert], output):not([aria-live=off])");
  for (const region of speaking) {
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node.textContent.trim())
          announced.push([region.ariaLive ?? "polite", node.textContent]);
    }).observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""


@pytest.fixture
def keeper() -> Person:
    return factories.person("Zuza", username="zuza")


@pytest.fixture
def campaign(keeper: Person) -> Campaign:
    return factories.third_chapter(person=keeper)


@pytest.fixture
def phone(browser: Browser, base_url: str, keeper: Person) -> Iterator[Page]:
    page = seat(browser, base_url, keeper)
    yield page
    page.context.close()


def assert_said_in_order(lines: Sequence[str], *expected: str) -> None:
    """Look that lines are among those that were said, in this order."""
    rest = iter(lines)
    for line in expected:
        assert line in rest, f"{line!r} is not said in its place:\n" + "\n".join(lines)


def test_the_start(phone: Page, campaign: Campaign) -> None:
    phone.goto("/")
    assert_said_in_order(
        spoken(phone),
        "The Long Watch",
        "heading 1: Hollow Regent 3 · chapter 3",
        "link: Open the set-up sheet",
        "link: Open the campaign",
        "navigation: More",
    )


def test_the_set_up(phone: Page, campaign: Campaign) -> None:
    phone.goto(f"{game_at(campaign, 3)}setup")
    assert_said_in_order(
        spoken(phone),
        "heading 1: Set up Hollow Regent 3",
        "heading 2: Changed since last time",
        "New in the market: Ember Reed 2.1 (gem).",
        "heading 2: Mages",
        "fold open: Ilva Player 1",
        "checkbox: Breaches as shown.",
        "picture: Breach II, closed: 2 to focus, 4 to open",
        "checkbox: Deck, top first; do not shuffle it. changed",
        "Crystal",
        "checkbox: Gravehold: dial to 30.",
        "heading 2: Nemesis",
        "checkbox: Hollow Regent 3: life dial to 43.",
        "checkbox: Tier 1 : 3 of its own and 3 basic: 6 cards. Shuffle them. changed",
        "heading 2: Market",
        "checkbox: gem cost 3 Ember Reed 2.1 7 copies new",
        "link: Enter the result",
    )


def test_the_live_table(phone: Page, keeper: Person) -> None:
    game = one_offs.game(keeper)
    table_open(game=game, person=keeper)
    phone.goto(game_url(game, "live"))
    lines = spoken(phone)
    assert_said_in_order(
        lines,
        "link: Back to the game",
        "heading 1: Umbra Titan",
        "button: Draw",
        "group: Gravehold",
        "button: Gravehold: one less",
        "30",
        "button off: Gravehold: one more",
        "group: Nemesis tokens",
        "fold closed: Quilius Breach I, open Breach II, open"
        " Breach III, closed: 3 to focus, 9 to open Breach IV, closed: 4 to focus, 10 to open"
        " Breaches and charges",
        "group: Quilius",
        "button: Quilius: one less",
        "10",
        "button: Charges: Quietus Vow: one more, 0",
    )
    assert "◆" not in "".join(lines)


def test_the_aftermath(phone: Page, campaign: Campaign) -> None:
    phone.goto(f"{game_at(campaign, 2)}aftermath")
    assert_said_in_order(
        spoken(phone),
        "heading 1: Aftermath",
        "10 of 10 decided",
        "heading 2: Mages",
        "heading 3: Slot 2a Ilva",
        "Ilva placed Mark 2a-1 on slot 2a: a starter card in hand.",
        "heading 2: Market",
        "heading 3: Market growth",
        "heading 2: Nemesis",
        "heading 3: Evolution",
        "fold closed: 15 entries",
        "link: What comes next",
    )


def test_a_move_on_another_phone_is_announced_once_and_politely(
    phone: Page, keeper: Person
) -> None:
    game = one_offs.game(keeper)
    table_open(game=game, person=keeper)
    phone.goto(game_url(game, "live"))
    phone.evaluate(LISTEN)
    move_make(game=game, person=keeper, move=Dial(Whose.GRAVEHOLD, -3))
    expect(phone.locator("[data-announce]")).not_to_be_empty(timeout=SOON)
    phone.wait_for_timeout(5_000)  # and nothing more when the server is asked again
    assert phone.evaluate("announced") == [["polite", "Zuza Gravehold −3 (27)"]]


def test_of_the_own_taps_the_number_is_announced_when_the_hand_rests(
    phone: Page, keeper: Person
) -> None:
    game = one_offs.game(keeper)
    table_open(game=game, person=keeper)
    phone.goto(game_url(game, "live"))
    phone.evaluate(LISTEN)
    phone.locator('[data-key="gravehold-less"]').click(click_count=2)
    expect(phone.locator(".live-last__said")).to_contain_text("−2", timeout=SOON)
    phone.wait_for_timeout(5_000)
    assert phone.evaluate("announced") == [["polite", "Gravehold 28"]]
