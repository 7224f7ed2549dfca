"""Somebody whose account was deleted is called a former player, wherever their name was."""

from __future__ import annotations

import json

import pytest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation

from campaign.exchange.exporting import export_json
from campaign.models import Campaign, Game, Member, Person
from campaign.rules.core.players import former, is_former
from campaign.selectors.campaigns import campaign_state
from campaign.selectors.live import position_of
from campaign.selectors.seats import seats_of
from campaign.services.live import table_open
from campaign.services.people import person_delete
from campaign.services.plays import plays_differences
from campaign.services.seats import seat_leave, seat_take
from tests.campaign import factories
from tests.campaign.exchange import bring_game_in
from tests.campaign.test_names_of_members import NAME, _legacy, everywhere
from tests.toy.fixtures import toy
from tests.tracker.ashes import duels
from tests.tracker.crawl import crawl
from tests.tracker.sent_forms import Sent
from tests.tracker.sheets.reading import text_of
from tracker.forms.fields import player_field
from tracker.live.tables import event_of
from tracker.web.middleware import former_players
from tracker.words.former import heard, said

__all__ = ["everywhere", "toy"]  # fixtures
pytestmark = pytest.mark.django_db
FILES = (".pdf", ".zip", ".png", ".svg")


def deleted(person: Person) -> None:
    """Delete an account; whoever else is in a campaign of theirs keeps it."""
    keeping = person.memberships.filter(role="keeper")
    others = {place.campaign_id: place.campaign.memberships for place in keeping}
    heirs = {
        campaign: others.exclude(person=person).get().pk
        for campaign, others in others.items()
        if others.count() > 1
    }
    person_delete(person=person, heirs=heirs)


def test_every_page_and_file_says_so(everywhere: Person, client: Client) -> None:
    deleted(everywhere)
    client.force_login(Person.objects.get(display_name="Bo"))
    pages = [*crawl(client, "/", without=FILES), *crawl(client, reverse("log_csv"))]
    saying = {page.url for page in pages if "a former player" in page.body}
    assert len(saying) > 20
    assert reverse("log_csv") in saying
    assert [page.url for page in pages if "\ue000" in page.body or "——" in page.body] == []


@pytest.fixture
def duel() -> Game:
    """Return a duel of Bo, in which two have deleted their accounts."""
    game = duels.duel(factories.person("Bo"))
    for number in (1, 2):
        person = factories.person(f"{NAME} {number}")
        seat_take(game=game, number=number, person=person, name=str(person), key=game.invite_key)
        deleted(person)
    return Game.objects.get(pk=game.pk)


def test_several_in_one_game_are_told_apart(duel: Game, client: Client) -> None:
    client.force_login(duel.owner)
    page = client.get(reverse("game", args=[duel.code])).content.decode()
    assert "a former player (2)" in page
    sheet = client.get(reverse("sheet_pdf", args=[duel.code])).content
    assert "a former player (2)" in text_of(sheet)


def test_each_language_has_its_words() -> None:
    found = {}
    for language in ("en", "pl", "fr", "de"):
        with translation.override(language):
            name = said(f"{former(1)}, {former(12)}")
            assert heard(name.rpartition(", ")[2]) == former(12)
            found[language] = name
    assert found == {
        "en": "a former player, a former player (12)",
        "pl": "dawny gracz, dawny gracz (12)",
        "fr": "un ancien joueur, un ancien joueur (12)",
        "de": "früheres Mitglied, früheres Mitglied (12)",
    }


def test_a_field_takes_back_the_words_that_it_was_filled_in_with() -> None:
    field = player_field("Player")
    for name in ("", "Zuza", former(1), former(3)):
        assert field.clean(field.prepare_value(name)) == name
    assert not is_former(field.clean("a former playwright"))


def test_a_form_that_is_sent_as_it_was_filled_in_leaves_them(client: Client) -> None:
    gone, heir = factories.person(NAME), factories.person("Bo")
    campaign = _legacy(gone)
    factories.join(campaign, heir)
    deleted(gone)
    members = set(Member.objects.filter(campaign=campaign).values_list("pk", "name"))
    client.force_login(heir)
    url = reverse("mage", args=[campaign.code, 1])
    form = Sent(client.get(url).content.decode(), "").fields
    assert form["player"] == "a former player"
    client.post(url, {**form, "name": "Ygnar"})
    state = campaign_state(Campaign.objects.get(pk=campaign.pk))
    assert (state.seats[0].name, state.seats[0].player) == ("Ygnar", former(1))
    assert set(Member.objects.filter(campaign=campaign).values_list("pk", "name")) == members


def test_whoever_takes_their_seat_is_somebody_else(duel: Game) -> None:
    ola = factories.person("Ola")
    seat_take(game=duel, number=2, person=ola, name="Ola", key=duel.invite_key)
    seat_leave(game=duel, number=2, person=ola)
    assert [seat.name for seat in seats_of(Game.objects.get(pk=duel.pk))] == [former(1), "Ola"]
    assert Member.objects.filter(game=duel, name=former(2)).exists()
    assert list(plays_differences()) == []


def test_programs_and_phones_are_told_so_too(duel: Game) -> None:
    def view(_request: HttpRequest) -> HttpResponse:
        return JsonResponse({"player": former(1)})

    answer = former_players(view)(RequestFactory().get("/"))
    assert isinstance(answer, HttpResponse)
    assert json.loads(answer.content) == {"player": "a former player"}
    table = table_open(game=duel, person=duel.owner)
    event = event_of(None, position_of(table), {"seat": former(1)}, "").decode()
    assert "a former player" in event


def test_a_file_has_them_and_gives_them_back(duel: Game) -> None:
    file = export_json(duel)
    assert '"—— 2"'.encode() in file
    assert b"\xee\x80\x80" not in file
    copy = bring_game_in(file, duel.owner)
    assert [seat.name for seat in seats_of(copy)] == [former(1), former(2)]
