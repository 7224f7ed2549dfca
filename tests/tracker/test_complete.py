"""Completion of a name."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client, override_settings
from django.urls import reverse

from campaign.models import Campaign, Role
from tests.campaign import factories
from tests.tracker.decisions import HTMX, body, keeper, member, stranger

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return factories.planned_campaign()


def url(campaign: Campaign) -> str:
    return reverse("complete", args=[campaign.code])


def test_three_letters_bring_the_names_that_begin_with_them(campaign: Campaign) -> None:
    response = keeper(campaign).get(url(campaign), {"what": "card", "q": "con"})
    assert response.status_code == 200
    assert body(response) == '<option value="Conductive Grit"></option>'


@pytest.mark.parametrize("typed", ["", "co", "onductive", "***", "c o"])
def test_less_brings_nothing(campaign: Campaign, typed: str) -> None:
    response = keeper(campaign).get(url(campaign), {"what": "card", "q": typed})
    assert response.status_code == 200
    assert body(response) == ""


def test_the_field_that_asks_may_have_a_name_of_its_own(campaign: Campaign) -> None:
    headers = {**HTMX, "HX-Trigger-Name": "name_2"}
    data = {"what": "card", "name_2": "cond", "name_1": "geo"}
    response = keeper(campaign).get(url(campaign), data, headers=headers)
    assert "Conductive Grit" in body(response)
    assert "Geophage" not in body(response)


def test_names_come_in_the_language_of_the_box() -> None:
    campaign = factories.planned_campaign(language="pl")
    response = keeper(campaign).get(url(campaign), {"what": "card", "q": "grys"})
    assert "Grys Przewodzący" in body(response)


def test_it_tells_no_more_than_the_one_name_that_was_read(campaign: Campaign) -> None:
    response = keeper(campaign).get(url(campaign), {"what": "nemesis", "q": "mael"})
    assert body(response) == '<option value="Maelstrom"></option>'
    response = keeper(campaign).get(url(campaign), {"what": "card", "q": "breach"})
    assert body(response) == ""


@pytest.mark.parametrize("what", ["", "everything", "CARD", "mage"])
def test_an_unknown_sort_of_name_is_not_found(campaign: Campaign, what: str) -> None:
    response = keeper(campaign).get(url(campaign), {"what": what, "q": "con"})
    assert response.status_code == 404


def test_only_who_records_is_answered(campaign: Campaign) -> None:
    asked = {"what": "card", "q": "con"}
    assert member(campaign).get(url(campaign), asked).status_code == 200
    assert member(campaign, Role.READER, "Ola").get(url(campaign), asked).status_code == 403
    assert stranger().get(url(campaign), asked).status_code == 404
    assert Client().get(url(campaign), asked).status_code == 404


@override_settings(RATE_LIMITS=True)
def test_after_a_handful_of_wrong_guesses_nothing_sealed_is_told_for_a_while() -> None:
    campaign = factories.planned_campaign()
    client = keeper(campaign)

    def told(letters: str) -> str:
        return body(client.get(url(campaign), {"what": "card", "q": letters}))

    with time_machine.travel("2026-03-01 20:00Z", tick=False) as clock:
        assert all("Conductive Grit" in told("con") for _time in range(20))  # right ones are free
        for wrong in range(8):
            assert told(f"zx{chr(97 + wrong)}") == ""
        assert told("con") == ""
        clock.shift(60)
        assert "Conductive Grit" in told("con")


def test_where_a_new_name_is_typed_nothing_is_completed() -> None:
    campaign = factories.settled_campaign()
    client = keeper(campaign)
    for name in ("names", "settings", "my_mage"):
        page = client.get(reverse(name, args=[campaign.code]))
        assert url(campaign) not in body(page), name


def test_it_only_answers_questions(campaign: Campaign) -> None:
    assert keeper(campaign).post(url(campaign)).status_code == 405
