"""The switch of a duel that keeps its decks secret: who turns it on, and who may turn it off."""

from __future__ import annotations

import pytest
from django.test import Client

from campaign.models import Game, Member
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.services.seats import seat_take
from tests.campaign import factories
from tests.one_off_play import planned
from tests.tracker.ashes.duels import IRON, SNAKES, duel
from tests.tracker.ashes.test_pages import send, start
from tests.tracker.clients import client_of as visitor

pytestmark = pytest.mark.django_db
SECRET = DuelChoices((SeatChoice("Ada", IRON), SeatChoice("Bo", SNAKES)), secret=True)


@pytest.mark.parametrize("secret", [{}, {"secret": "on"}], ids=["open", "secret"])
def test_a_deck_of_the_start_form_is_secret_where_the_duel_says_so(
    client: Client, secret: dict[str, str]
) -> None:
    start(client, deck_1=f"ready:{IRON}", **secret)
    game = Game.objects.get()
    page = client.get(f"/g/{game.code}/").content.decode()
    assert "Coal Roarkwin" in page
    assert ("The Iron Men" in page) is ("The whole deck" in page) is not secret
    assert ("Seed" in page) is not secret


def test_secret_decks_take_no_seed(client: Client) -> None:
    answer = start(client, secret="on", seed="7")
    assert answer.status_code == 422
    assert "Secret decks are drawn without a seed." in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize("others", [(), (2,)], ids=["nobody else", "somebody else"])
def test_the_owner_opens_decks_only_while_nobody_else_has_a_seat(others: tuple[int, ...]) -> None:
    owner = factories.person()
    game = duel(owner, choices=SECRET)
    for seat in others:
        seat_take(
            game=game, key=game.invite_key, number=seat, person=factories.person("Bo"), name="Bo"
        )
    client = visitor(owner)
    form = {"deck_1": "kept:1", "deck_2": "kept:2", "language": "en", "revision": "1"}
    answer = client.post(f"/g/{game.code}/change", {**form, "token": "a-token-of-this-test"})
    assert answer.status_code == (422 if others else 302)
    said = "The decks stay secret while somebody else has a secret deck." in answer.content.decode()
    assert said is bool(others)
    assert planned(game)["choices"].get("secret", False) is bool(others)


def test_a_secret_deck_stays_when_somebody_changes_the_rest() -> None:
    owner = factories.person()
    game = duel(owner, choices=SECRET)
    answer = send(visitor(owner), game, "change", player_1="Cleo", first="2")
    assert answer.status_code == 302
    seats = planned(game)["choices"]["seats"]
    names = dict(Member.objects.filter(game=game).values_list("number", "name"))
    players = [(names[seat["player"]], seat["ready"]) for seat in seats]
    assert players == [("Cleo", IRON), ("Bo", SNAKES)]


def test_a_random_secret_deck_is_drawn_again_or_kept() -> None:
    owner = factories.person()
    game = duel(owner, choices=DuelChoices((SeatChoice(), SeatChoice()), secret=True))
    before = [seat["ready"] for seat in planned(game)["setup"]["seats"]]
    client = visitor(owner)
    page = client.get(f"/g/{game.code}/").content.decode()
    assert "Other decks?" in page
    form = {"keep": "1", "revision": "1", "token": "a-token-of-this-test"}
    assert client.post(f"/g/{game.code}/roll", form).status_code == 302
    after = [seat["ready"] for seat in planned(game)["setup"]["seats"]]
    assert after[0] == before[0]
    assert after[1] != after[0]
