"""A page of a game says what has happened to the game since it was rendered."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Change, Game, Person
from campaign.services.live import table_open
from campaign.services.seats import seat_free, seat_take
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.ashes import duels
from tracker.web.records import game_url

pytestmark = pytest.mark.django_db

POLL = re.compile(r'hx-get="([^"]+/news\?[^"]+)"')
BY_SCRIPT = {"HX-Request": "true"}


def asks(page: str) -> str:
    """Return the address at which a page asks for news."""
    found = POLL.search(page)
    assert found is not None, "It does not ask."
    return unescape(found[1])


def opened(phone: Client, game: Game, page: str = "game") -> str:
    return asks(phone.get(game_url(game, page)).content.decode())


def news(phone: Client, url: str) -> str:
    """Return what a page is told; "" if that is nothing new."""
    answer = phone.get(url, headers=BY_SCRIPT)
    assert answer.status_code in (200, 204)
    return answer.content.decode()


def owner_of(game: Game) -> Person:
    assert game.owner is not None
    return game.owner


def player(game: Game, number: int = 2, name: str = "Bo") -> Client:
    person = factories.person(name)
    seat_take(game=game, key=game.invite_key, number=number, person=person, name=name)
    return clients.client_of(person)


def test_a_page_of_the_game_offers_to_join_once_it_is_played_live() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    url = opened(client, game)
    assert news(client, url) == ""
    table_open(game=game, person=None)
    told = news(client, url)
    assert "Live now – join" in told
    assert f'href="{game_url(game, "live")}"' in told
    assert news(client, asks(told)) == ""  # it is said once


def test_a_campaigns_front_page_offers_to_join_once_its_game_is_played_live() -> None:
    campaign = factories.planned_campaign()
    keeper = factories.keeper_of(campaign)
    assert keeper is not None
    client = clients.client_of(keeper)
    page = client.get(f"/c/{campaign.code}/").content.decode()
    url = asks(page)
    assert news(client, url) == ""
    game = factories.game_of_campaign(campaign, 1)
    table_open(game=game, person=None)
    assert f'href="{game_url(game, "live")}"' in news(client, url)


def test_a_phone_that_waits_before_the_start_goes_on_with_the_others() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    url = opened(client, game, "live")
    assert news(client, url) == ""
    table_open(game=game, person=None)
    answer = client.get(url, headers=BY_SCRIPT)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, game_url(game, "live"))


@pytest.mark.parametrize("page", ["game", "live", "seats"])
def test_a_set_up_that_is_drawn_again_is_told_to_every_phone(page: str) -> None:
    game = one_offs.game()
    phone = player(game)
    url = opened(phone, game, page)
    clients.send(one_offs.owner(game), game_url(game, "roll"))
    told = news(phone, url)
    assert "The set-up was changed." in told
    assert "Who sits where" not in told
    assert news(phone, asks(told)) == ""
    assert news(phone, opened(phone, game, page)) == ""  # a new page shows it


def test_a_seat_that_is_taken_or_freed_is_told_to_the_others() -> None:
    game = one_offs.game()
    phone = player(game)
    url = opened(phone, game)
    player(game, 1, "Cy")
    assert "Who sits where has changed." in news(phone, url)
    url = opened(phone, game)
    assert news(phone, url) == ""
    seat_free(game=game, number=1, owner=owner_of(game))
    assert "Who sits where has changed." in news(phone, url)


def test_whoever_lost_their_seat_is_told_so() -> None:
    game = one_offs.game()
    phone = player(game)
    url = opened(phone, game)
    seat_free(game=game, number=2, owner=owner_of(game))
    assert phone.get(url, headers=BY_SCRIPT).status_code == 403  # upon which a script reloads it
    assert "Your seat in this game was freed" in phone.get(game_url(game)).content.decode()


def test_a_result_that_is_entered_is_told_to_who_still_reads_the_set_up() -> None:
    game = one_offs.game()
    phone = player(game)
    url = opened(phone, game)
    one_offs.record(game)
    assert "The result was entered." in news(phone, url)


def test_who_sat_in_a_game_is_asked_on_its_page_to_play_again() -> None:
    game = duels.played()
    phone = player(game)
    watcher = Client()
    url = opened(phone, game)
    clients.send(one_offs.owner(game), game_url(game, "play_again"))
    told = news(phone, url)
    assert "wants to play again" in told
    assert "Take my seat" in told
    assert news(phone, asks(told)) == ""
    assert "wants to play again" in phone.get(game_url(game)).content.decode()
    assert watcher.get(url).status_code == 404


def test_a_game_of_another_evening_asks_for_nothing() -> None:
    game = duels.played()
    phone = player(game)
    Change.objects.update(at=timezone.now() - timedelta(days=2))
    assert POLL.search(phone.get(game_url(game)).content.decode()) is None


def test_a_stranger_is_told_nothing_and_an_odd_question_is_answered_with_nothing_new() -> None:
    game = one_offs.game()
    owner = one_offs.owner(game)
    url = opened(owner, game)
    assert Client().get(url).status_code == 404
    assert clients.client_of(factories.person("Xu")).get(url).status_code == 404
    clients.send(owner, game_url(game, "roll"))
    for odd in ({"page": "front"}, {"page": "plan", "seen": "x"}, {"seen": "9" * 40}):
        assert "changed" not in owner.get(game_url(game, "game_news"), odd).content.decode()
