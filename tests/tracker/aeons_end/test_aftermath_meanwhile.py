"""A decision that somebody else has made while a form lay open."""

from typing import Any

import pytest
from django.urls import reverse

from campaign.models import Campaign, Role
from campaign.rules.aeons_end.legacy.facts import (
    MarketGrown,
    SealOpened,
    StickerPlaced,
    StickerRemoved,
    Verdict,
)
from campaign.selectors.campaigns import campaign_state
from campaign.services.campaigns import campaign_rename
from tests.campaign import factories
from tests.tracker.aeons_end.decisions import at, facts, growth
from tests.tracker.clients import HTMX, hidden_fields, hidden_fields_of, keeper, member, send
from tests.tracker.reading import html_of, text_of

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
    client = member(campaign, Role.PLAYER, "Piotr")
    held = hidden_fields(client, at(campaign, "growth"))
    grow(campaign)
    answer = client.post(at(campaign, "growth"), {**held, **growth()})
    assert answer.status_code == 409
    assert "Zuza saved first" in text_of(answer)
    assert "Ember Reed 1.1" in text_of(answer)
    entry = factories.standing_fact(campaign, "growth")
    assert reverse("entry_delete", args=[campaign.code, entry.pk]) in html_of(answer)
    assert f'href="{at(campaign)}">Keep it' in html_of(answer)
    assert 'name="take"' not in html_of(answer)
    assert len(facts(campaign, MarketGrown)) == 1


def test_so_is_what_the_story_card_said() -> None:
    campaign = lost()
    client = keeper(campaign)
    held = hidden_fields(client, at(campaign, "verdict"))
    factories.record(campaign, Verdict(onward=False))
    answer = client.post(at(campaign, "verdict"), {**held, "onward": "yes"}, headers=HTMX)
    assert "Already decided" in text_of(answer)
    assert 'name="onward"' not in html_of(answer)
    assert html_of(answer).lstrip().startswith("<section")
    assert facts(campaign, Verdict) == [Verdict(onward=False)]


def test_a_form_that_is_stale_for_another_reason_is_offered_again() -> None:
    campaign = lost()
    client = keeper(campaign)
    held = hidden_fields(client, at(campaign, "verdict"))
    campaign_rename(**factories.signed(campaign), name="Another name")
    answer = client.post(at(campaign, "verdict"), {**held, "onward": "yes"})
    assert answer.status_code == 409
    assert 'name="onward"' in html_of(answer)


def test_another_part_that_somebody_settled_meanwhile_is_in_nobodys_way() -> None:
    campaign = lost()
    client = keeper(campaign)
    held = hidden_fields(client, at(campaign, "verdict"))
    factories.record(campaign, SealOpened("~note", "Note"))
    answer = client.post(at(campaign, "verdict"), {**held, "onward": "yes"})
    assert answer.status_code == 302
    assert facts(campaign, Verdict) == [Verdict(onward=True)]


def test_opening_the_page_of_a_verdict_that_is_entered_leads_back() -> None:
    campaign = lost()
    factories.record(campaign, Verdict(onward=False))
    answer = keeper(campaign).get(at(campaign, "verdict"), follow=True)
    assert answer.redirect_chain == [(at(campaign), 302)]
    assert "Already decided." in text_of(answer)


@pytest.mark.parametrize("page", ["growth", "verdict", "sections", "seals", "pool", "close"])
def test_the_pages_speak_for_themselves(page: str) -> None:
    campaign = lost()
    shown = html_of(keeper(campaign).get(at(campaign, page))).split("<main")[1]
    sent = [form for form in shown.split("<form")[1:] if 'class="form' in form.split(">")[0]]
    assert sent
    assert all("novalidate" in form.split(">")[0] for form in sent)


def test_what_is_missing_is_asked_for_in_our_words() -> None:
    campaign = lost()
    client = keeper(campaign)
    url = at(campaign, "verdict")
    answer = client.post(url, hidden_fields(client, url))
    assert "Does the story go on, or is the chapter played again?" in text_of(answer)
    assert "This is still missing" not in text_of(answer)


# --- a slot that was filled meanwhile ---

FLUTE = {"kind": "starter", "name": "Bone Flute", "card_kind": "relic", "where": "hand"}


def quicker(campaign: Campaign, slot: str = "2a", **more: Any) -> dict[str, str]:
    """Open the form of Ilva's slot, and let Piotr fill it; return what the form carries."""
    held = hidden_fields(keeper(campaign), at(campaign, "sticker", None, 1, "2a"))
    piotr = factories.person("Piotr")
    factories.join(campaign, piotr)
    placed = StickerPlaced(1, factories.sticker(slot, 1))
    factories.record(campaign, placed, person=piotr)
    return {**held, **FLUTE, **more}


