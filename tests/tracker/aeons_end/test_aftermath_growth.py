"""Market growth: four offered, two taken, two of the nine banished."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.facts import MarketGrown
from tests.campaign import factories
from tests.tracker.aeons_end.decisions import at, facts, growth, state
from tests.tracker.clients import HTMX, hidden_fields, hidden_fields_of, keeper, member, send
from tests.tracker.reading import html_of, text_of

pytestmark = pytest.mark.django_db


def test_the_last_cheap_gem_is_advised_to_be_kept() -> None:
    campaign = factories.played_campaign()
    page = text_of(keeper(campaign).get(at(campaign, "growth")))
    assert "Ancient Cyanolith is the last gem of cost 3 or less" in page


@pytest.fixture
def campaign() -> Campaign:
    return factories.played_campaign()


def grow(campaign: Campaign, **more: Any) -> Any:
    return send(keeper(campaign), at(campaign, "growth"), growth(**more))


def test_the_page_shows_the_market_as_piles_and_four_empty_places(campaign: Campaign) -> None:
    page = html_of(keeper(campaign).get(at(campaign, "growth")))
    assert page.count('name="banish"') == 9
    assert page.count('name="name_') == 4
    assert page.count('type="number"') == 2  # only what is taken has a cost
    assert "Gilded Marble" in page
    assert "Conductive Grit" not in page


def test_the_market_grows(campaign: Campaign) -> None:
    response = grow(campaign)
    assert response.status_code == 302
    assert response["Location"] == at(campaign)
    piles = {pile.name or pile.key for pile in state(campaign).market}
    assert {"Ember Reed", "Glass Storm"} <= piles
    assert not {"fire-chakram", "warping-haze", "Tin Choir"} & piles
    assert len(piles) == 9


def test_a_name_the_pack_knows_brings_its_kind_and_cost(campaign: Campaign) -> None:
    known = {"name_0": " conductive  GRIT", "kind_0": "", "cost_0": ""}
    assert grow(campaign, **known).status_code == 302
    pile = next(pile for pile in state(campaign).market if pile.key == "conductive-grit")
    assert (pile.name, pile.kind, pile.cost) == ("", "gem", 3)


def test_a_name_is_known_in_the_language_of_another_box(campaign: Campaign) -> None:
    known = {"name_0": "grys przewodzący", "kind_0": "", "cost_0": ""}
    assert grow(campaign, **known).status_code == 302
    assert "conductive-grit" in {pile.key for pile in state(campaign).market}


def test_a_name_nobody_knows_needs_its_kind_and_cost(campaign: Campaign) -> None:
    response = grow(campaign, kind_1="", cost_1="")
    assert response.status_code == 422
    page = text_of(response)
    assert "Is it a gem, a relic or a spell?" in page
    assert "What does it cost?" in page
    assert 'value="Glass Storm"' in html_of(response)
    assert not facts(campaign, MarketGrown)


def test_a_pile_that_is_not_taken_needs_neither_kind_nor_cost(campaign: Campaign) -> None:
    bare = {"kind_2": "", "cost_2": ""}
    assert grow(campaign, **bare).status_code == 302
    pile = next(pile for pile in state(campaign).banished if pile.name == "Tin Choir")
    assert (pile.kind, pile.cost) == (None, None)
    market = text_of(keeper(campaign).get(f"/c/{campaign.code}/market"))
    assert "Tin Choir offered after game 1, not taken" in market
    order = {"order": "bring", "back": pile.key, "reason": "L31"}
    asked = send(keeper(campaign), at(campaign, "ordered"), order)
    assert asked.status_code == 422
    assert "Is it a gem, a relic or a spell?" in text_of(asked)
    assert "What does it cost?" in text_of(asked)
    order |= {"kind": "spell", "cost": "4"}
    assert send(keeper(campaign), at(campaign, "ordered"), order).status_code == 302
    back = next(each for each in state(campaign).market if each.name == "Tin Choir")
    assert (back.kind, back.cost) == ("spell", 4)


def test_a_known_card_that_differs_needs_a_reason(campaign: Campaign) -> None:
    odd = {"name_0": "Conductive Grit", "kind_0": "gem", "cost_0": "5"}
    response = grow(campaign, **odd)
    assert response.status_code == 422
    assert 'name="reason"' in html_of(response)
    again = growth(**odd, **hidden_fields_of(response), reason="printed so")
    assert keeper(campaign).post(at(campaign, "growth"), again).status_code == 302
    assert facts(campaign, MarketGrown)[0].reason == "printed so"
    assert next(p for p in state(campaign).market if p.key == "conductive-grit").cost == 5


def test_a_reason_that_nothing_asks_for_is_not_kept(campaign: Campaign) -> None:
    assert grow(campaign, reason="because").status_code == 302
    assert facts(campaign, MarketGrown)[0].reason == ""


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"take": ["0"]}, "taken"),
        ({"take": ["0", "1", "2"]}, "taken"),
        ({"banish": ["fire-chakram"]}, "banished"),
        ({"banish": []}, "banished"),
        ({"banish": ["fire-chakram", "warping-haze", "gravity-node"]}, "banished"),
    ],
)
def test_other_numbers_than_two_are_refused(
    campaign: Campaign, more: dict[str, Any], said: str
) -> None:
    response = grow(campaign, **more)
    assert response.status_code == 422
    assert not facts(campaign, MarketGrown)
    assert f"{said.title()}:" in text_of(response)  # beside its field, and in the summary


def test_one_name_four_times_is_one_pile(campaign: Campaign) -> None:
    names = {f"name_{place}": "Ember  reed" for place in range(4)}
    response = grow(campaign, **names)
    assert response.status_code == 422
    assert "Ember reed" in text_of(response)
    assert not facts(campaign, MarketGrown)


def test_what_is_in_the_market_cannot_be_offered(campaign: Campaign) -> None:
    response = grow(campaign, name_2="Gilded Marble", kind_2="", cost_2="")
    assert response.status_code == 422
    page = html_of(response)
    # Beside the third pile, not the first.
    assert 'href="#id_name_2"' in page
    assert 'href="#id_name_0"' not in page


@pytest.mark.parametrize("key", ["conductive-grit", "~ember reed", "nonsense", "../etc", "x" * 500])
def test_what_is_not_in_the_market_cannot_be_banished(campaign: Campaign, key: str) -> None:
    response = grow(campaign, banish=["fire-chakram", key])
    assert response.status_code == 422
    assert "Conductive" not in html_of(response)
    assert not facts(campaign, MarketGrown)


def test_the_first_two_piles_are_taken_and_the_others_may_be_left_out(campaign: Campaign) -> None:
    others = {f"{part}_{place}": "" for part in ("name", "kind", "cost") for place in (2, 3)}
    assert grow(campaign, take=[], **others).status_code == 302
    grown = facts(campaign, MarketGrown)[0].growth
    assert [pile.name for pile in grown.offered] == ["Ember Reed", "Glass Storm"]
    assert grown.added == ("~ember reed", "~glass storm")
    assert state(campaign).unnamed == 2
    market = text_of(keeper(campaign).get(f"/c/{campaign.code}/market"))
    assert "2 more piles were banished without a name." in market
    history = text_of(keeper(campaign).get(f"/c/{campaign.code}/history"))
    assert "2 piles were banished without a name." in history


def test_a_pile_that_is_taken_needs_its_name(campaign: Campaign) -> None:
    response = grow(campaign, take=[], name_1="", kind_1="", cost_1="")
    assert response.status_code == 422
    assert 'href="#id_name_1"' in html_of(response)


def test_a_tick_at_a_pile_without_a_name_asks_for_the_name(campaign: Campaign) -> None:
    response = grow(campaign, name_3="", kind_3="", cost_3="", take=["0", "3"])
    assert response.status_code == 422
    assert "Enter the name of this pile." in text_of(response)


@pytest.mark.parametrize(
    "more",
    [
        {"cost_0": "-1"},
        {"cost_0": "many"},
        {"cost_0": "999"},
        {"kind_0": "potion"},
        {"name_0": "x" * 101},
        {"name_0": "Ember\x00Reed"},
        {"take": ["0", "17"]},
        {"revision": "soon"},
        {"token": ""},
    ],
)
def test_nonsense_is_refused_and_nothing_is_lost(campaign: Campaign, more: dict[str, Any]) -> None:
    response = grow(campaign, **more)
    assert response.status_code in (409, 422)
    assert "Moth Lantern" in html_of(response)
    assert not facts(campaign, MarketGrown)


def test_an_empty_post_is_refused(campaign: Campaign) -> None:
    assert keeper(campaign).post(at(campaign, "growth")).status_code == 422


def test_htmx_gets_the_form_alone_when_it_is_refused(campaign: Campaign) -> None:
    client = keeper(campaign)
    data = {**hidden_fields(client, at(campaign, "growth")), **growth(take=["0"])}
    response = client.post(at(campaign, "growth"), data, headers=HTMX)
    assert response.status_code == 200
    page = html_of(response)
    assert page.startswith("<form")
    assert "<html" not in page
    assert "Moth Lantern" in page


def test_htmx_is_sent_on_when_it_is_saved(campaign: Campaign) -> None:
    client = keeper(campaign)
    data = {**hidden_fields(client, at(campaign, "growth")), **growth()}
    response = client.post(at(campaign, "growth"), data, headers=HTMX)
    assert response.headers["HX-Redirect"] == at(campaign)


def test_a_form_sent_twice_grows_the_market_once(campaign: Campaign) -> None:
    client = keeper(campaign)
    data = {**hidden_fields(client, at(campaign, "growth")), **growth()}
    assert client.post(at(campaign, "growth"), data).status_code == 302
    assert client.post(at(campaign, "growth"), data).status_code == 302
    assert len(facts(campaign, MarketGrown)) == 1


def test_a_stale_form_keeps_what_was_typed_and_applies_it_when_sent_again(
    campaign: Campaign,
) -> None:
    client = keeper(campaign)
    data = {**hidden_fields(client, at(campaign, "growth")), **growth()}
    piotr = factories.person("Piotr")
    factories.join(campaign, piotr)
    factories.record(campaign, factories.exchange(), person=piotr)
    response = client.post(at(campaign, "growth"), data)
    assert response.status_code == 409
    page = html_of(response)
    assert "Piotr saved first" in page
    assert "Tin Whistle" in page
    assert 'value="Moth Lantern"' in page
    assert page.count(" checked") >= 4
    again = {**data, **hidden_fields_of(response)}
    assert client.post(at(campaign, "growth"), again).status_code == 302


def test_two_who_grow_the_market_at_once_grow_it_once(campaign: Campaign) -> None:
    one, other = keeper(campaign), member(campaign)
    first = {**hidden_fields(one, at(campaign, "growth")), **growth()}
    second = {**hidden_fields(other, at(campaign, "growth")), **growth(name_0="Sooty Bell")}
    assert one.post(at(campaign, "growth"), first).status_code == 302
    stale = other.post(at(campaign, "growth"), second)
    assert stale.status_code == 409
    assert "Already decided" in text_of(stale)
    assert len(facts(campaign, MarketGrown)) == 1


def test_a_market_that_has_grown_leads_back(campaign: Campaign) -> None:
    client = keeper(campaign)
    send(client, at(campaign, "growth"), growth())
    response = client.get(at(campaign, "growth"), follow=True)
    assert response.redirect_chain[-1][0] == at(campaign)
    assert "Already decided." in text_of(response)


def test_growth_before_the_story_goes_on_needs_a_reason() -> None:
    campaign = factories.settled_campaign()
    factories.plan(campaign)
    factories.record_loss(campaign)
    response = grow(campaign, banish=["fire-chakram", "warping-haze"])
    assert response.status_code == 422
    assert 'name="reason"' in html_of(response)


def test_everything_that_is_wrong_is_said_at_once(campaign: Campaign) -> None:
    response = grow(campaign, kind_1="", take=["0", "1", "2"], banish=[])
    assert response.status_code == 422
    page = html_of(response)
    for field in ("kind_1", "take", "banish"):
        assert f'href="#id_{field}"' in page
