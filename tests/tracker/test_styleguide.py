"""The page of components: complete, and for developers only."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

from tracker.views.styleguide import styleguide

pytestmark = pytest.mark.django_db

PARTS = (
    *("headline", "button--large", "sheet", "card", "list__row", "stepper", "dial", "path"),
    *("notice", "empty", "ledger", "sigil"),
)


def test_visitors_do_not_find_it(client: Client) -> None:
    assert client.get("/styleguide").status_code == 404


def test_it_shows_every_component() -> None:
    request = RequestFactory().get("/styleguide")
    request.user = AnonymousUser()
    page = styleguide(request).content.decode()
    for part in PARTS:
        assert f'class="{part}' in page or f" {part}" in page, part