def test_a_slot_that_was_filled_meanwhile_is_named_with_what_and_by_whom() -> None:
    campaign = factories.second_chapter()
    sent = quicker(campaign)
    answer = keeper(campaign).post(at(campaign, "sticker", None, 1, "2a"), sent)
    assert answer.status_code == 409
    assert "Slot 2a of Ilva was filled meanwhile" in text_of(answer)
    assert "Mark 2a-1" in text_of(answer)
    assert "by Piotr" in text_of(answer)
    assert "Bone Flute" in text_of(answer)
    assert 'name="kind" value="starter"' in html_of(answer)
    assert len(facts(campaign, StickerPlaced)) == 1


def test_what_was_written_for_it_goes_onto_a_slot_that_is_still_free() -> None:
    campaign = factories.second_chapter()
    sent = quicker(campaign)
    client = keeper(campaign)
    answer = client.post(at(campaign, "sticker", None, 1, "2a"), sent)
    free = at(campaign, "sticker", None, 1, "2b")
    assert f'formaction="{free}"' in html_of(answer)
    assert f'formaction="{at(campaign, "sticker", None, 1, "2a")}"' not in html_of(answer)
    assert "Slot 2a of Torrin" in text_of(answer)
    assert client.post(free, {**sent, **hidden_fields_of(answer)}).status_code == 302
    placed = [(fact.sticker.slot, fact.sticker.name) for fact in facts(campaign, StickerPlaced)]
    assert placed == [("2a", "Mark 2a-1"), ("2b", "Bone Flute")]


def test_or_takes_the_others_place() -> None:
    campaign = factories.second_chapter()
    sent = quicker(campaign)
    client = keeper(campaign)
    answer = client.post(at(campaign, "sticker", None, 1, "2a"), sent)
    entry = factories.standing_fact(campaign, "sticker")
    instead = reverse("entry_reenter", args=[campaign.code, entry.pk])
    assert f'action="{instead}"' in html_of(answer)
    assert client.post(instead, {**sent, **hidden_fields_of(answer)}).status_code == 302
    assert [fact.sticker.name for fact in facts(campaign, StickerPlaced)] == ["Bone Flute"]


def test_a_sticker_that_both_phones_wrote_down_stands_once() -> None:
    campaign = factories.second_chapter()
    sent = quicker(campaign, name="Mark 2a-1", card_kind="spell")
    answer = keeper(campaign).post(at(campaign, "sticker", None, 1, "2a"), sent, follow=True)
    assert answer.redirect_chain == [(at(campaign), 302)]
    assert "This sticker is already entered." in text_of(answer)
    assert len(facts(campaign, StickerPlaced)) == 1


def test_a_half_filled_form_of_a_filled_slot_keeps_what_was_typed() -> None:
    campaign = factories.second_chapter()
    sent = quicker(campaign, kind="")
    client = keeper(campaign)
    answer = client.post(at(campaign, "sticker", None, 1, "2a"), sent, headers=HTMX)
    assert "Slot 2a of Ilva was filled meanwhile" in text_of(answer)
    free = at(campaign, "sticker", None, 1, "2b")
    again = client.post(free, {**sent, **hidden_fields_of(answer)})
    assert again.status_code == 422
    assert 'value="Bone Flute"' in html_of(again)


def test_a_sticker_elsewhere_is_no_reason_to_refuse_one_here() -> None:
    campaign = factories.second_chapter()
    sent = quicker(campaign, "2b")
    answer = keeper(campaign).post(at(campaign, "sticker", None, 1, "2a"), sent)
    assert answer.status_code == 302
    assert {fact.sticker.slot for fact in facts(campaign, StickerPlaced)} == {"2a", "2b"}


def test_a_slot_that_the_story_emptied_is_not_filled() -> None:
    campaign = factories.second_chapter()
    factories.record(campaign, StickerPlaced(1, factories.sticker("2a", 1)))
    factories.record(campaign, StickerRemoved(1, "2a", reason="Card 12 takes it off"))
    page = at(campaign, "sticker", None, 1, "2a")
    answer = send(keeper(campaign), page, {**FLUTE, "kind": ""})
    assert answer.status_code == 422
    assert "Choose what the sticker brings." in text_of(answer)
    assert "was filled meanwhile" not in text_of(answer)


def test_a_slot_that_was_filled_again_is_named_with_what_is_on_it_now() -> None:
    campaign = factories.second_chapter()
    factories.record(campaign, StickerPlaced(1, factories.sticker("2a", 1)))
    factories.record(campaign, StickerRemoved(1, "2a", reason="Card 12 takes it off"))
    again = factories.sticker("2a", 2)
    factories.record(campaign, StickerPlaced(1, again))
    answer = send(keeper(campaign), at(campaign, "sticker", None, 1, "2a"), FLUTE)
    assert answer.status_code == 409
    assert again.name in text_of(answer)
    assert "Mark 2a-1" not in text_of(answer)
