"""What was typed stays while a page is left."""

import pytest
from playwright.sync_api import Browser, Page, expect

from campaign.models import Game
from campaign.services.live import move_make, table_open
from campaign.services.photos import photos_add
from tests.addresses import game_at
from tests.browser.sessions import sign_in
from tests.campaign import factories
from tests.tracker import one_offs
from tests.tracker.security.site import jpeg
from tests.tracker.test_live_streams import HURT
from tracker.pictures.uploads import read_picture

pytestmark = pytest.mark.django_db(transaction=True)


def test_names_of_basic_cards_stay_until_they_are_sent(browser: Browser, base_url: str) -> None:
    campaign = factories.answer_all(factories.second_game(), but="pool")
    factories.settle_now(campaign)
    factories.plan(campaign)
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    context = browser.new_context(viewport={"width": 390, "height": 844})
    sign_in(context, keeper, base_url)
    page = context.new_page()
    url = f"{base_url}{game_at(campaign, 3)}aftermath/pool"
    page.goto(url)
    page.locator("[name=names]").fill("Ambush, Grub")
    page.goto(f"{base_url}/c/{campaign.code}/")
    page.goto(url)
    expect(page.locator("[name=names]")).to_have_value("Ambush, Grub")
    page.get_by_role("button", name="Save these cards").click()
    row = page.get_by_role("group", name="Grub", exact=True)
    row.locator("[name^=tier_][value='1']").check(force=True)
    row.locator("[name^=kind_][value=minion]").check(force=True)
    page.get_by_role("button", name="Save these cards").click()
    expect(page.locator("#tier_1")).to_contain_text("Grub")
    expect(page.locator("#tier_1 .stamp")).to_have_text("2 of 3")
    page.goto(url)
    expect(page.locator("[name=names]")).to_have_value("")


def test_a_result_that_was_begun_is_there_again_after_looking_something_up(
    browser: Browser, base_url: str
) -> None:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    context = browser.new_context(viewport={"width": 390, "height": 844})
    sign_in(context, keeper, base_url)
    page = context.new_page()
    url = f"{base_url}{game_at(campaign, 1)}result"
    page.goto(url)
    page.locator("[name=result][value=win]").check(force=True)
    page.locator("[name=note]").fill("It was close.")
    page.locator("[name=minutes]").fill("95")
    page.goto(f"{base_url}/c/{campaign.code}/rulebook")  # nobody is asked: nothing is lost
    page.goto(url)
    expect(page.locator("[name=result][value=win]")).to_be_checked()
    expect(page.locator("[name=note]")).to_have_value("It was close.")
    expect(page.locator("[name=minutes]")).to_have_value("95")
    page.locator("[name=note]").fill("")
    page.reload()
    expect(page.locator("[name=note]")).to_have_value("")
    # Meanwhile the site says something else: what was typed before that is not put over it.
    page.locator("[name=minutes]").evaluate("field => localStorage.clear()")
    page.evaluate(
        "localStorage.setItem(`typed:${document.body.dataset.holder}${location.pathname}#result`,"
        ' JSON.stringify([["minutes", "95", "80"]]))'
    )
    page.goto(url)
    expect(page.locator("[name=minutes]")).to_have_value("")


def result_of_live_game(page: Page, base_url: str) -> Game:
    """Open the result form of a game in which a move was made."""
    person = factories.person()
    game = one_offs.game(person, mages=3)
    table_open(game=game, person=person)
    move_make(game=game, person=person, move=HURT)
    sign_in(page.context, person, base_url)
    page.goto(f"/g/{game.code}/result")
    return game


def test_moves_at_the_live_table_do_not_scroll_a_result_form(page: Page, base_url: str) -> None:
    game = result_of_live_game(page, base_url)
    move_make(game=game, person=game.owner, move=HURT)
    page.evaluate("scrollTo(0, 900)")
    page.get_by_text("The live game goes on. What you haven’t changed here follows it.").wait_for()
    page.wait_for_timeout(100)
    assert page.evaluate("document.activeElement === document.body && scrollY >= 900")


def test_what_was_said_of_an_entry_stays_when_the_network_is_back(
    page: Page, base_url: str
) -> None:
    game = result_of_live_game(page, base_url)
    page.fill("[name=note]", "It was close.")
    page.context.set_offline(True)
    expect(page.locator("#messages")).to_have_text("The connection was lost. Try again.")
    page.locator("#result button[type=submit]").last.click()
    expect(page.locator("#messages")).to_contain_text("nothing was sent")
    page.context.set_offline(False)
    with page.expect_request_finished(lambda request: "live=" in request.url):
        pass
    expect(page.locator("#messages")).to_contain_text("nothing was sent")
    # Somebody deletes the game.
    game.delete()
    expect(page.locator("#messages")).to_contain_text("This is no longer here")
    expect(page.locator("[name=note]")).to_have_value("It was close.")
    expect(page.locator("#result [hx-trigger]")).to_have_count(0)  # nothing is asked for any more


