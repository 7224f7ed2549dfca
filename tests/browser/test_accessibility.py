"""Larger text, forced colours, reduced motion: the visitor's settings are respected."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from campaign.models import Campaign, Person
from tests.addresses import game_at, path_at
from tests.browser.page_checks import CUT
from tests.browser.sessions import sign_in
from tests.campaign import factories

pytestmark = pytest.mark.django_db(transaction=True)

NARROW: ViewportSize = {"width": 320, "height": 640}


def new_page(browser: Browser, base_url: str, person: Person | None, language: str) -> Page:
    context = browser.new_context(
        base_url=base_url,
        viewport=NARROW,
        locale=language,
        reduced_motion="reduce",  # a colour on its way to another would be measured as it is
        service_workers="block",
    )
    context.add_cookies([{"name": "django_language", "value": language, "url": base_url}])
    if person:
        sign_in(context, person, base_url)
    return context.new_page()


def test_larger_text_fits_a_narrow_window(browser: Browser, base_url: str) -> None:
    person = factories.person("Zuza")
    campaign = factories.third_chapter(person=person)
    page = new_page(browser, base_url, person, "fr")
    page.context.add_cookies([{"name": "text", "value": "large", "url": base_url}])
    for path in ("", "games/3/setup", "mages", "market", "rulebook", "results", "games/3/result"):
        page.goto(path_at(campaign, path))
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 320, f"{page.url} is {width} px wide"
        assert page.evaluate(CUT) == []
    page.context.close()


def test_a_choice_shows_in_forced_colours(browser: Browser, base_url: str) -> None:
    person = factories.person("Zuza")
    campaign = factories.planned_campaign(person=person)
    page = new_page(browser, base_url, person, "en")
    page.emulate_media(forced_colors="active")
    outline = "(element) => getComputedStyle(element).outlineStyle"
    page.goto(f"{game_at(campaign, 1)}result")
    win = page.locator(".outcome--win")
    assert win.evaluate(outline) == "none"
    win.locator("input").check(force=True)
    assert win.evaluate(outline) == "solid"
    page.goto("/start")
    number = page.locator(".swatch:has([name=mages][value='3'])")
    assert number.evaluate(outline) == "none"
    number.locator("input").check(force=True)
    page.evaluate("document.activeElement.blur()")
    assert number.evaluate(outline) == "solid"
    page.goto(f"/c/{campaign.code}/mages")
    # A drawing is seen: its lines are not the colour of the ground.
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    drawn = page.locator(".breach__quarter").first.evaluate("(e) => getComputedStyle(e).stroke")
    assert drawn != ground
    numeral, void = (
        page.locator(f".breach--open {part}").first.evaluate("(e) => getComputedStyle(e).fill")
        for part in (".breach__numeral", ".breach__void")
    )
    assert numeral != void
    # Where one is, what can be ticked and how far it is done have an edge of their own.
    assert page.locator(".campaign-nav [aria-current]").first.evaluate(outline) == "solid"
    page.goto(f"{game_at(campaign, 1)}setup")
    for part in (".pile", "[data-step]", "progress"):
        edge = page.locator(part).first.evaluate(
            "(e) => [getComputedStyle(e).borderTopWidth, getComputedStyle(e).appearance]"
        )
        assert edge[0] != "0px" or edge[1] == "auto", part
    page.context.close()


def test_nothing_moves_with_reduced_motion(browser: Browser, base_url: str) -> None:
    person = factories.person("Zuza")
    campaign: Campaign = factories.planned_campaign(person=person)
    page = new_page(browser, base_url, person, "en")
    moving = """() => [...document.querySelectorAll("*")].filter((element) => {
      const style = getComputedStyle(element);
      return style.transitionDuration !== "0s" || style.animationName !== "none";
    }).length"""
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"{game_at(campaign, 1)}result")
    assert page.evaluate(moving) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == 0
    page.context.close()


def test_graphics_have_alternative_texts_and_tables_have_headers(
    browser: Browser, base_url: str
) -> None:
    person = factories.person("Zuza")
    campaign = factories.third_chapter(person=person)
    page = new_page(browser, base_url, person, "en")
    nameless = """() => [...document.querySelectorAll("main svg")].filter((svg) =>
      !svg.closest("[aria-hidden=true]") && !svg.getAttribute("aria-label")
      && !svg.getAttribute("aria-labelledby") && !svg.querySelector("title")
    ).map((svg) => svg.outerHTML.slice(0, 120))"""
    bare = """() => [...document.querySelectorAll("main table")].filter((table) =>
      !table.caption || !table.querySelector("thead th[scope=col]")
      || [...table.querySelectorAll("tbody tr")].some((row) => !row.querySelector("th"))
    ).map((table) => table.outerHTML.slice(0, 120))"""
    live = "() => document.querySelectorAll('[aria-live] :is([aria-live], [role=alert])').length"
    for path in ("", "games/3/setup", "mages", "mages/1", "market", "nemesis", "results"):
        page.goto(path_at(campaign, path))
        assert page.evaluate(nameless) == []
        assert page.evaluate(bare) == []
        assert page.evaluate(live) == 0
    page.goto(f"/c/{campaign.code}/mages")
    assert page.get_by_role("img", name="Breach").count() >= 4
    page.context.close()
