"""What is asked for without end, by who may ask for it: each is counted where it is promised."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import override_settings

from campaign.models import Game
from campaign.services.limits import RateLimit
from tests.campaign import factories as f
from tests.campaign.next_evenings import date_of, proposed
from tests.tracker import clients, one_offs
from tests.tracker.api.clients import BASE, Program
from tests.tracker.ashes import decks
from tracker.people import limits

pytestmark = pytest.mark.django_db
HOME = "192.0.2.1"
BOX = "aeons-end-war-eternal"
START = f"/play?system={BOX}"
INVITED = {"role": "player", "days": 14}
ANSWER = {"token": "form-number-1", "name": "Bo", "seat": 1}


@dataclass(frozen=True)
class Asked:
    """What somebody sends, and the limit that counts it."""

    limit: RateLimit
    url: str  # {game}, {campaign}, {deck}: a code; {key}, {evening}: the key of its link
    sent: dict[str, Any] | None = field(default_factory=dict)  # None: it is read
    by_api: bool = False
    by_address: bool = True  # or by person


ASKED = [
    Asked(limits.JOINS, "/s/{key}", ANSWER),
    Asked(limits.JOINS, "/g/{game}/seats/take", ANSWER),
    Asked(limits.JOINS, "/games/{game}/seats/1", {"token": "form-1234"}, by_api=True),
    Asked(limits.JOINS, "/invitations/{key}", {"token": "form-1234", "seat": 1}, by_api=True),
    Asked(limits.DRAWS, START, {"token": "form-number-1", "mages": 2}),
    Asked(limits.DRAWS, "/g/{game}/change"),
    Asked(limits.DRAWS, "/g/{game}/roll"),
    Asked(
        limits.DRAWS,
        "/games",
        {"system": "aeons-end-war-eternal", "token": "form-1234"},
        by_api=True,
    ),
    Asked(limits.LINKS_MADE, "/g/{game}/seats/link", by_address=False),
    Asked(
        limits.LINKS_MADE,
        "/c/{campaign}/people/invite",
        {"role": "player", "days": 14},
        by_address=False,
    ),
    Asked(limits.LINKS_MADE, "/c/{campaign}/people/keeper", by_address=False),
    Asked(
        limits.LINKS_MADE,
        "/games/{game}/invitation",
        {"token": "form-1234"},
        by_api=True,
        by_address=False,
    ),
    Asked(limits.EXPORTS, "/account/export", None, by_address=False),
    Asked(limits.ANSWERS, "/e/{evening}", {"name": "Bo", "answer": "{date} yes"}),
    Asked(limits.FEEDS, "/account/calendar", by_address=False),
    Asked(limits.SUBSCRIPTIONS, "/notifications/subscribe", by_address=False),
    Asked(limits.REPORTS, "/decks/public/{deck}/report", {"text": "A copy of mine."}),
]


@override_settings(RATE_LIMITS=True)
@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: f"{asked.limit.name} {asked.url}")
def test_whoever_has_used_a_limit_up_waits(asked: Asked) -> None:
    game = one_offs.game(f.person("Zuza", username="zuza"))
    campaign = f.planned_campaign(person=game.owner)
    owner = game.owner
    assert isinstance(game, Game)
    assert owner is not None
    deck = decks.public(owner).published.code if "{deck}" in asked.url else ""
    evening = proposed(campaign, owner)
    named = {"game": game.code, "key": game.invite_key, "campaign": campaign.code, "deck": deck}
    url = asked.url.format(**named, evening=evening.key)
    asked.limit.take(HOME if asked.by_address else str(owner.pk), asked.limit.capacity)
    client = Program(owner).client if asked.by_api else clients.client_of(owner)
    client.defaults["REMOTE_ADDR"] = HOME
    if asked.sent is None:
        answer = client.get(url)
    elif asked.by_api:
        answer = client.post(BASE + url, asked.sent, content_type="application/json")
    else:
        sent = {
            name: str(value).format(date=date_of(evening)) for name, value in asked.sent.items()
        }
        answer = client.post(url, {"token": "form-number-1", **sent})
    assert answer.status_code == 429
