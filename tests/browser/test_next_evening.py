"""Two weeks of an evening on three phones: proposed, answered, settled, played, told again."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from playwright.sync_api import expect

from campaign.models import Evening, Person, PushSubscription
from tests.browser.sessions import sign_in
from tests.browser.table import Table
from tests.campaign import factories
from tests.tracker.test_notices import Service
from tests.tracker.test_web_push import AUTH as SECRET
from tests.tracker.test_web_push import BROWSER_PUBLIC
from tracker.webhooks import notices

pytestmark = pytest.mark.django_db(transaction=True)

MONDAY = datetime(2026, 10, 19, 10, tzinfo=UTC)  # clocks go back before the second Sunday
FRIDAY, SUNDAY = "2026-10-30", "2026-11-01"


def answer(table: Table, number: int, given: str) -> None:
    card = table.page.locator("[id^=date-]").nth(number)
    table.tap(card.get_by_role("button", name=re.compile(f"^{given}")))


def test_an_evening_of_three_from_the_first_date_to_the_next_visit(
    phones: list[Table], bare_table: Table, base_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, player = phones
    bare_table.look_closely = False  # axe is a script itself
    service = Service()
    monkeypatch.setattr(notices, "sent", service.sent)
    ada, bo = factories.person("Ada"), factories.person("Bo")
    with time_machine.travel(MONDAY) as clock:
        campaign = factories.played_campaign(person=ada)
        factories.join(campaign, bo)
        PushSubscription.objects.create(
            person=bo,
            endpoint="https://push.example.org/bo",
            public_key=BROWSER_PUBLIC,
            auth=SECRET,
            language="en",
        )
        sign_in(keeper.page.context, ada, base_url)
        sign_in(player.page.context, bo, base_url)
        keeper.code = player.code = campaign.code

        keeper.go("evenings")
        keeper.write("[name=day_1]", FRIDAY)
        keeper.write("[name=day_2]", SUNDAY)
        keeper.write("[name=place]", "Mill Lane 4")
        keeper.choose("[name=chosen_zone]", "Europe/Warsaw")
        keeper.press("Propose dates")
        link = keeper.page.url
        assert Evening.objects.get().dates.count() == 2

        # A guest without an account and without scripts.
        bare_table.page.goto(link)
        bare_table.write("[name=name]", "Cy")
        answer(bare_table, 0, "Maybe")
        answer(bare_table, 1, "Yes")
        assert Person.objects.filter(display_name="Cy").exists()
        expect(bare_table.page.locator("main")).to_contain_text("Mill Lane 4")

        clock.shift(timedelta(days=3))
        notices.send_notices()
        player.page.goto("/")
        player.tap(player.page.get_by_role("link", name="Answer").first)
        answer(player, 0, "No")
        answer(player, 1, "Yes")  # all who play can make it: it is settled
        assert Evening.objects.get().starts_at == datetime(2026, 11, 1, 18, tzinfo=UTC)
        keeper.go()
        keeper.says(re.compile("Sunday, 1 November, 19:00"))

        clock.move_to(datetime(2026, 10, 31, 12, tzinfo=UTC))
        notices.send_notices()
        keeper.go()
        keeper.press("Previously")
        keeper.says("The last games")

        clock.move_to(datetime(2026, 11, 2, 10, tzinfo=UTC))
        bare_table.page.goto(link)
        expect(bare_table.page.locator("main")).to_contain_text("This evening is over.")
        keeper.go("evenings")
        keeper.says(re.compile("Sunday, 1 November"))
        keeper.says(re.compile("Propose dates"))
    assert 2 <= len(service.taken) <= 4  # asked, asked once more, settled, tomorrow: to one phone
    assert keeper.console == player.console == []
