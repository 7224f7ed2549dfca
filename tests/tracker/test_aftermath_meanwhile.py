"""A decision that somebody else has made while a form lay open."""

import pytest
from django.urls import reverse

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.facts import MarketGrown, Verdict
from campaign.selectors import campaign_state
from tests.campaign import factories
from tests.tracker.decisions import HTMX, at, body, carried, facts, growth, keeper, text

pytestmark = pytest.mark.django_db


def lost() -> Campaign:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    factories.record_loss(campaign)
    return campaign


def grow(campaign: Campaign) -> None:
    market = [pile.key for pile in campaign_state(campaign).market]
    factories.record(campaign, MarketGrown(factories.growth(1, tuple(market[:2]))))


def test_a_growth_that_is_entered_is_shown_to_be_kept_or_withdrawn() -> None:
    campaign = factories.played_campaign()
    client = keeper(campaign)
    held = carried(client, at(campaign, "growth"))
    grow(campaign)
    answer = client.post(at(campaign, "growth"), {**held, **growth()})
    assert answer.status_code == 409
    assert "Zuza was quicker" in text(answer)
    assert "Ember Reed 1.1" in text(answer)
    entry = factories.standing_fact(campaign, "growth")
    assert reverse("fact_withdraw", args=[campaign.code, entry.pk]) in body(answer)
    assert f'href="{at(campaign)}">Keep it' in body(answer)
    assert 'name="take"' not in body(answer)
    assert len(facts(campaign, MarketGrown)) == 1


def test_so_is_what_the_story_card_said() -> None:
    campaign = lost()
    client = keeper(campaign)
    held = carried(client, at(campaign, "verdict"))
    factories.record(campaign, Verdict(onward=False))
    answer = client.post(at(campaign, "verdict"), {**held, "onward": "yes"}, headers=HTMX)
    assert "That is decided already" in text(answer)
    assert 'name="onward"' not in body(answer)
    assert body(answer).lstrip().startswith("<section")
    assert facts(campaign, Verdict) == [Verdict(onward=False)]


def test_a_form_that_is_stale_for_another_reason_is_offered_again() -> None:
    campaign = lost()
    client = keeper(campaign)
    held = carried(client, at(campaign, "verdict"))
    factories.record(campaign, factories.SealOpened("~note", "Note"))
    answer = client.post(at(campaign, "verdict"), {**held, "onward": "yes"})
    assert answer.status_code == 409
    assert 'name="onward"' in body(answer)


def test_opening_the_page_of_a_verdict_that_is_entered_leads_back() -> None:
    campaign = lost()
    factories.record(campaign, Verdict(onward=False))
    answer = keeper(campaign).get(at(campaign, "verdict"), follow=True)
    assert answer.redirect_chain == [(at(campaign), 302)]
    assert "That is decided already." in text(answer)


@pytest.mark.parametrize("page", ["growth", "verdict", "sections", "seals", "pool", "close"])
def test_the_pages_speak_for_themselves(page: str) -> None:
    campaign = lost()
    shown = body(keeper(campaign).get(at(campaign, page))).split("<main")[1]
    sent = [form for form in shown.split("<form")[1:] if 'class="form' in form.split(">")[0]]
    assert sent
    assert all("novalidate" in form.split(">")[0] for form in sent)


def test_what_is_missing_is_asked_for_in_our_words() -> None:
    campaign = lost()
    client = keeper(campaign)
    url = at(campaign, "verdict")
    answer = client.post(url, carried(client, url))
    assert "Does the story go on, or is the chapter played again?" in text(answer)
    assert "This field is required" not in text(answer)
