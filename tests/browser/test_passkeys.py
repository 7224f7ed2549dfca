"""A passkey in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Person
from tests.browser.passkeys import make_passkey, sign_in_by_passkey
from tests.browser.sessions import sign_in
from tests.browser.table import Table
from tests.campaign import factories
from tests.marks import thorough

PASSWORD = "a lantern over the table"


@pytest.mark.django_db(transaction=True)
def test_somebody_makes_a_passkey_and_signs_in_with_it(table: Table, page: Page) -> None:
    anna = Person.objects.create_user("anna", PASSWORD, display_name="Anna")
    make_passkey(page, "anna", PASSWORD)
    assert anna.passkeys.count() == 1
    sign_in_by_passkey(page)
    page.goto("/account")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ticked", [True, thorough(False)])  # tests/tracker asks for both
def test_a_guest_who_signs_in_by_passkey_is_asked(
    table: Table, page: Page, *, ticked: bool
) -> None:
    anna = Person.objects.create_user("anna", PASSWORD, display_name="Anna")
    make_passkey(page, "anna", PASSWORD)
    guest = factories.person("Zuza")
    campaign = factories.start_campaign(person=guest)
    page.context.clear_cookies()
    sign_in(page.context, guest, page.url)
    page.goto("/account/sign-in")
    page.get_by_label("Keep your guest games").set_checked(ticked)
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/")
    assert campaign.memberships.get().person == (anna if ticked else guest)
