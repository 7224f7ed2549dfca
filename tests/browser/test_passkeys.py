"""A passkey in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Person
from tests.browser.passkeys import make_passkey, sign_in_by_passkey
from tests.browser.table import Table

PASSWORD = "a lantern over the table"


@pytest.mark.django_db(transaction=True)
def test_somebody_makes_a_passkey_and_signs_in_with_it(table: Table, page: Page) -> None:
    anna = Person.objects.create_user("anna", PASSWORD, display_name="Anna")
    make_passkey(page, "anna", PASSWORD)
    assert anna.passkeys.count() == 1
    sign_in_by_passkey(page)
    page.goto("/account")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna")
