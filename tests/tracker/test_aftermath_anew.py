"""An entry of a settled game, put right where it stands."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Role
from campaign.rules.aeons_end.legacy.facts import MarketGrown, SealOpened, StickerPlaced
from campaign.selectors import Entry, campaign_record
from tests.campaign import factories
from tests.tracker.decisions import (
    body,
    carried_by,
    fresh,
    keeper,
    member,
    send,
    state,
    stranger,
    text,
)

pytestmark = pytest.mark.django_db

_FIELD = re.compile(r"<(?:input|textarea)[^>]*>")


@pytest.fixture
def campaign() -> Campaign:
    return factories.third_chapter()


def entry(campaign: Campaign, kind: type[Any], game: int = 1) -> Entry:
    entries = campaign_record(fresh(campaign)).entries
    return next(e for e in entries if isinstance(e.fact, kind) and e.game == game)


def url(campaign: Campaign, found: Entry) -> str:
    return reverse("fact_anew", args=[campaign.code, found.id])


def filled(page: Any) -> dict[str, list[str]]:
    """Return what the form is filled in with, as a browser would send it back."""
    found: dict[str, list[str]] = {}
    for tag in _FIELD.findall(body(page)):
        given = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        picked = given.get("type") not in ("radio", "checkbox") or "checked" in tag
        if "name" in given and picked:
            found.setdefault(given["name"], []).append(given.get("value", ""))
    return found


def test_the_form_is_filled_in_and_sends_back_what_stands(campaign: Campaign) -> None:
    grown = entry(campaign, MarketGrown)
    page = keeper(campaign).get(url(campaign, grown))
    assert "Ember Reed 1.3" in body(page)
    answer = keeper(campaign).post(url(campaign, grown), filled(page))
    assert answer.status_code == 302
    assert answer["Location"] == reverse("game", args=[campaign.code, 1])
    assert entry(campaign, MarketGrown).fact == grown.fact
    assert entry(campaign, MarketGrown).id != grown.id


def test_a_misread_cost_of_a_settled_game_is_put_right(campaign: Campaign) -> None:
    grown = entry(campaign, MarketGrown)
    page = keeper(campaign).get(url(campaign, grown))
    data = {**filled(page), "cost_1": "7"}
    assert keeper(campaign).post(url(campaign, grown), data).status_code == 302
    costs = {pile.name: pile.cost for pile in state(campaign).market}
    assert costs["Ember Reed 1.2"] == 7
    assert "Game 1: market growth corrected" in text(
        keeper(campaign).get(reverse("history", args=[campaign.code]))
    )


def test_a_sticker_gets_its_right_name(campaign: Campaign) -> None:
    placed = entry(campaign, StickerPlaced, 2)
    page = keeper(campaign).get(url(campaign, placed))
    data = {**filled(page), "name": "Bone Flute"}
    assert data["kind"] == ["starter"]
    assert data["where"] == ["hand"]
    assert keeper(campaign).post(url(campaign, placed), data).status_code == 302
    assert "Bone Flute" in [card.name for card in state(campaign).mats[0].hand]


def test_a_later_entry_that_would_break_is_named() -> None:
    campaign = factories.third_chapter()
    grown = entry(campaign, MarketGrown)
    page = keeper(campaign).get(url(campaign, grown))
    data = {**filled(page), "name_0": "Tin Choir"}  # game 2 banished the pile by its old name
    answer = keeper(campaign).post(url(campaign, grown), data)
    assert answer.status_code == 422
    assert "Game 2 stands in the way: its market growth would no longer fit." in text(answer)
    assert entry(campaign, MarketGrown).fact == grown.fact


def test_what_is_refused_keeps_what_was_typed(campaign: Campaign) -> None:
    grown = entry(campaign, MarketGrown)
    page = keeper(campaign).get(url(campaign, grown))
    answer = keeper(campaign).post(
        url(campaign, grown), {**filled(page), "name_3": "Tin Choir", "take": ["0"]}
    )
    assert answer.status_code == 422
    assert "Tin Choir" in body(answer)


def test_a_stale_form_says_what_changed(campaign: Campaign) -> None:
    grown = entry(campaign, MarketGrown)
    data = filled(keeper(campaign).get(url(campaign, grown)))
    factories.record(campaign, SealOpened("~pouch", "Pouch"))
    stale = keeper(campaign).post(url(campaign, grown), data)
    assert stale.status_code == 409
    again = {**data, **carried_by(stale)}
    assert keeper(campaign).post(url(campaign, grown), again).status_code == 302


def test_only_what_has_a_form_is_entered_anew(campaign: Campaign) -> None:
    settled = campaign_record(fresh(campaign)).entries[-1]
    assert keeper(campaign).get(url(campaign, settled)).status_code == 404
    gone = reverse("fact_anew", args=[campaign.code, 10**12])
    assert keeper(campaign).get(gone).status_code == 404


def test_who_may_enter_anew(campaign: Campaign) -> None:
    page = url(campaign, entry(campaign, MarketGrown))
    assert member(campaign, Role.READER, "Ola").get(page).status_code == 403
    assert stranger().get(page).status_code == 404
    assert Client().post(page).status_code == 404
    assert send(member(campaign), page, growth_of(campaign)).status_code == 302


def growth_of(campaign: Campaign) -> dict[str, Any]:
    page = keeper(campaign).get(url(campaign, entry(campaign, MarketGrown)))
    return {k: v for k, v in filled(page).items() if k not in ("revision", "token")}
