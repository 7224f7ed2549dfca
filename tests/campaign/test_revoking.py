"""Everything at once that lets somebody in: after a restore, or a break-in."""

from __future__ import annotations

import pytest

from campaign.models import SavedDeck
from campaign.services.accounts import hash_token, passkey_link_is_open, passkey_link_make
from campaign.services.ashes.decks import deck_share
from campaign.services.calendars import calendar_make, calendar_use
from campaign.services.revoking import access_revoke_all
from tests.campaign import factories
from tests.tracker.ashes import decks

pytestmark = pytest.mark.django_db


def test_links_beside_those_of_campaigns_and_games_end_with_them() -> None:
    anna = factories.person("Anna", username="anna")
    feed, link = calendar_make(person=anna), hash_token(passkey_link_make(person=anna))
    shared = deck_share(saved=decks.saved(anna), shared=True).share_key

    def lets_in() -> list[bool]:
        return [
            calendar_use(token=feed) is not None,
            passkey_link_is_open(person=anna, token_hash=link),
            SavedDeck.objects.filter(share_key=shared).exists(),
        ]

    assert lets_in() == [True] * 3
    access_revoke_all()
    assert lets_in() == [False] * 3
