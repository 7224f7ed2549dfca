"""Closing a decision without an entry, and withdrawing an entry."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Role
from campaign.records import Entry
from campaign.rules.aeons_end.legacy.facts import DecisionClosed, MarketGrown
from campaign.rules.aeons_end.legacy.state import GameStatus
from campaign.selectors.campaigns import campaign_facts
from tests.campaign import factories
from tests.tracker.aeons_end.decisions import at, facts, growth, state
from tests.tracker.clients import (
    HTMX,
    hidden_fields,
    hidden_fields_of,
    keeper,
    member,
    send,
    stranger,
)
from tests.tracker.reading import html_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return factories.played_campaign()


@pytest.fixture
def won() -> Campaign:
    return factories.second_game()


# --- not so in our box ---


def test_a_decision_is_closed_with_a_reason(campaign: Campaign) -> None:
    data = {"decision": "growth:1", "reason": "deck Id was missing"}
    assert send(keeper(campaign), at(campaign, "close"), data).status_code == 302
    closed = facts(campaign, DecisionClosed)
    assert [(f.decision, f.reason) for f in closed] == [("growth:1", "deck Id was missing")]
    assert "deck Id was missing" in text_of(keeper(campaign).get(at(campaign)))


def test_the_page_asks_about_the_one_it_was_opened_for(campaign: Campaign) -> None:
    response = keeper(campaign).get(at(campaign, "close"), {"decision": "growth:1"})
    assert "The market grows after chapter 1" in text_of(response)
    assert 'type="hidden" name="decision" value="growth:1"' in html_of(response)
    assert 'type="checkbox" name="decision"' not in html_of(response)


def test_of_several_the_page_asks_which(won: Campaign) -> None:
    page = html_of(keeper(won).get(at(won, "close"), {"kind": "section"}))
    assert page.count('type="checkbox" name="decision"') == 8
    assert " checked" not in page
    whole = html_of(keeper(won).get(at(won, "close")))
    assert 'value="slot:2a:1"' in whole
    assert 'value="pool:' not in whole  # arithmetic is not waved away


@pytest.mark.parametrize(
    "data",
    [
        {"decision": "growth:1"},
        {"decision": "growth:1", "reason": "   "},
        {"decision": "growth:1", "reason": "x" * 301},
        {"reason": "so"},
        {"decision": "growth:2", "reason": "so"},
        {"decision": "pool:2", "reason": "so"},
        {"decision": "verdict:1", "reason": "so"},
        {"decision": "nonsense", "reason": "so"},
        {"decision": "y" * 200, "reason": "so"},
    ],
)
def test_a_closing_that_does_not_fit_is_refused(campaign: Campaign, data: dict[str, Any]) -> None:
    response = send(keeper(campaign), at(campaign, "close"), data)
    assert response.status_code == 422
    assert 'id="problems"' in html_of(response)
    assert not facts(campaign, DecisionClosed)


def test_a_closing_sent_twice_closes_once(campaign: Campaign) -> None:
    client = keeper(campaign)
    data = {**hidden_fields(client, at(campaign, "close")), "decision": "growth:1", "reason": "so"}
    assert [client.post(at(campaign, "close"), data).status_code for _ in "ab"] == [302, 302]
    assert len(facts(campaign, DecisionClosed)) == 1


def test_a_stale_closing_says_what_changed(campaign: Campaign) -> None:
    client, other = keeper(campaign), member(campaign)
    data = {**hidden_fields(client, at(campaign, "close")), "decision": "growth:1", "reason": "so"}
    assert send(other, at(campaign, "growth"), growth()).status_code == 302
    stale = client.post(at(campaign, "close"), data)
    assert stale.status_code == 409
    assert "The market grew" in text_of(stale)
    again = client.post(at(campaign, "close"), {**data, **hidden_fields_of(stale)})
    assert again.status_code == 422


def test_with_nothing_open_it_leads_back() -> None:
    campaign = factories.answer_all(factories.played_campaign())
    assert keeper(campaign).get(at(campaign, "close"))["Location"] == at(campaign)


def test_htmx_gets_the_form_alone(campaign: Campaign) -> None:
    client = keeper(campaign)
    data = hidden_fields(client, at(campaign, "close"))
    response = client.post(at(campaign, "close"), data, headers=HTMX)
    assert response.status_code == 200
    assert html_of(response).startswith("<form")


# --- withdrawing ---


def withdraw_url(campaign: Campaign, fact: int) -> str:
    return reverse("entry_delete", args=[campaign.code, fact])


def grown(campaign: Campaign) -> str:
    """Grow the market and return where that is withdrawn."""
    row = factories.record(
        campaign, MarketGrown(factories.growth(1, ("fire-chakram", "warping-haze")))
    )
    return withdraw_url(campaign, row.pk)


def test_the_page_names_exactly_what_goes(campaign: Campaign) -> None:
    response = keeper(campaign).get(grown(campaign))
    assert response.status_code == 200
    page = text_of(response)
    assert "Added: Ember Reed 1.1 and Ember Reed 1.2; banished: Fire Chakram" in page
    assert "Only this will be deleted from game 1" in page
    assert len(state(campaign).grown) == 1


def test_an_entry_is_withdrawn(campaign: Campaign) -> None:
    url = grown(campaign)
    response = send(keeper(campaign), url)
    assert response.status_code == 302
    assert response["Location"] == at(campaign)
    assert not facts(campaign, MarketGrown)
    assert not state(campaign).grown


def test_a_withdrawal_sent_twice_is_made_once(campaign: Campaign) -> None:
    url, client = grown(campaign), keeper(campaign)
    data = hidden_fields(client, url)
    assert [client.post(url, data).status_code for _ in "ab"] == [302, 302]


def test_what_is_withdrawn_already_leads_back(campaign: Campaign) -> None:
    url, client = grown(campaign), keeper(campaign)
    send(client, url)
    assert client.get(url)["Location"] == at(campaign)


def test_an_entry_that_a_later_one_rests_on_stays() -> None:
    campaign = factories.third_chapter()
    entry = next(e for e in _entries(campaign) if isinstance(e.fact, MarketGrown))
    data = {"revision": campaign.revision, "token": "a-form-sent-late"}
    response = keeper(campaign).post(withdraw_url(campaign, entry.id), data)
    assert response.status_code == 422
    assert 'id="problems"' in html_of(response)
    assert any(isinstance(e.fact, MarketGrown) and e.game == 1 for e in _entries(campaign))


def test_the_page_says_why_an_entry_cannot_go_instead_of_asking() -> None:
    campaign = factories.third_chapter()
    entries = _entries(campaign)
    entry = next(e for e in entries if isinstance(e.fact, MarketGrown))
    page = keeper(campaign).get(withdraw_url(campaign, entry.id))
    assert "Not possible because of game 1: its aftermath is finished" in text_of(page)
    assert 'type="submit">Delete' not in html_of(page)
    assert reverse("entry_reenter", args=[campaign.code, entry.id]) in html_of(page)
    closed = next(e for e in entries if isinstance(e.fact, DecisionClosed) and e.game == 2)
    page = keeper(campaign).get(withdraw_url(campaign, closed.id))
    assert "This entry can’t be deleted on its own" in text_of(page)
    assert "/anew" not in html_of(page)


def test_a_settled_game_is_opened_again() -> None:
    campaign = factories.settled_campaign()
    settling = _entries(campaign)[-1]
    url = withdraw_url(campaign, settling.id)
    assert "Reopen the aftermath" in text_of(keeper(campaign).get(url))
    assert send(keeper(campaign), url).status_code == 302
    assert state(campaign).games[-1].phase is GameStatus.PLAYED


def test_a_stale_withdrawal_says_what_changed(campaign: Campaign) -> None:
    url, client = grown(campaign), keeper(campaign)
    data = hidden_fields(client, url)
    piotr = factories.person("Piotr")
    factories.join(campaign, piotr)
    factories.record(campaign, factories.exchange(), person=piotr)
    stale = client.post(url, data)
    assert stale.status_code == 409
    assert "Tin Whistle" in text_of(stale)
    assert client.post(url, hidden_fields_of(stale)).status_code == 302


def test_an_entry_of_another_campaign_is_not_found(campaign: Campaign) -> None:
    grown(campaign)
    other = factories.played_campaign()
    entry = next(e for e in _entries(campaign) if isinstance(e.fact, MarketGrown))
    client = keeper(other)
    assert client.get(withdraw_url(other, entry.id)).status_code == 404
    assert client.post(withdraw_url(other, entry.id)).status_code == 404
    assert client.get(withdraw_url(other, 10**30)).status_code == 404


def test_who_may_withdraw(campaign: Campaign) -> None:
    url = grown(campaign)
    assert member(campaign, Role.READER, "Ola").get(url).status_code == 403
    assert member(campaign, Role.READER, "Ula").post(url).status_code == 403
    assert stranger().get(url).status_code == 404
    assert Client().post(url).status_code == 404
    assert send(member(campaign), url).status_code == 302


def _entries(campaign: Campaign) -> tuple[Entry, ...]:
    campaign.refresh_from_db()
    return campaign_facts(campaign).entries
