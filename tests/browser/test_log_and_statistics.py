"""The log and statistics on a phone: filtered, counted, exported, and nothing cut off."""

from __future__ import annotations

import csv
import datetime
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Campaign, Person
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice
from campaign.services.one_offs import game_share
from tests.browser.sessions import sign_in
from tests.browser.table import Table
from tests.campaign import factories
from tests.campaign.evenings import evening
from tests.marks import thorough

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Wtorkowa drużyna znad Wisły i jej goście"


@pytest.fixture
def zuza() -> Person:
    return factories.person("Zuza")


@pytest.fixture
def campaign(zuza: Person) -> Campaign:
    """Keep a record: a campaign of four games, an evening shared with it, and one that was lost."""
    campaign = factories.play_through(factories.start_campaign(person=zuza, name=LONG), chapters=4)
    witch = Choices((SeatChoice("dezmodia", player="Ola"), SeatChoice("gex")), nemesis="gate-witch")
    shared = evening(zuza, choices=witch, minutes=70)
    game_share(game=shared, person=zuza, campaign=campaign)
    evening(zuza, choices=witch, won=False, played_on=datetime.date(2024, 6, 2))
    return campaign


def sit_down(page: Page, base_url: str, person: Person) -> Table:
    sign_in(page.context, person, base_url)
    return Table(page)


def test_games_are_filtered_counted_and_exported(
    page: Page, base_url: str, zuza: Person, campaign: Campaign
) -> None:
    table = sit_down(page, base_url, zuza)
    page.goto("/log")
    table.look()
    expect(page.get_by_role("status")).to_have_text("6 games")
    table.tap(page.get_by_text("Filter", exact=True))  # a link; its form works once scripts ran
    page.get_by_label("Against").select_option(label="Gate Witch")
    expect(page.get_by_role("status")).to_have_text("2 games")
    page.get_by_label("Result").select_option(label="Lost")
    expect(page.get_by_role("status")).to_have_text("1 game")
    page.get_by_label("Result").select_option(label="Won and lost")
    expect(page.get_by_role("status")).to_have_text("2 games")
    assert "nemesis=gate-witch" in page.url

    with page.expect_download() as sheet:
        page.get_by_role("link", name="Download as CSV").click()
    rows = csv.DictReader(Path(sheet.value.path()).read_text("utf-8-sig").splitlines())
    assert [row["result"] for row in rows] == ["loss", "win"]
    with page.expect_download() as plays:
        page.get_by_role("link", name="Play file for BG Stats").click()
    assert plays.value.suggested_filename == "breachkeeper.bgsplay"
    assert len(json.loads(Path(plays.value.path()).read_text("utf-8"))["plays"]) == 2

    table.press("These 2 games as numbers")
    table.look()
    table.says("1 of 2")
    page.get_by_label("Campaign").select_option(label=LONG)
    expect(page.get_by_role("status")).to_have_text("1 game")
    table.press("This game in the play log")
    expect(page.get_by_role("status")).to_have_text("1 game")
    expect(page.locator("tbody")).to_contain_text("Gate Witch")
    table.press("Show every game")
    expect(page.get_by_role("status")).to_have_text("6 games")
    assert table.console == []


@pytest.mark.parametrize("theme", ["light", thorough("dark")])
def test_the_pictures_of_a_campaign_fit_a_phone(
    page: Page, base_url: str, zuza: Person, campaign: Campaign, theme: str
) -> None:
    table = sit_down(page, base_url, zuza)
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type] # light or dark
    table.code = campaign.code
    table.go("statistics")
    page.locator("details").get_by_text("The numbers").first.click()
    expect(page.get_by_role("table").first).to_be_visible()
    # What is drawn stays inside its picture, names and numbers included.
    outside = page.evaluate(
        """() => [...document.querySelectorAll(".chart__picture")].flatMap((picture) => {
          const frame = picture.getBoundingClientRect();
          return [...picture.querySelectorAll("text, rect, circle")].filter((part) => {
            const box = part.getBoundingClientRect();
            return box.left < frame.left - 2 || box.right > frame.right + 2;
          }).map((part) => part.outerHTML);
        })"""
    )
    assert outside == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert table.console == []
