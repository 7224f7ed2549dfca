"""What a screen reader reads: Chromium's accessibility tree, in order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from campaign.models import Campaign, Person
from tests.addresses import game_at, path_at
from tests.browser.spoken import NAMED, heard, names, seat
from tests.campaign import factories
from tests.marks import thorough

pytestmark = pytest.mark.django_db(transaction=True)

LANDMARKS = ("banner", "main", "navigation", "contentinfo")
FOCUS = "(document.activeElement ?? document.body)"
# A part that speaks by itself, and holds or is what has the focus, would be read twice.
SPEAKS_TOO = f"Boolean({FOCUS}.closest('[aria-live], [role=alert], [role=status]'))"


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


# --- the page as a whole ---


@pytest.mark.parametrize("share", [3, thorough(1)], ids=["one page in three", "every page"])
def test_a_page_has_its_landmarks_once_and_headings_without_a_gap(
    phone: Page, campaign: Campaign, share: int
) -> None:
    inside = ["", "games/3/", "games/3/setup", "games/3/restore", "games/3/result", "mages"]
    inside += ["mages/1", "market", "nemesis", "rulebook", "results", "statistics", "history"]
    inside += ["people", "print", "settings", "games/2/aftermath"]
    pages = [path_at(campaign, path) for path in inside]
    pages += ["/", "/start", "/play", "/account", "/log", "/statistics", "/offline", "/nowhere"]
    wrong = []
    for url in pages[::share]:
        phone.goto(url, wait_until="domcontentloaded")
        things = heard(phone)
        marks = Counter(thing.role for thing in things if thing.role in LANDMARKS)
        if any(marks[role] != 1 for role in ("banner", "main", "contentinfo")):
            wrong.append(f"{url}: {marks}")
        ways = names(things, "navigation")
        if "" in ways or len(set(ways)) != len(ways):
            wrong.append(f"{url}: navigations called {ways}")
        levels = [int(thing.told["level"]) for thing in things if thing.role == "heading"]
        if levels.count(1) != 1 or any(after > before + 1 for before, after in pairwise(levels)):
            wrong.append(f"{url}: headings {levels}")
        if not all(names(things, "heading")):
            wrong.append(f"{url}: a heading without words")
        nameless = {thing.role for thing in things if not thing.name.strip()} & NAMED
        if nameless:
            wrong.append(f"{url}: nameless {nameless}")
    assert wrong == []


# --- the table ---


def test_the_checklist_is_read_in_order_with_what_is_done(phone: Page, campaign: Campaign) -> None:
    phone.goto(f"{game_at(campaign, 3)}setup")
    written = phone.locator("label:has([data-step])").all_inner_texts()
    steps = [thing for thing in heard(phone) if thing.role == "checkbox"]
    assert len(steps) == len(written) > 10
    for step, words in zip(steps, written, strict=True):
        assert words.split()[0] in step.name
        assert step.told["checked"] == "false"
    phone.locator("[data-step]").nth(1).check()
    done = [thing.told["checked"] for thing in heard(phone) if thing.role == "checkbox"]
    assert done == ["false", "true", *["false"] * (len(written) - 2)]
    told = phone.locator("[data-checklist-count]")
    expect(told).to_contain_text(f"1 of {len(written)}")
    assert told.get_attribute("aria-live") == "polite"


def test_breaches_and_dials_have_words(phone: Page, campaign: Campaign) -> None:
    phone.goto(f"/c/{campaign.code}/mages")
    pictures = names(heard(phone), "image") or names(heard(phone), "img")
    rings = [name for name in pictures if "reach " in name]
    assert len(rings) == phone.locator(".breach").count() == 2 * 3
    for ring, number in zip(rings, ("I", "II", "III") * 2, strict=True):
        assert re.fullmatch(
            rf"Breach {number}, (open|closed: \d+ to focus, \d+ to open)|No breach {number} yet",
            ring,
        )
    assert "Life: 10 of 10 life" in pictures


def test_a_table_keeps_its_headers_when_it_is_laid_out_as_cards(
    phone: Page, campaign: Campaign
) -> None:
    phone.goto(f"/c/{campaign.code}/results")
    things = heard(phone)
    assert len([thing for thing in things if thing.role == "table"]) == 1
    columns = names(things, "columnheader")
    assert len(columns) > 3
    assert all(columns)
    rows = len(names(things, "row")) - 1
    assert len(names(things, "rowheader")) == rows >= 2
    cells = [thing for thing in things if thing.role in ("cell", "gridcell")]
    assert len(cells) == rows * (len(columns) - 1)


def test_steppers_say_what_they_change_and_nothing_else(phone: Page, campaign: Campaign) -> None:
    phone.goto(f"{game_at(campaign, 3)}result")
    things = heard(phone)
    fields, buttons = names(things, "spinbutton"), names(things, "button")
    assert {"Ilva", "Torrin"} <= set(fields)
    for name in ("Ilva", "Torrin", fields[0]):
        assert f"One less: {name}" in buttons
        assert f"One more: {name}" in buttons


def test_an_empty_dial_goes_down_from_its_start_and_up_from_nothing(
    phone: Page, campaign: Campaign
) -> None:
    phone.goto(f"{game_at(campaign, 3)}result")
    ilva, torrin = (phone.get_by_role("spinbutton", name=name) for name in ("Ilva", "Torrin"))
    for key, shown in (("Enter", "10"), ("Space", "9")):
        phone.get_by_role("button", name="One less: Ilva").press(key)
        expect(ilva).to_have_value(shown)
    for key, shown in (("Space", "0"), ("Enter", "1")):
        phone.get_by_role("button", name="One more: Torrin").press(key)
        expect(torrin).to_have_value(shown)


# --- what went wrong, and what changed ---


@pytest.mark.parametrize("scripts", [True, False])
def test_problems_are_announced_once_and_each_links_to_its_field(
    browser: Browser, base_url: str, keeper: Person, campaign: Campaign, scripts: bool
) -> None:
    page = seat(browser, base_url, keeper, java_script_enabled=scripts)
    page.goto(f"{game_at(campaign, 3)}result")
    page.fill("[name=gravehold_life]", "-3")
    page.locator("main form button[type=submit]").last.click()
    expect(page.locator("#problems")).to_be_focused()
    assert not page.evaluate(SPEAKS_TOO)
    things = heard(page)
    summary = [thing for thing in things if thing.told.get("focused")][-1]
    assert (summary.role, summary.name) == ("group", "Please check these entries")
    assert "At least 0." in summary.told["description"]
    # The summary is read, and nothing else calls out.
    assert [thing.name for thing in things if thing.role == "alert"] == []
    wrong = [thing for thing in things if thing.told.get("invalid") == "true"]
    assert {thing.role for thing in wrong} == {"radio", "spinbutton"}
    gravehold = next(thing for thing in wrong if thing.role == "spinbutton")
    assert "At least 0." in gravehold.told["description"]
    ways = page.locator("#problems a")
    for number in range(ways.count()):
        where = ways.nth(number).get_attribute("href") or ""
        assert page.locator(where).count() == 1, where
    ways.last.press("Enter")
    page.context.close()


def test_every_error_belongs_to_a_field(phone: Page, campaign: Campaign) -> None:
    loose = """() => [...document.querySelectorAll(".field__errors[id]")].filter(({ id }) =>
      !document.querySelector(`[aria-describedby~="${id}"]`)).map(({ id }) => id)"""
    for url in ("/start", f"{game_at(campaign, 3)}result", f"/c/{campaign.code}/settings"):
        phone.goto(url)
        phone.evaluate(
            """() => {
              for (const field of document.querySelectorAll("main form [name]:not([type=hidden])"))
                if (field.type === "checkbox" || field.type === "radio") field.checked = false;
                else field.value = "";
              [...document.querySelectorAll("main form[method=post]")].at(0).requestSubmit();
            }"""
        )
        expect(phone.locator("#problems")).to_be_focused()
        assert phone.locator(".field__errors").count() > 0, url
        assert phone.evaluate(loose) == [], url


def test_the_focus_stays_in_the_part_of_the_page_that_changes(
    phone: Page, campaign: Campaign
) -> None:
    phone.goto(game_at(campaign, 3))
    phone.get_by_text("Add a note").click()
    phone.fill("[name=text]", "Zuza brought the cake.")
    phone.get_by_role("button", name="Add note").press("Enter")
    expect(phone.locator("#notes .note").first).to_contain_text("Zuza brought the cake.")
    phone.wait_for_function("() => document.activeElement !== document.body")
    assert phone.evaluate("Boolean(document.activeElement.closest('#notes'))")
    assert not phone.evaluate(SPEAKS_TOO)


def test_a_lost_connection_is_announced_once(phone: Page, campaign: Campaign) -> None:
    phone.goto(f"{game_at(campaign, 3)}result")
    phone.context.set_offline(True)
    phone.locator("main form button[type=submit]").last.press("Enter")
    notice = phone.locator("#messages .notice")
    expect(notice).to_have_count(1)
    assert phone.locator("[aria-live] :is([aria-live], [role=alert], [role=status])").count() == 0
    assert not phone.evaluate(SPEAKS_TOO)
    phone.context.set_offline(False)
