"""The live table of a journal on pages: moves, the log, and what it fills in afterwards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, LiveTable, Person, Play
from campaign.records.members import members_of
from campaign.rules.core.live import Move, payload_of
from campaign.rules.core.serialize import from_plain
from campaign.rules.journal.description import Description
from campaign.rules.journal.faults import description_faults
from campaign.rules.journal.live import Clock, MovedUp, NextTurn, Scored, Turned
from campaign.services.live import table_open
from campaign.services.members import members_rename
from campaign.services.people import person_delete
from tests.addresses import game_at
from tests.campaign import factories
from tests.rules.journal.journals import COMPANIES, plain
from tests.tracker import clients
from tests.tracker.journal.kept import planned, shown, state_of
from tests.tracker.sent_forms import Sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return planned(factories.person("Ann"), "spring", description="delta", playing=COMPANIES)


@pytest.fixture
def phone(campaign: Campaign) -> Client:
    return clients.keeper(campaign)


def opened(campaign: Campaign, person: Person | None = None) -> LiveTable:
    game = factories.game_of_campaign(campaign, 1)
    return table_open(game=game, person=person or factories.keeper_of(campaign))


def makes(phone: Client, campaign: Campaign, *moves: Move) -> None:
    table = LiveTable.objects.get()
    for move in moves:
        table.refresh_from_db()
        sent = {
            "move": json.dumps(payload_of(move)),
            "seen": table.sequence,
            "table": table.stamp,
            "token": f"a-form-{table.sequence}",
        }
        assert phone.post(game_at(campaign, 1, "live_move"), sent).status_code in (200, 302)


def test_everybody_sees_seats_counters_the_order_of_turns_the_round_and_the_clock(
    campaign: Campaign, phone: Client
) -> None:
    assert game_at(campaign, 1, "live") in shown(phone, campaign, "journal/evening")
    opened(campaign)
    page = phone.get(game_at(campaign, 1, "live")).content.decode()
    for text in ("Round 1", "Heron Company", "Barges left", "Cargo", "Next turn", "Clock"):
        assert text in page
    makes(phone, campaign, Turned(0, -2), Scored(1, 6), NextTurn(), MovedUp(3), Clock(runs=True))
    log = phone.get(game_at(campaign, 1, "live_log")).content.decode()
    for text in ("Barges left −2 (10)", "Cargo +6 (6)", "Turn: Bo", "Earlier: Cy", "Clock started"):
        assert text in log


def test_a_score_goes_below_zero_by_taps_and_a_counter_as_low_as_it_says(
    campaign: Campaign, phone: Client
) -> None:
    opened(campaign)
    makes(phone, campaign, Scored(1, -5))
    page = phone.get(game_at(campaign, 1, "live")).content.decode()
    assert 'data-counter="score-1" data-limit="99999"' in page
    assert page.count('data-low="-99999"') == 3  # the scores; barges stop at 0
    assert ">-5</output>" in page
    log = phone.get(game_at(campaign, 1, "live_log")).content.decode()
    assert "Cargo −5 (−5)" in log


def test_names_at_the_table_are_those_of_today_and_forgotten_with_their_person(
    campaign: Campaign, phone: Client
) -> None:
    table, person = opened(campaign), factories.person("Bo")
    assert members_of(campaign).filter(name="Bo").update(person=person) == 1
    members_rename(person, "Boris")
    page = phone.get(game_at(campaign, 1, "live")).content.decode()
    assert "Boris" in page
    person_delete(person=person)
    table.refresh_from_db()
    assert "Bo" not in json.dumps(table.start)
    page = phone.get(game_at(campaign, 1, "live")).content.decode()
    assert "Boris" not in page
    assert "former player" in page


def test_the_result_is_filled_in_from_the_table(campaign: Campaign, phone: Client) -> None:
    opened(campaign)
    makes(phone, campaign, Scored(1, 6), Scored(2, 4), Scored(3, 4))
    result = game_at(campaign, 1, "result")
    fields = Sent(phone.get(result).content.decode(), "").fields
    assert [fields[f"number_{seat}"] for seat in (1, 2, 3)] == ["6", "4", "4"]
    assert phone.post(result, fields).status_code == 302
    play = Play.objects.get()
    assert [(seat.score, seat.place) for seat in play.seats.order_by("seat")] == [
        (6, 1),
        (4, 2),
        (4, 2),
    ]


def test_what_a_counter_of_the_campaign_came_to_is_offered_when_the_evening_ends() -> None:
    described = plain("delta")
    counters = described["begins"]["counters"]
    counters.append({"id": "fame", "name": "Fame", "start": 2, "high": 9, "live": True})
    campaign = planned(
        factories.person("Ann"), "spring", description=_of(described), playing=COMPANIES
    )
    phone = clients.keeper(campaign)
    opened(campaign)
    makes(phone, campaign, Turned(3, 3))
    result = game_at(campaign, 1, "result")
    phone.post(result, Sent(phone.get(result).content.decode(), "").fields)
    page = shown(phone, campaign, "journal/evening")
    assert "Fame: +3 (2 → 5)" in page
    fields = Sent(page, "journal/evening").fields
    assert phone.post(f"/c/{campaign.code}/journal/evening", fields).status_code == 302
    assert state_of(campaign).counts["fame", ""] == 5


def _of(values: dict[str, Any]) -> Description:
    return from_plain(Description, values, description_faults)


def test_a_stranger_sees_no_table(campaign: Campaign) -> None:
    opened(campaign)
    assert clients.stranger().get(game_at(campaign, 1, "live")).status_code == 404
