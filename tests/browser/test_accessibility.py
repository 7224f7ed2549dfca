"""Every page in three languages and two themes: axe finds nothing, and 320 px are enough.

A window of 320 px is also what one of 640 px is at 200 % zoom (WCAG 2.2: 1.4.4, 1.4.10).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from campaign.models import Campaign, Person
from tests.benchmarks._pages import addresses
from tests.campaign import factories

pytestmark = pytest.mark.django_db(transaction=True)

NARROW = {"width": 320, "height": 640}
WIDE = {"width": 1280, "height": 800}
ALL = {"resultTypes": ["violations"], "preload": False}
# Each page is seen by day and by night, on a phone and on a desk.
LOOKS = {"en": ("light", WIDE), "pl": ("dark", NARROW), "fr": ("light", NARROW)}
# Words that are cut off: not those that are meant to be heard only, nor a field that scrolls.
CUT = """() => [...document.querySelectorAll("body *")].filter((element) => {
  const style = getComputedStyle(element);
  if (!element.clientWidth || style.clipPath !== "none" || style.display === "inline") return false;
  if (element.matches("input, textarea, select, progress, svg, svg *, .account__name, .hero"))
    return false;
  const across = style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
  const down = style.overflowY === "hidden" && element.scrollHeight > element.clientHeight + 2;
  return element.innerText.trim() && (across || down);
}).map((element) => element.outerHTML.slice(0, 120))"""


def key_of(person: Person) -> str:
    """Return a session in which somebody is signed in."""
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies["sessionid"].value


def new_page(browser: Browser, base_url: str, person: Person | None, language: str) -> Page:
    context = browser.new_context(
        base_url=base_url,
        viewport=NARROW,
        locale=language,
        reduced_motion="reduce",  # a colour on its way to another would be measured as it is
        service_workers="block",
    )
    cookies = {"django_language": language} | ({"sessionid": key_of(person)} if person else {})
    context.add_cookies([{"name": k, "value": v, "url": base_url} for k, v in cookies.items()])
    return context.new_page()


def faults(page: Page, language: str) -> Iterator[str]:
    """Yield what is wrong with the page that is open: the themes take turns with the languages."""
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > NARROW["width"]:
        yield f"{page.url} is {width} px wide"
    yield from (f"{page.url} cuts off {element}" for element in page.evaluate(CUT))
    theme, window = LOOKS[language]
    page.set_viewport_size(window)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.evaluate(AXE_SCRIPT)
    found = AxeResults(page.evaluate("(options) => axe.run(options)", ALL))
    if found.violations_count:
        yield f"{page.url} ({theme}) {found.generate_report()}"
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_every_page_is_for_everybody(browser: Browser, base_url: str, language: str) -> None:
    person = factories.person("Zuza")
    page = new_page(browser, base_url, person, language)
    found: list[str] = []
    for _name, url in addresses(person):
        answer = page.goto(url, wait_until="load")
        assert answer
        assert answer.status == 200, url
        assert page.locator("html").get_attribute("lang") == language
        found += faults(page, language)
    page.context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_empty_and_refused_pages_too(browser: Browser, base_url: str, language: str) -> None:
    person = factories.person("Zuza", username="zuza")
    campaign = factories.planned_campaign(person=person)
    empty = factories.start_campaign(person=person, name="Not yet begun")
    page = new_page(browser, base_url, person, language)
    found: list[str] = []
    for name in ("campaign", "mages", "results", "history", "campaign_statistics"):
        page.goto(reverse(name, args=[empty.code]))
        found += faults(page, language)
    for url in (reverse("log"), reverse("statistics"), "/offline", "/no-such-page"):
        page.goto(url)
        found += faults(page, language)
    refused = {
        reverse("start"): "",
        reverse("result", args=[campaign.code, 1]): "",
        reverse("password"): "",
        reverse("import"): "",
    }
    for url in refused:
        page.goto(url)
        with page.expect_navigation():
            # Past htmx, so that the whole page comes back.
            page.evaluate(
                "[...document.querySelectorAll('main form[method=post]')].at(-1).submit()"
            )
        expect(page.locator("main [role=alert]").first).to_be_visible()
        found += faults(page, language)
    page.context.close()
    stranger = new_page(browser, base_url, None, language)
    for url in ("/", reverse("sign_in"), reverse("start")):
        stranger.goto(url)
        found += faults(stranger, language)
    stranger.context.close()
    assert not found, "\n".join(found)


def test_larger_text_fits_too(browser: Browser, base_url: str) -> None:
    person = factories.person("Zuza")
    campaign = factories.third_chapter(person=person)
    page = new_page(browser, base_url, person, "fr")
    page.context.add_cookies([{"name": "text", "value": "large", "url": base_url}])
    for path in ("", "games/3/setup", "mages", "market", "rulebook", "results", "games/3/result"):
        page.goto(f"/c/{campaign.code}/{path}")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 320, f"{page.url} is {width} px wide"
        assert page.evaluate(CUT) == []
    page.context.close()


def test_what_is_chosen_shows_in_the_visitors_own_colours(browser: Browser, base_url: str) -> None:
    person = factories.person("Zuza")
    campaign = factories.planned_campaign(person=person)
    page = new_page(browser, base_url, person, "en")
    page.emulate_media(forced_colors="active")
    outline = "(element) => getComputedStyle(element).outlineStyle"
    page.goto(f"/c/{campaign.code}/games/1/result")
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
    page.context.close()


def test_nothing_moves_for_who_wants_no_motion(browser: Browser, base_url: str) -> None:
    person = factories.person("Zuza")
    campaign: Campaign = factories.planned_campaign(person=person)
    page = new_page(browser, base_url, person, "en")
    moving = """() => [...document.querySelectorAll("*")].filter((element) => {
      const style = getComputedStyle(element);
      return style.transitionDuration !== "0s" || style.animationName !== "none";
    }).length"""
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/c/{campaign.code}/games/1/result")
    assert page.evaluate(moving) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == 0
    page.context.close()


def test_what_is_drawn_has_words_and_tables_have_headers(browser: Browser, base_url: str) -> None:
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
        page.goto(f"/c/{campaign.code}/{path}")
        assert page.evaluate(nameless) == []
        assert page.evaluate(bare) == []
        assert page.evaluate(live) == 0
    page.goto(f"/c/{campaign.code}/mages")
    assert page.get_by_role("img", name="Breach").count() >= 4
    page.context.close()
