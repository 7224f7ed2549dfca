"""Completion of a name."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Role
from tests.campaign import factories
from tests.tracker.clients import HTMX, keeper, member, stranger
from tests.tracker.reading import html_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return factories.planned_campaign()


def url(campaign: Campaign) -> str:
    return reverse("complete", args=[campaign.code])


def test_three_letters_bring_the_names_that_begin_with_them(campaign: Campaign) -> None:
    response = keeper(campaign).get(url(campaign), {"what": "card", "q": "eth"})
    assert response.status_code == 200
    assert html_of(response) == '<option value="Ethereal Hand"></option>'


@pytest.mark.parametrize("typed", ["", "et", "thereal", "***", "e t"])
def test_less_brings_nothing(campaign: Campaign, typed: str) -> None:
    response = keeper(campaign).get(url(campaign), {"what": "card", "q": typed})
    assert response.status_code == 200
    assert html_of(response) == ""


def test_the_field_that_asks_may_have_a_name_of_its_own(campaign: Campaign) -> None:
    headers = {**HTMX, "HX-Trigger-Name": "name_2"}
    data = {"what": "card", "name_2": "ether", "name_1": "crys"}
    response = keeper(campaign).get(url(campaign), data, headers=headers)
    assert "Ethereal Hand" in html_of(response)
    assert "Crystal" not in html_of(response)


def test_names_come_in_the_language_of_the_box() -> None:
    campaign = factories.planned_campaign(language="pl")
    response = keeper(campaign).get(url(campaign), {"what": "card", "q": "eter"})
    assert "Eteryczna Ręka" in html_of(response)


@pytest.mark.parametrize(
    ("what", "letters"),
    [
        ("nemesis", "xax"),
        ("nemesis", "bla"),
        ("card", "con"),
        ("basic", "scat"),
        ("evolved", "cru"),
    ],
)
def test_a_sealed_name_is_never_completed(campaign: Campaign, what: str, letters: str) -> None:
    response = keeper(campaign).get(url(campaign), {"what": what, "q": letters})
    assert html_of(response) == ""


def test_what_a_begun_chapter_hands_out_is_completed() -> None:
    # Envelope 2 holds its nemesis; the basic cards come in chapter 2 (Legacy p. 10).
    campaign = factories.played_through(1, mages=2)
    client = keeper(campaign)
    assert "Bladius" in html_of(client.get(url(campaign), {"what": "nemesis", "q": "bla"}))
    assert html_of(client.get(url(campaign), {"what": "basic", "q": "scat"})) == ""
    factories.plan(campaign)
    assert "Scatter" in html_of(client.get(url(campaign), {"what": "basic", "q": "scat"}))
    assert html_of(client.get(url(campaign), {"what": "nemesis", "q": "xax"})) == ""


@pytest.mark.parametrize("what", ["", "everything", "CARD", "mage"])
def test_an_unknown_sort_of_name_is_not_found(campaign: Campaign, what: str) -> None:
    response = keeper(campaign).get(url(campaign), {"what": what, "q": "eth"})
    assert response.status_code == 404


def test_only_who_records_is_answered(campaign: Campaign) -> None:
    asked = {"what": "card", "q": "eth"}
    assert member(campaign).get(url(campaign), asked).status_code == 200
    assert member(campaign, Role.READER, "Ola").get(url(campaign), asked).status_code == 403
    assert stranger().get(url(campaign), asked).status_code == 404
    assert Client().get(url(campaign), asked).status_code == 404


def test_where_a_new_name_is_typed_nothing_is_completed() -> None:
    campaign = factories.settled_campaign()
    client = keeper(campaign)
    for name in ("names", "settings", "my_mage"):
        page = client.get(reverse(name, args=[campaign.code]))
        assert url(campaign) not in html_of(page), name


def test_it_only_answers_questions(campaign: Campaign) -> None:
    assert keeper(campaign).post(url(campaign)).status_code == 405
