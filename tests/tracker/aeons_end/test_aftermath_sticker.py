"""A sticker on a mage's mat."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.facts import StickerPlaced
from campaign.selectors.campaigns import campaign_facts
from tests.campaign import factories
from tests.tracker.aeons_end.decisions import at, facts, fresh, state
from tests.tracker.clients import HTMX, hidden_fields, hidden_fields_of, keeper, member, send
from tests.tracker.reading import html_of, text_of

pytestmark = pytest.mark.django_db

STARTER = {"kind": "starter", "name": "Bone Flute", "card_kind": "relic", "where": "hand"}


@pytest.fixture
def campaign() -> Campaign:
    """Return a campaign at the end of chapter 2: slots 2a and 2b are open."""
    return factories.second_game()


def url(campaign: Campaign, seat: int = 1, slot: str = "2a") -> str:
    return at(campaign, "sticker", None, seat, slot)


def place(campaign: Campaign, data: dict[str, Any], seat: int = 1, slot: str = "2a") -> Any:
    return send(keeper(campaign), url(campaign, seat, slot), data)


def test_the_page_says_whose_slot_it_is(campaign: Campaign) -> None:
    page = text_of(keeper(campaign).get(url(campaign, 2, "2b")))
    assert "Slot 2b" in page
    assert "Torrin" in page


def test_no_slot_says_which_breach_is_to_come(campaign: Campaign) -> None:
    page = text_of(keeper(campaign).get(url(campaign)))
    assert "A new breach" in page
    assert "Breach IV" not in page


def test_a_starter_card_takes_a_crystals_place(campaign: Campaign) -> None:
    assert place(campaign, STARTER).status_code == 302
    hand = state(campaign).mats[0].hand
    assert [card.name or card.key for card in hand] == [
        "Bone Flute",
        "crystal",
        "crystal",
        "crystal",
        "spark",
    ]


def test_an_ability_has_charges(campaign: Campaign) -> None:
    data = {"kind": "ability", "name": "Ash Wall", "charges": "5", "text": "Two lines\r\nof ours"}
    assert place(campaign, data).status_code == 302
    mat = state(campaign).mats[0]
    assert mat.ability is not None
    assert (mat.ability.name, mat.ability.charges) == ("Ash Wall", 5)
    assert mat.stickers[0].text == "Two lines\nof ours"


ASKED = {
    "en": "The mage already has Ash Wall. What happens to it?",
    "pl": "Mag ma już zdolność: Ash Wall. Co się z nią dzieje?",
    "fr": "Le mage a déjà la capacité Ash Wall. Que devient-elle ?",
}


@pytest.mark.parametrize("language", list(ASKED))
def test_a_second_ability_asks_what_becomes_of_the_first(campaign: Campaign, language: str) -> None:
    client, spoken = keeper(campaign), {"Accept-Language": language}
    assert 'name="replaces"' not in html_of(client.get(url(campaign)))
    place(campaign, {"kind": "ability", "name": "Ash Wall", "charges": "5"})
    assert ASKED[language] in text_of(client.get(url(campaign, slot="2b"), headers=spoken))
    second = {"kind": "ability", "name": "Salt Veil", "charges": "4"}
    refused = place(campaign, second, slot="2b")
    assert refused.status_code == 422
    assert 'href="#id_replaces"' in html_of(refused)
    assert "Choose whether the new ability replaces the earlier one." in text_of(refused)
    assert len(facts(campaign, StickerPlaced)) == 1


@pytest.mark.parametrize(
    ("answer", "said", "note"),
    [("yes", "It replaces the earlier one.", True), ("no", "The earlier one stays.", False)],
)
def test_nothing_of_an_earlier_ability_vanishes(
    campaign: Campaign, answer: str, said: str, note: bool
) -> None:
    place(campaign, {"kind": "ability", "name": "Ash Wall", "charges": "5", "text": "Our wall"})
    second = {"kind": "ability", "name": "Salt Veil", "charges": "4", "replaces": answer}
    assert place(campaign, second, slot="2b").status_code == 302
    client = keeper(campaign)
    mage = text_of(client.get(reverse("mage", args=[campaign.code, 1])))
    assert "Salt Veil" in mage
    assert "Our wall" in mage
    assert ("replaced by a later ability" in mage) is note
    history = text_of(client.get(reverse("history", args=[campaign.code])))
    assert "placed Ash Wall on slot 2a" in history
    assert said in history
    front = html_of(client.get(reverse("campaign", args=[campaign.code])))
    assert ("<span>Ash Wall</span>" in front) is not note
    anew = client.get(reverse("entry_reenter", args=[campaign.code, latest_fact(campaign)]))
    assert f'value="{answer}" id="id_replaces_{int(answer == "no")}" checked' in html_of(anew)


def latest_fact(campaign: Campaign) -> int:
    return campaign_facts(fresh(campaign)).entries[-1].id


def test_breach_four_lies_as_it_was_drawn(campaign: Campaign) -> None:
    assert place(campaign, {"kind": "breach", "breach_turns": "3"}).status_code == 302
    breach = state(campaign).mats[0].breaches[-1]
    assert (breach.number, breach.rotation) == ("IV", 270)


def test_anything_else_is_kept_in_the_players_words(campaign: Campaign) -> None:
    data = {"kind": "other", "name": "Old Scar", "text": "Heals once."}
    assert place(campaign, data).status_code == 302
    assert facts(campaign, StickerPlaced)[0].sticker.text == "Heals once."


def test_fields_of_another_kind_do_not_count(campaign: Campaign) -> None:
    assert place(campaign, {**STARTER, "charges": "6", "breach_turns": "2"}).status_code == 302
    sticker = facts(campaign, StickerPlaced)[0].sticker
    assert (sticker.charges, sticker.breach_turns) == (None, None)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "kind"),
        ({"kind": "curse"}, "kind"),
        ({**STARTER, "name": " "}, "name"),
        ({**STARTER, "card_kind": ""}, "card_kind"),
        ({**STARTER, "where": ""}, "where"),
        ({**STARTER, "where": "discard"}, "where"),
        ({"kind": "ability", "name": "Ash Wall"}, "charges"),
        ({"kind": "ability", "name": "Ash Wall", "charges": "7"}, "charges"),
        ({"kind": "ability", "charges": "5"}, "name"),
        ({"kind": "breach"}, "breach_turns"),
        ({"kind": "breach", "breach_turns": "4"}, "breach_turns"),
        ({"kind": "other"}, "name"),
        ({**STARTER, "text": "x" * 1001}, "text"),
    ],
)
def test_what_a_kind_needs_is_asked_for_beside_its_field(
    campaign: Campaign, data: dict[str, Any], field: str
) -> None:
    response = place(campaign, data)
    assert response.status_code == 422
    assert f'href="#id_{field}"' in html_of(response)
    assert f'id="id_{field}_error"' in html_of(response)
    assert not facts(campaign, StickerPlaced)


def test_all_that_is_missing_is_said_at_once(campaign: Campaign) -> None:
    page = html_of(place(campaign, {"kind": "starter"}))
    for field in ("name", "card_kind", "where"):
        assert f'href="#id_{field}"' in page


def test_a_slot_takes_one_sticker(campaign: Campaign) -> None:
    client, other = keeper(campaign), member(campaign)
    data = {**hidden_fields(client, url(campaign)), **STARTER, "name": "Late One"}
    assert send(other, url(campaign), STARTER).status_code == 302
    stale = client.post(url(campaign), data)
    assert stale.status_code == 409
    assert 'value="Late One"' in html_of(stale)
    again = client.post(url(campaign), {**data, **hidden_fields_of(stale)})
    assert again.status_code == 409
    assert "was filled meanwhile" in html_of(again)
    assert [f.sticker.name for f in facts(campaign, StickerPlaced)] == ["Bone Flute"]


def test_two_mages_have_each_their_own_slot(campaign: Campaign) -> None:
    assert place(campaign, STARTER).status_code == 302
    assert place(campaign, STARTER, seat=2).status_code == 302
    assert {f.seat for f in facts(campaign, StickerPlaced)} == {1, 2}


def test_a_filled_slot_leads_back(campaign: Campaign) -> None:
    place(campaign, STARTER)
    response = keeper(campaign).get(url(campaign))
    assert response["Location"] == at(campaign)


def test_a_form_sent_twice_places_one_sticker(campaign: Campaign) -> None:
    client = keeper(campaign)
    data = {**hidden_fields(client, url(campaign)), **STARTER}
    assert [client.post(url(campaign), data).status_code for _ in range(2)] == [302, 302]
    assert len(facts(campaign, StickerPlaced)) == 1


@pytest.mark.parametrize("slot", ["5", "9z"])
def test_a_slot_that_is_not_due_needs_a_reason(campaign: Campaign, slot: str) -> None:
    client = keeper(campaign)
    response = send(client, url(campaign, 1, slot), STARTER)
    assert response.status_code == 422
    assert 'name="reason"' in html_of(response)
    again = {**STARTER, **hidden_fields_of(response), "reason": "on the supplement"}
    assert client.post(url(campaign, 1, slot), again).status_code == 302
    assert facts(campaign, StickerPlaced)[0].reason == "on the supplement"


@pytest.mark.parametrize(("seat", "slot"), [(0, "2a"), (3, "2a"), (99, "2a"), (1, "x" * 11)])
def test_a_mage_or_slot_that_cannot_be_is_not_found(
    campaign: Campaign, seat: int, slot: str
) -> None:
    assert keeper(campaign).get(url(campaign, seat, slot)).status_code == 404


def test_a_second_breach_four_is_refused(campaign: Campaign) -> None:
    breach = {"kind": "breach", "breach_turns": "0"}
    assert place(campaign, breach).status_code == 302
    assert place(campaign, breach, slot="2b").status_code == 422


def test_htmx_gets_the_form_alone(campaign: Campaign) -> None:
    client = keeper(campaign)
    response = client.post(url(campaign), hidden_fields(client, url(campaign)), headers=HTMX)
    assert response.status_code == 200
    assert html_of(response).startswith("<form")
