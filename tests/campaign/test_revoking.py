"""Everything at once that lets somebody in: after a restore, or a break-in."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from campaign.models import SavedDeck
from campaign.selectors.evenings import evening_of_link
from campaign.services.accounts import hash_token, passkey_link_is_open, passkey_link_make
from campaign.services.ashes.decks import deck_share
from campaign.services.calendars import calendar_make, calendar_use
from campaign.services.revoking import access_revoke_all
from tests.campaign import factories
from tests.campaign.next_evenings import settled
from tests.tracker.ashes import decks

pytestmark = pytest.mark.django_db


def test_links_beside_those_of_campaigns_and_games_end_with_them() -> None:
    anna = factories.person("Anna", username="anna")
    feed, link = calendar_make(person=anna), hash_token(passkey_link_make(person=anna))
    shared = deck_share(saved=decks.saved(anna), shared=True).share_key
    evening = settled(factories.planned_campaign(person=anna), anna)

    def lets_in() -> list[bool]:
        return [
            calendar_use(token=feed) is not None,
            passkey_link_is_open(person=anna, token_hash=link),
            SavedDeck.objects.filter(share_key=shared).exists(),
            evening_of_link(evening.key) is not None,
        ]

    assert lets_in() == [True] * 4
    with time_machine.travel(timezone.now() + timedelta(days=60)):  # a link of the past is one too
        access_revoke_all()
    assert lets_in() == [False] * 4
