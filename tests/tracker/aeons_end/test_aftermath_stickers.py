"""The stickers of all open slots, on one page."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import Campaign, Role
from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.legacy.facts import DecisionClosed, StickerPlaced
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from tests.campaign import factories
from tests.tracker.aeons_end.decisions import at, facts
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

FLUTE = {"brings_1_2a": "starter-relic-hand", "name_1_2a": "Bone Flute"}
VEIL = {"brings_1_2b": "ability-4", "name_1_2b": "Veil", "text_1_2b": "Heals one."}
BREACH = {"brings_2_2a": "breach", "turns_2_2a": "1"}
OTHER = {"brings_2_2b": "other", "name_2_2b": "A scar"}


@pytest.fixture
def campaign() -> Campaign:
    return factories.second_chapter()


def placed(campaign: Campaign) -> list[tuple[int, Sticker]]:
    return [(fact.seat, fact.sticker) for fact in facts(campaign, StickerPlaced)]


def test_all_slots_are_filled_in_one_write(campaign: Campaign) -> None:
    revision = campaign.revision
    data = {**FLUTE, **VEIL, **BREACH, **OTHER}
    assert send(keeper(campaign), at(campaign, "stickers"), data).status_code == 302
    assert placed(campaign) == [
        (
            1,
            Sticker(
                "2a",
                StickerKind.STARTER,
                "Bone Flute",
                where=Where.HAND,
                card_kind=CardKind.RELIC,
            ),
        ),
        (1, Sticker("2b", StickerKind.ABILITY, "Veil", "Heals one.", charges=4)),
        (2, Sticker("2a", StickerKind.BREACH, breach_turns=1)),
        (2, Sticker("2b", StickerKind.OTHER, "A scar")),
    ]
    assert campaign.revision == revision + 1


def test_an_ability_needs_no_name_and_what_is_saved_leads_to_the_next_decision(
    campaign: Campaign,
) -> None:
    data = {"brings_1_2b": "ability-4", "name_1_2b": " "}
    answer = send(keeper(campaign), at(campaign, "stickers"), data)
    assert placed(campaign) == [(1, Sticker("2b", StickerKind.ABILITY, "Ability", charges=4))]
    assert answer["Location"] == at(campaign, "seals")


def test_a_slot_that_is_left_empty_stays_open(campaign: Campaign) -> None:
    client = keeper(campaign)
    assert send(client, at(campaign, "stickers"), VEIL).status_code == 302
    assert [sticker.slot for _seat, sticker in placed(campaign)] == ["2b"]
    page = html_of(client.get(at(campaign, "stickers")))
    assert 'name="brings_1_2a"' in page
    assert 'name="brings_1_2b"' not in page


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "Enter at least one sticker."),
        ({"name_1_2a": "Bone Flute"}, "Choose what the sticker brings."),
        ({**FLUTE, "name_1_2a": ""}, 'id="id_name_1_2a_error"'),
        ({**BREACH, "turns_2_2a": ""}, 'id="id_turns_2_2a_error"'),
        ({**FLUTE, "brings_1_2a": "ability-99"}, 'id="id_brings_1_2a_error"'),
    ],
)
def test_what_is_missing_is_asked_for_beside_its_field(
    campaign: Campaign, data: dict[str, Any], said: str
) -> None:
    answer = send(keeper(campaign), at(campaign, "stickers"), data, headers=HTMX)
    assert said in html_of(answer)
    assert not placed(campaign)


def test_two_people_fill_different_slots_at_the_same_time(campaign: Campaign) -> None:
    client = keeper(campaign)
    held = hidden_fields(client, at(campaign, "stickers"))
    assert send(member(campaign), at(campaign, "stickers"), BREACH).status_code == 302
    assert client.post(at(campaign, "stickers"), {**held, **FLUTE}).status_code == 302
    assert len(placed(campaign)) == 2


def test_a_slot_that_was_filled_meanwhile_is_not_filled_again(campaign: Campaign) -> None:
    client = keeper(campaign)
    held = hidden_fields(client, at(campaign, "stickers"))
    assert send(member(campaign), at(campaign, "stickers"), FLUTE).status_code == 302
    mine = {**held, **FLUTE, "name_1_2a": "Tin Flute"}
    stale = client.post(at(campaign, "stickers"), mine)
    assert stale.status_code == 409
    assert 'value="Tin Flute"' in html_of(stale)
    again = client.post(at(campaign, "stickers"), {**mine, **hidden_fields_of(stale)})
    assert again.status_code == 422
    assert [sticker.name for _seat, sticker in placed(campaign)] == ["Bone Flute"]


def test_the_overview_leads_there_while_several_slots_are_open(campaign: Campaign) -> None:
    client = keeper(campaign)
    assert at(campaign, "stickers") in html_of(client.get(at(campaign)))
    send(client, at(campaign, "stickers"), {**FLUTE, **VEIL, **BREACH})
    assert at(campaign, "stickers") not in html_of(client.get(at(campaign)))
    send(client, at(campaign, "stickers"), OTHER)
    answer = client.get(at(campaign, "stickers"), follow=True)
    assert "Nothing to decide here." in text_of(answer)


def test_only_who_may_record_sees_it(campaign: Campaign) -> None:
    assert stranger().get(at(campaign, "stickers")).status_code == 404
    reader = member(campaign, Role.READER)
    assert reader.get(at(campaign, "stickers")).status_code == 403


# --- nothing more, once for all that is open ---


def test_all_that_is_open_is_closed_with_one_reason(campaign: Campaign) -> None:
    client = keeper(campaign)
    url = at(campaign, "close") + "?all"
    assert url in html_of(client.get(at(campaign)))
    page = html_of(client.get(url))
    keys = [f"slot:2{part}:{seat}" for seat in (1, 2) for part in "ab"]
    assert all(f'value="{key}"' in page for key in keys)
    assert page.count(" checked") >= len(keys)
    sent = {"decision": [*keys, "growth:2"], "reason": "Our box had none."}
    assert send(client, url, sent).status_code == 302
    closed = facts(campaign, DecisionClosed)
    assert {fact.decision for fact in closed} == {*keys, "growth:2"}
    assert {fact.reason for fact in closed} == {"Our box had none."}
