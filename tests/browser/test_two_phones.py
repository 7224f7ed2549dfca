"""Two phones on one campaign never overwrite each other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from campaign.models import Fact
from tests.browser.table import Table
from tests.campaign import factories

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_stale_phone_is_told_what_changed_and_keeps_what_was_typed(
    phones: list[Table], base_url: str
) -> None:
    first, second = phones
    campaign = factories.planned_campaign()
    first.sit_down(campaign, base_url)
    first.go("people")
    first.press("Create invitation")
    link = re.search(r"https?://\S+/join/[\w-]+", first.page.content())
    assert link
    second.page.goto(link.group(0))
    second.page.get_by_role("textbox").first.fill("Marcin")
    second.send()
    second.code = campaign.code

    # Both open the result; the first phone is quicker.
    second.go("games/1/result")
    second.page.check("[name=result][value=loss]", force=True)
    second.page.check("[name=ending_loss][value=gravehold_fallen]", force=True)
    second.page.fill("[name=gravehold_life]", "0")
    second.page.fill("[name=note]", "We lost on the last card.")
    first.go("games/1/")
    first.page.get_by_text("Add a note").click()
    first.page.fill("[name=text]", "Zuza brought the cake.")
    first.page.get_by_role("button", name="Add note").click()
    expect(first.page.locator("#notes .note").first).to_contain_text("Zuza brought the cake.")

    second.send(refused=True)
    expect(second.page.locator("main")).to_contain_text("Something changed meanwhile")
    assert second.page.input_value("[name=note]") == "We lost on the last card."
    second.send()
    assert second.page.url.endswith(second.address("games/1/"))
    assert Fact.objects.not_withdrawn().filter(game__campaign=campaign, kind="played").count() == 1
    assert Fact.objects.not_withdrawn().filter(game__campaign=campaign, kind="note").count() == 2


def test_a_double_tap_and_a_reload_record_once(table: Table, base_url: str) -> None:
    table.look_closely = False
    campaign = factories.planned_campaign()
    table.sit_down(campaign, base_url)
    table.go("games/1/")
    table.page.get_by_text("Add a note").click()
    table.page.fill("[name=text]", "Once, please.")
    table.page.get_by_role("button", name="Add note").dblclick()
    expect(table.page.locator("#notes .note").first).to_contain_text("Once, please.")
    table.page.reload()
    assert Fact.objects.not_withdrawn().filter(game__campaign=campaign, kind="note").count() == 1


def test_a_double_tap_that_leads_on_is_told_once(table: Table, base_url: str) -> None:
    table.look_closely = False
    campaign = factories.planned_campaign()
    table.sit_down(campaign, base_url)
    table.go("games/1/result")
    table.pick("result", "win")
    table.pick("ending_win", "nemesis_defeated")
    table.write("[name=gravehold_life]", "12")
    table.write("[name=nemesis_life]", "0")
    sent: list[str] = []
    table.page.on("request", lambda request: sent.append(request.method))
    with table.page.expect_navigation():
        table.page.locator("#result button[type=submit]").last.dblclick()
    expect(table.page.locator("#messages .notice")).to_have_count(1)
    assert sent.count("POST") == 1
