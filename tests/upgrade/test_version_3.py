"""Files of version 3, whose changes had a text for a detail, are imported with their history."""

import json
from pathlib import Path

import pytest

from campaign.exchange.exporting import export_json
from campaign.models import ChangeDetail, PeopleEvent, Record, Role
from tests.campaign.exchange import bring_game_in, bring_in

pytestmark = pytest.mark.django_db

HERE = Path(__file__).parent / "version_3"


def details(record: Record) -> list[ChangeDetail]:
    told = (change.detail for change in record.changes.order_by("pk"))
    return [detail for detail in told if detail != ChangeDetail()]


def test_a_campaign_keeps_its_history() -> None:
    data = (HERE / "campaign.json").read_bytes()
    campaign = bring_in(data)
    assert details(campaign) == [
        ChangeDetail(name="The Long Evenings"),
        ChangeDetail("Rust Queen", "Hollow Regent 2"),
        ChangeDetail("Hollow Regent 2", "Rust Queen"),
        ChangeDetail(people=PeopleEvent.INVITED, role=Role.PLAYER),
        ChangeDetail(people=PeopleEvent.VIEW_LINK_CREATED),
        ChangeDetail(people=PeopleEvent.JOINED, role=Role.PLAYER),
        ChangeDetail(people=PeopleEvent.ROLE_CHANGED, role=Role.READER),
        ChangeDetail(people=PeopleEvent.KEEPER_CODE_CREATED),
        ChangeDetail(photos_of=2),
        ChangeDetail(people=PeopleEvent.REMOVED),
    ]
    assert _without_details(export_json(campaign)) == _without_details(data)


def test_a_one_off_game_keeps_its_history() -> None:
    data = (HERE / "game.json").read_bytes()
    game = bring_game_in(data)
    assert details(game) == [
        ChangeDetail(language_before="en"),
        ChangeDetail(language_before="pl"),
        ChangeDetail(language_before="en"),
        ChangeDetail(people=PeopleEvent.SEAT_TAKEN, seat=2),
        ChangeDetail(people=PeopleEvent.SEAT_LEFT, seat=2),
        ChangeDetail(photos_of=0),
    ]
    assert _without_details(export_json(game)) == _without_details(data)


def _without_details(data: bytes) -> dict[str, object]:
    document: dict[str, object] = json.loads(data)
    for change in document["changes"]:  # type: ignore[attr-defined] # a list
        change.pop("detail", None)
    return document | {"version": 0}
