"""A journal on a phone: how many taps an evening takes, and what axe says of its pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from campaign.models import Campaign
from tests.browser.table import Table
from tests.campaign import factories
from tests.rules.journal.journals import LOST
from tests.tracker.journal.kept import played, state_of

pytestmark = pytest.mark.django_db(transaction=True)

PLAIN, TYPICAL = 6, 25


class Phone(Table):
    """A phone that counts taps; typing is counted apart."""

    taps = 0

    def tap(self, target: Locator) -> None:
        self.taps += 1
        super().tap(target)
        self.look()

    def mark(self, target: Locator) -> None:
        self.taps += 1
        super().mark(target)


@pytest.fixture
def campaign() -> Campaign:
    """Return a journal after its first evening, which was lost: January comes again."""
    return played(factories.person("Ann"), LOST)


@pytest.fixture
def phone(page: Page, base_url: str, campaign: Campaign) -> Phone:
    """Return the phone of its keeper, on the front page."""
    page.set_viewport_size({"width": 390, "height": 844})
    phone = Phone(page)
    phone.sit_down(campaign, base_url)
    phone.look()
    return phone


def test_journal_taps_of_a_plain_evening(phone: Phone, campaign: Campaign) -> None:
    phone.press("Plan the evening")
    phone.press("Plan it")
    phone.press("Enter the result")
    phone.pick("result", "win")
    phone.press("Save the result")
    phone.press("Finish the evening")
    assert phone.taps <= PLAIN
    assert state_of(campaign).games[-1].is_settled
    phone.says("February")
    assert phone.console == []


def test_journal_taps_of_a_typical_evening(phone: Phone, campaign: Campaign) -> None:
    """Two harbours damaged, a mark, a scar in own words, a name, something new, a seal."""
    phone.press("Plan the evening")
    phone.press("Plan it")
    phone.press("Enter the result")
    phone.pick("result", "loss")
    phone.press("Save the result")
    for harbour in ("Salt Bay", "Old Mole"):
        phone.press(harbour)
        phone.tap(phone.page.locator(".number__form [name=by][value='1']"))
    phone.press("North Cape")
    phone.press("Boathouse")
    phone.press("The engineer")
    phone.write("#own-2", "Bad knee")
    phone.tap(phone.page.get_by_role("button", name="Put this mark on").nth(1))
    phone.press("Something new came out of the box")
    phone.choose("[name=kind]", "card")
    phone.taps += 2  # a list is opened and an answer chosen
    phone.write("[name=name]", "Torn chart")
    phone.press("Enter it")
    phone.press("Open a seal")
    phone.tap(phone.page.get_by_role("button", name="Open it").first)
    phone.press("Finish the evening")
    assert phone.taps <= TYPICAL
    state = state_of(campaign)
    assert len(state.marks) == 2
    assert state.counts["damage", "salt-bay"] == state.counts["damage", "old-mole"] == 1
    assert "~torn chart" in state.box.things
    assert state.opened == ("crate-1",)
    for place in ("box", "story", "restore", "sealed", "description", "numbers", "new/seal"):
        phone.go(f"journal/{place}")
    assert phone.console == []
