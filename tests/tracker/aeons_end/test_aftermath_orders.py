"""What a story card orders outside the usual aftermath."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.facts import MarketOrdered, StickerRemoved
from tests.campaign import factories
from tests.tracker.aeons_end.decisions import at, facts, state
from tests.tracker.clients import keeper, send
from tests.tracker.reading import html_of, text_of

pytestmark = pytest.mark.django_db

SAYS = "L31 says so"


@pytest.fixture
def campaign() -> Campaign:
    """Return a campaign whose first game is won."""
    return factories.played_campaign()


def order(campaign: Campaign, data: dict[str, Any]) -> Any:
    return send(keeper(campaign), at(campaign, "ordered"), {"reason": SAYS, **data})


def market(campaign: Campaign) -> set[str]:
    return {pile.key for pile in state(campaign).market}


def test_a_pile_is_banished_comes_back_and_is_exchanged(campaign: Campaign) -> None:
    banish = {"order": "banish", "goes": "gravity-node"}
    assert order(campaign, banish).status_code == 302
    assert "gravity-node" not in market(campaign)
    assert order(campaign, {"order": "bring", "back": "gravity-node"}).status_code == 302
    assert "gravity-node" in market(campaign)
    new = {"name": "Ash Bell", "kind": "relic", "cost": "4"}
    exchange = {"order": "exchange", "goes": "gravity-node", **new}
    assert order(campaign, exchange).status_code == 302
    assert "~ash bell" in market(campaign)
    assert len(state(campaign).market) == 9
    assert {fact.reason for fact in facts(campaign, MarketOrdered)} == {SAYS}
    walk = text_of(keeper(campaign).get(at(campaign)))
    assert "Changed by the story" in walk
    assert "The story exchanged Gravity Node in the market for Ash Bell." in walk


def test_a_sticker_is_removed() -> None:
    campaign = factories.third_chapter()
    slot = state(campaign).mats[0].stickers[0].slot
    page = html_of(keeper(campaign).get(at(campaign, "ordered")))
    assert f'value="1/{slot}"' in page
    assert order(campaign, {"order": "remove", "sticker": f"1/{slot}"}).status_code == 302
    assert facts(campaign, StickerRemoved) == [StickerRemoved(1, slot, reason=SAYS)]
    assert slot not in {sticker.slot for sticker in state(campaign).mats[0].stickers}


def test_without_a_sticker_none_can_be_removed(campaign: Campaign) -> None:
    page = html_of(keeper(campaign).get(at(campaign, "ordered")))
    assert 'value="remove"' not in page
    assert 'name="back"' not in page


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "Choose what the story card tells you to do."),
        ({"order": "banish"}, "Choose the pile that leaves."),
        ({"order": "banish", "goes": "void-mill"}, "not in the market"),
        ({"order": "banish", "goes": "gravity-node", "reason": ""}, "what the story card says"),
        ({"order": "bring"}, "Choose a banished pile, or enter the name of a new one."),
        ({"order": "bring", "name": "Ash Bell"}, "Is it a gem, a relic or a spell?"),
        ({"order": "bring", "name": "Gravity Node"}, "Already in the market"),
        ({"order": "bring", "back": "nothing"}, "catalogue"),
        ({"order": "remove", "sticker": "9/2a"}, "Choose what the story card tells you to do."),
    ],
)
def test_what_does_not_fit_is_said_and_changes_nothing(
    campaign: Campaign, data: dict[str, Any], said: str
) -> None:
    before = market(campaign)
    response = order(campaign, data)
    assert response.status_code == 422
    assert said in text_of(response)
    assert market(campaign) == before
