"""A nemesis whose mat prints no life: no page and no file says that it is at 0."""

from dataclasses import replace

import pytest
from django.conf import settings
from django.utils import translation

from campaign.models import Person
from campaign.rules.aeons_end.legacy.facts import Foe
from campaign.rules.aeons_end.one_off.choices import open_choices
from tests.addresses import game_at
from tests.campaign import factories
from tests.campaign.evenings import WON, evening
from tests.tracker import clients
from tests.tracker.reading import main_text_of
from tests.tracker.test_plays import rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def zuza() -> Person:
    return factories.person("Zuza")


@pytest.mark.parametrize("language", ["en", "pl", "fr", "de"])
def test_the_log_says_that_it_fell_as_its_mat_says(zuza: Person, language: str) -> None:
    evening(zuza, choices=replace(open_choices(2), nemesis="hollow-crown"))
    client = clients.client_of(zuza)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = main_text_of(client.get("/log"))
    with translation.override(language):
        assert translation.gettext("The nemesis fell, as its mat says.") in page
        assert translation.gettext("The nemesis is at 0 life.") not in page
    (row,) = rows(client)
    assert (row["ending"], row["nemesis_life"]) == ("nemesis_defeated", "")


def test_so_do_the_pages_of_a_campaign_which_noted_no_life_for_it(zuza: Person) -> None:
    campaign = factories.start_campaign(person=zuza)
    factories.plan(campaign, foe=Foe("~the hollow", "The Hollow", life=None))
    factories.record_win(campaign, tally=WON)
    client, code, game = clients.client_of(zuza), campaign.code, game_at(campaign)
    for url in ("/log", f"/c/{code}/", f"/c/{code}/results", game):
        page = main_text_of(client.get(url))
        assert "The nemesis fell, as its mat says." in page, url
        assert "0 life" not in page, url
    correct = main_text_of(client.get(f"{game}correct"))
    assert "The nemesis fell, as its mat says." in correct
    assert "0 life" not in correct
    assert "of 1 life" not in client.get(game).content.decode()
    assert [row["nemesis_life"] for row in rows(client)] == ["0"]  # what was noted stays noted


def test_a_nemesis_whose_life_its_box_prints_has_it_though_nobody_noted_it(zuza: Person) -> None:
    campaign = factories.start_campaign(person=zuza)
    factories.plan(campaign, foe=Foe("maelstrom", life=None))
    factories.record_win(campaign, tally=WON)
    client, code, game = clients.client_of(zuza), campaign.code, game_at(campaign)
    for url in ("/log", f"/c/{code}/", f"/c/{code}/results", game):
        assert "as its mat says" not in main_text_of(client.get(url)), url