def test_a_result_that_was_refused_or_not_answered_is_there_again_after_a_reload(
    page: Page, base_url: str
) -> None:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    sign_in(page.context, keeper, base_url)
    url = f"{base_url}{game_at(campaign, 1)}result"
    page.goto(url)
    send, note = page.locator("#result button[type=submit]").last, page.locator("[name=note]")
    note.fill("It was close.")
    page.route(url, lambda route: route.abort(), times=1)
    send.click()
    expect(page.locator("#messages")).to_contain_text("No answer.")
    page.reload()
    expect(note).to_have_value("It was close.")
    # In another tab somebody signs in: the form's secret is another one.
    page.context.add_cookies([{"name": "csrftoken", "value": "b" * 32, "url": base_url}])
    send.click()
    expect(page.locator("#messages")).to_contain_text("Reload the page and try again.")
    page.reload()
    expect(note).to_have_value("It was close.")
    send.click()  # who won is missing
    expect(page.locator("#problems")).to_be_visible()
    expect(page.locator("form[data-typed]")).to_be_attached()  # no hand is as quick as the swap
    page.locator("[name=minutes]").fill("95")
    page.reload()
    expect(note).to_have_value("It was close.")
    expect(page.locator("[name=minutes]")).to_have_value("95")
    page.locator("[name=result][value=win]").check(force=True)
    page.locator("[name=ending_win][value=nemesis_defeated]").check(force=True)
    page.locator("[name=gravehold_life]").fill("12")
    page.locator("[name=nemesis_life]").fill("0")
    with page.expect_navigation():
        send.click()
    expect(page.locator("main")).to_contain_text("It was close.")
    holder = page.evaluate("document.body.dataset.holder")
    key = f"typed:{holder}{url.removeprefix(base_url)}#result"
    assert page.evaluate("key => localStorage.getItem(key)", key) == "[]"


def test_a_plan_that_was_begun_on_this_phone_is_not_put_into_the_next_one(
    page: Page, base_url: str
) -> None:
    campaign = factories.settled_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    sign_in(page.context, keeper, base_url)
    page.goto(f"/c/{campaign.code}/plan")
    page.locator("[name=nemesis]").fill("Sallow Tide")
    page.reload()
    expect(page.locator("[name=nemesis]")).to_have_value("Sallow Tide")
    factories.play_game(campaign)  # somebody else plans it, and it is played
    page.goto(f"/c/{campaign.code}/plan")
    expect(page.get_by_role("heading", level=1)).to_have_text("Plan chapter 3")
    expect(page.locator("[name=nemesis]")).to_have_value("")


def test_what_is_typed_in_the_aftermath_stays_when_the_language_changes(
    page: Page, base_url: str
) -> None:
    campaign = factories.answer_all(factories.played_campaign(), but="growth")
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    sign_in(page.context, keeper, base_url)
    page.goto(f"{game_at(campaign, 1)}aftermath/growth")
    page.locator("[name=name_0]").fill("Grey Talon")
    page.get_by_role("button", name="Language and display").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("[name=name_0]")).to_have_value("Grey Talon")


def test_a_note_and_captions_stay_until_each_is_saved(page: Page, base_url: str) -> None:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    game = factories.game_of_campaign(campaign, 1)
    photos_add(game=game, person=keeper, pictures=[read_picture(jpeg()), read_picture(jpeg())])
    sign_in(page.context, keeper, base_url)
    page.goto(game_at(campaign, 1))
    page.get_by_text("Add a note").click()
    note, captions = page.locator("[name=text]"), page.locator("#photos figure [name=caption]")
    note.fill("Zuza brought the cake.")
    for place, text in enumerate(("Before", "After")):
        page.locator("#photos figure summary").nth(place).click()
        captions.nth(place).fill(text)
    page.locator("#photos figure").first.get_by_role("button", name="Save the caption").click()
    expect(page.locator("#photos figcaption")).to_have_text("Before")
    expect(captions.nth(1)).to_have_value("After")
    expect(captions.nth(1)).to_be_visible()
    page.reload()
    expect(note).to_be_visible()
    expect(note).to_have_value("Zuza brought the cake.")
    page.get_by_role("button", name="Add note").click()
    expect(page.locator("#notes .note")).to_contain_text("Zuza brought the cake.")
    expect(note).to_have_value("")
    expect(captions.nth(1)).to_have_value("After")


def test_a_check_beside_a_form_moves_no_page_and_takes_back_that_the_network_was_gone(
    page: Page, base_url: str
) -> None:
    person = factories.person()
    game = one_offs.game(person, mages=3)
    sign_in(page.context, person, base_url)
    page.goto(f"/g/{game.code}/change")
    exclusions = page.locator("#change textarea").first
    exclusions.click()
    page.context.set_offline(True)
    exclusions.press_sequentially("Cl")
    expect(page.locator("#messages")).to_have_text("The connection was lost. Try again.")
    assert page.evaluate("scrollY") > 500
    page.context.set_offline(False)
    exclusions.press_sequentially("ot")
    expect(page.locator("#messages")).to_have_text("")


def test_that_nothing_was_sent_is_taken_back_once_it_is(page: Page, base_url: str) -> None:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    sign_in(page.context, keeper, base_url)
    page.goto(game_at(campaign, 1))
    page.get_by_text("Add a note").click()
    page.fill("[name=text]", "Zuza brought the cake.")
    page.context.set_offline(True)
    page.get_by_role("button", name="Add note").click()
    expect(page.locator("#messages")).to_contain_text("nothing was sent")
    page.context.set_offline(False)
    page.get_by_role("button", name="Add note").click()
    expect(page.locator("#notes .note")).to_contain_text("Zuza brought the cake.")
    expect(page.locator("#messages")).to_have_text("")
