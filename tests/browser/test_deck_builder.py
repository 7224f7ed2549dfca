"""A deck built by touch: every tap is saved, nothing moves under the thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from campaign.models import SavedDeck
from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.deck import Deck
from campaign.selectors import ashes as selectors
from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.tracker.ashes import decks

pytestmark = pytest.mark.django_db(transaction=True)


def opened(
    browser: Browser, base_url: str, made: SavedDeck, *, scripts: bool = True, width: int = 390
) -> Page:
    context = browser.new_context(
        base_url=base_url,
        viewport={"width": width, "height": 844},
        java_script_enabled=scripts,
        has_touch=True,
    )
    sign_in(context, made.owner, base_url)
    page = context.new_page()
    page.goto(f"/decks/{made.code}/edit")
    return page


def begun() -> SavedDeck:
    return decks.saved(factories.person("Ada"), Deck(phoenixborn="coal-roarkwin"))


def test_a_deck_is_built_by_quick_taps_without_moving_the_page(
    browser: Browser, base_url: str
) -> None:
    made = begun()
    page = opened(browser, base_url, made)
    first = page.locator(".pick").first.bounding_box()
    assert first
    assert first["y"] + first["height"] < 844 - 64  # in sight, above the bar
    searches: list[str] = []
    page.on("request", lambda sent: searches.append(sent.url) if sent.method == "GET" else None)
    page.get_by_label("Search").fill("hammer kn")
    expect(page.locator(".pick")).to_have_count(1)
    before = page.locator(".pick").bounding_box()
    more = page.get_by_role("button", name="One more: Hammer Knight").first
    for _tap in range(3):
        more.tap()
    expect(page.locator("#deck_status")).to_contain_text("3/30")
    expect(page.locator(".pick output")).to_have_text("3")
    assert page.locator(".pick").bounding_box() == before
    assert selectors.deck_of(SavedDeck.objects.get()).cards == {"hammer-knight": 3}
    assert len(searches) == 1  # a second answer would replace the button under the finger
    page.context.close()


def test_search_and_deck_stay_in_sight_however_far_one_scrolls(
    browser: Browser, base_url: str
) -> None:
    page = opened(browser, base_url, begun())
    page.evaluate("scrollTo(0, 900)")
    expect(page.get_by_label("Search")).to_be_in_viewport(ratio=1)
    page.get_by_label("Search").fill("hammer kn")
    expect(page.locator(".pick")).to_have_count(1)
    bar = page.locator(".deck-bar").bounding_box()
    assert bar
    assert bar["y"] + bar["height"] == 844  # at the foot, though one card is left
    page.context.close()


def test_the_deck_and_its_dice_are_one_tap_away(browser: Browser, base_url: str) -> None:
    made = begun()
    page = opened(browser, base_url, made)
    page.locator(".build-head__dice").tap()
    page.get_by_role("button", name="One more: Natural").tap()
    expect(page.locator("#dice output.d-natural")).to_have_text("1")
    page.locator("#dice").get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="One more: Anchornaut").first.tap()
    page.get_by_role("button", name="My deck").tap()
    deck = page.locator("#my-deck")
    expect(deck).to_contain_text("Anchornaut")
    deck.get_by_role("button", name="First Five: Anchornaut").tap()
    expect(deck.get_by_role("button", name="First Five: Anchornaut")).to_have_attribute(
        "aria-pressed", "true"
    )
    stored = selectors.deck_of(SavedDeck.objects.get())
    assert stored.first_five == ("anchornaut",)
    assert stored.dice == {DiceType.NATURAL: 1}
    page.context.close()


def test_a_step_is_taken_back_where_one_stands(browser: Browser, base_url: str) -> None:
    made = begun()
    page = opened(browser, base_url, made)
    page.get_by_role("button", name="One more: Anchornaut").first.tap()
    page.get_by_role("button", name="Undo: +1 Anchornaut").tap()
    expect(page.locator("#deck_status")).to_contain_text("0/30")
    page.get_by_role("button", name="Redo: +1 Anchornaut").tap()
    expect(page.locator("#deck_status")).to_contain_text("1/30")
    page.context.close()


def test_without_scripts_plain_forms_do_the_same(browser: Browser, base_url: str) -> None:
    made = begun()
    page = opened(browser, base_url, made, scripts=False)
    page.get_by_label("Search").fill("anchornaut")
    page.get_by_role("button", name="Search").tap()
    page.get_by_role("button", name="One more: Anchornaut").first.tap()
    expect(page.locator("#deck_status")).to_contain_text("1/30")
    expect(page.get_by_label("Search")).to_have_value("anchornaut")
    page.get_by_role("button", name="My deck").tap()  # a popover needs no script
    expect(page.locator("#my-deck")).to_contain_text("Anchornaut")
    page.context.close()


def test_on_a_desk_the_deck_stands_beside_the_cards(browser: Browser, base_url: str) -> None:
    made = begun()
    page = opened(browser, base_url, made, width=1280)
    expect(page.locator("#my-deck")).to_be_visible()
    page.get_by_role("button", name="One more: Anchornaut").first.click()
    expect(page.locator("#my-deck .deck-line")).to_contain_text("Anchornaut")
    page.context.close()


@pytest.mark.parametrize("width", [390, 768, 1024, 1280])
def test_a_drawn_card_is_wide_enough_for_its_name(
    width: int, browser: Browser, base_url: str
) -> None:
    made = decks.saved(factories.person("Ada"))
    page = opened(browser, base_url, made, width=width)
    page.goto(f"/decks/{made.code}")
    cards = page.locator(".hand .drawn-card")
    assert cards.count() == 6
    assert min(box["width"] for card in cards.all() if (box := card.bounding_box())) > 95
    page.context.close()
