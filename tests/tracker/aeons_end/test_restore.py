"""The list to restore a box from."""

import re

import pytest

from campaign.memory import memory
from campaign.models import Campaign
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients

pytestmark = pytest.mark.django_db


def url_of(campaign: Campaign, game: int = 1) -> str:
    return f"{game_at(campaign, game)}restore"


def groups(campaign: Campaign, game: int) -> dict[str, list[str]]:
    memory.clear()
    answer = clients.keeper(campaign).get(url_of(campaign, game))
    assert answer.status_code == 200
    shown = answer.context["groups"]
    return {g.title: [f"{step.text} {step.detail}".strip() for step in g.steps] for g in shown}


def test_every_component_is_there_in_the_order_of_the_box() -> None:
    shown = groups(factories.third_chapter(), 3)
    assert list(shown) == ["Mages", "Nemesis", "Market", "Rulebook", "Sealed", "Banished"]
    assert "Ilva: 2 stickers. 2a Mark 2a-1, 2b Mark 2b-1" in shown["Mages"]
    assert len(shown["Market"]) == 9
    assert any("Ember Reed 1.1" in text for text in (*shown["Market"], *shown["Banished"]))
    assert any("evolution sticker" in text for text in shown["Nemesis"])


def test_seals_of_one_kind_are_one_tick_and_give_no_more_than_their_labels() -> None:
    sealed = groups(factories.planned_campaign(), 1)["Sealed"]
    assert any(text.startswith("Not entered as opened: envelopes.") for text in sealed)
    assert any(text.startswith("Not entered as opened: boxes. A, B, C, D") for text in sealed)
    assert len(sealed) <= 8


def test_a_finished_campaign_is_restored_in_a_few_dozen_ticks() -> None:
    shown = groups(factories.finished_campaign(), 7)
    assert len(shown["Rulebook"]) == 1
    assert "A (p. 2)" in shown["Rulebook"][0]
    assert len(shown["Banished"]) == 3
    assert any(
        text.startswith("Banished (gem): ") and "Ember Reed 1.1" in text
        for text in shown["Banished"]
    )
    assert sum(map(len, shown.values())) < 40


def test_its_parts_are_folded_but_for_the_first_and_say_how_much_is_in_them() -> None:
    campaign = factories.third_chapter()
    page = clients.keeper(campaign).get(url_of(campaign, 3)).content.decode()
    parts = re.findall(r'<details class="fold checklist__group"( open)?>', page)
    assert parts == [" open", "", "", "", "", ""]
    assert re.search(r'<h2>Market</h2>\s*<span class="stamp stamp--soft">9</span>', page)


def test_it_says_what_to_put_away_when_the_game_is_over() -> None:
    campaign = factories.planned_campaign()
    page = clients.keeper(campaign).get(url_of(campaign)).content.decode()
    assert "After the game" in page
    assert "Hands, decks and breaches are reset." in page


def test_its_ticks_are_not_those_of_the_sheet() -> None:
    campaign = factories.planned_campaign()
    session = campaign.games.get()
    page = clients.keeper(campaign).get(url_of(campaign)).content.decode()
    assert f'data-checklist="{campaign.code}:1:{session.pk}:restore"' in page


def test_a_game_that_is_not_there_is_not_found() -> None:
    campaign = factories.planned_campaign()
    assert clients.keeper(campaign).get(url_of(campaign, 2)).status_code == 404
