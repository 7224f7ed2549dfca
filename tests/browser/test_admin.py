"""The admin under the site's own Content-Security-Policy: nothing is blocked, nothing complains."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from campaign.models import Fact, Person
from campaign.services.accounts import passkey_link_make
from tests.browser.passkeys import make_passkey, sign_in_by_passkey
from tests.browser.table import Table
from tests.campaign import factories


@pytest.mark.django_db(transaction=True)
def test_the_admin_logs_nothing_to_the_console(table: Table, page: Page) -> None:
    campaign = factories.settled_campaign()
    marek = factories.person("Marek", username="marek")
    helper = Person.objects.create_user("helper", "pass-1234", is_staff=True)
    link = reverse("passkey_link", args=[passkey_link_make(person=helper)])
    make_passkey(page, "helper", "pass-1234", url=link)
    sign_in_by_passkey(page)
    page.goto(f"{reverse('admin:campaign_fact_changelist')}?q={campaign.code}")
    assert str(Fact.objects.count()) in page.locator(".paginator").inner_text()
    page.locator("#result_list tbody a").first.click()
    page.wait_for_url("**/change/**")
    page.goto(reverse("admin:campaign_person_change", args=[marek.pk]))
    page.get_by_role("checkbox").uncheck()
    page.locator("input[name=_save]").click()
    page.wait_for_url("**/admin/campaign/person/")
    assert not Person.objects.get(pk=marek.pk).is_active
