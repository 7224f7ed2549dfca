"""Games together against a Chimera: set up, played live, logged, counted, exported."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from campaign.models import Game, Play
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.ashes.red_rains import ChimeraChoice
from campaign.selectors import games
from tests.campaign import exchange, factories
from tests.one_off_play import planned
from tests.tracker.ashes import duels
from tests.tracker.ashes.test_live import Phone, offered
from tests.tracker.clients import client_of
from tests.tracker.sent_forms import Sent
from tests.tracker.test_plays import rows
from tracker.systems.ashes.words.steps import sheet_text

pytestmark = pytest.mark.django_db
PLAY = "/play?system=ashes"
NOAH, JESSA = "reborn-the-shadows-of-viros", "reborn-the-bloodwoods-queen"
VIROS = ChimeraChoice("corpse-of-viros", deck="corpse-of-viros-fury")


def start(client: Client, **fields: str) -> Any:
    shown = Sent(client.get(PLAY).content.decode(), PLAY).fields
    return client.post(PLAY, {**shown, **fields})


def together(players: int = 1, chimera: ChimeraChoice = VIROS) -> Game:
    seats = (SeatChoice("Ada", ready=NOAH), SeatChoice("Bo", ready=JESSA))[:players]
    return duels.duel(choices=DuelChoices(seats, chimera=chimera))


def send(client: Client, game: Game, part: str, **fields: str) -> Any:
    address = f"/g/{game.code}/{part}"
    shown = Sent(client.get(address).content.decode(), "").fields
    return client.post(address, {**shown, **fields})


def test_somebody_alone_sets_up_a_game_against_a_chimera(client: Client) -> None:
    answer = start(
        client,
        player_1="Ada",
        deck_1=f"ready:{NOAH}",
        deck_2="",
        chimera="corpse-of-viros",
        chimera_deck="corpse-of-viros-fury",
        chimera_difficulty="heroic",
        chimera_level="2",
    )
    assert answer.status_code == 302
    page = client.get(answer.headers["Location"]).content.decode()
    for said in (
        "The Corpse of Viros",
        "Heroic, level 2",
        "with the side for 1 player up",
        "1 – 2 – 1 – 1 – 1 – 2",
        "Hunting Instincts",
        "You go first",
    ):
        assert said in page


def test_what_is_wrong_with_a_chimera_stands_beside_its_field(client: Client) -> None:
    other = start(
        client, deck_2="", chimera="corpse-of-viros", chimera_deck="blight-of-neverset-thorn"
    )
    assert "Choose aspects of this Chimera." in other.content.decode()
    unnamed = start(client, deck_2="", chimera="other", chimera_life="40")
    assert "Enter its name." in unnamed.content.decode()
    many = start(client, chimera="any", deck_3="random")
    assert "One or two fight a Chimera, not 3." in many.content.decode()
    alone = start(client, deck_2="")
    assert "Deck of player 2: Choose a deck." in alone.content.decode()
    assert not Game.objects.exists()


def test_what_nobody_knows_says_so_and_can_be_entered(client: Client) -> None:
    answer = start(client, chimera="flood-of-moon-cove")
    page = client.get(answer.headers["Location"]).content.decode()
    assert "A question mark is a number that we don’t know." in page
    assert "in a row opposite each player" in page
    read = {"chimera_life": "55", "chimera_threat": "5"}
    answer = start(client, chimera="flood-of-moon-cove", **read)
    page = client.get(answer.headers["Location"]).content.decode()
    assert "A question mark" not in page


def test_the_opponent_is_changed_and_the_choice_is_shown_again() -> None:
    game = together()
    client = client_of(game.owner)
    shown = Sent(client.get(f"/g/{game.code}/change").content.decode(), "").fields
    assert (shown["chimera"], shown["chimera_deck"]) == ("corpse-of-viros", "corpse-of-viros-fury")
    changed = send(client, game, "change", chimera="other", chimera_name="Hydra", chimera_deck="")
    assert changed.status_code in (200, 204, 302)
    assert planned(game)["setup"]["chimera"]["name"]["en"] == "Hydra"
    send(client, game, "change", chimera="", deck_2="random")
    assert "chimera" not in planned(game)["setup"]
    history = client.get(f"/g/{game.code}/").content.decode()
    assert "You fight this Chimera now: Hydra (Standard, level 1)." in history
    assert "You fight each other now." in history


def test_the_sheet_is_printed_and_read_by_programs() -> None:
    game = together(2)
    client = client_of(game.owner)
    assert client.get(f"/g/{game.code}/sheet.pdf").content.startswith(b"%PDF")
    text = "\n".join(sheet_text(games.game_sheet(game), "Ashes"))
    assert "The Corpse of Viros" in text
    assert "Life: ?" in text
    body = client.get(f"/g/{game.code}/sheet.json").json()
    assert (body["chimera"]["ultimate"], body["chimera"]["life"]) == (3, None)


@pytest.fixture
def phone() -> Phone:
    return Phone(together())


def test_a_turn_of_the_chimera_is_played_on_a_phone(phone: Phone) -> None:
    phone.tap(kind="phase", phase="preparation")
    phone.tap(kind="turn", seat=1)
    page = phone.page()
    assert "Then roll one basic rage die and the behaviour die." in page
    assert phone.tap(kind="chimera_roll").status_code == 200
    assert "Behaviour card I, number" in phone.page()
    reveals = {move["name"]: move for move in offered(phone.page()) if move["kind"] == "reveal"}
    assert set(reveals) >= {"Rampage", "Iron Scales"}
    del reveals["Rampage"]["seat"]
    phone.tap(**reveals["Rampage"])
    page = phone.page()
    assert "The Corpse of Viros: Rampage is revealed" in page
    assert "rightmost unit" in page
    phone.tap(kind="leave", seat=2, card=1)
    assert "Rampage leaves play, wounds +1 (1)" in phone.page()


def test_the_ultimate_is_asked_for_and_resolved(phone: Phone) -> None:
    phone.tap(kind="rains", by=3)
    assert "Enough Red Rains tokens: resolve its ultimate." in phone.page()
    phone.tap(kind="ultimate")
    page = phone.page()
    assert "behaviour and ultimate II" in page
    assert "ultimate I is resolved" in page


def test_two_players_share_a_turn_on_the_page() -> None:
    phone = Phone(together(2))
    assert "Enter threat and ultimate from the card" in phone.page()
    phone.tap(kind="chimera_read", threat=5)
    phone.tap(kind="phase", phase="preparation")
    page = phone.page()
    assert "Ada is done" in page
    assert "Bo is done" in page
    phone.tap(kind="turn", seat=2)
    phone.tap(kind="turn", seat=1)
    assert "First against: Bo" in phone.page()
    assert phone.tap(kind="turn", seat=2).status_code != 200


def test_the_live_game_fills_the_result_of_all(phone: Phone) -> None:
    phone.tap(kind="life", seat=2, by=30)
    assert "You have won" in phone.page()
    address = f"/g/{phone.game.code}/result"
    shown = Sent(phone.client.get(address).content.decode(), "").fields
    assert (shown["together"], shown["chimera_life"], shown["ending"]) == ("win", "0", "destroyed")
    assert phone.client.post(address, shown).status_code == 302
    assert "Won together" in phone.page("")
    play = Play.objects.get()
    assert (play.result, play.against, play.difficulty) == ("win", "corpse-of-viros", "standard-1")


def test_one_result_for_all_is_logged_counted_and_exported() -> None:
    game = together(2)
    client = client_of(game.owner)
    wrong = send(client, game, "result", together="loss", chimera_life="0")
    assert "The Chimera has no life left, so you won." in wrong.content.decode()
    sent = send(client, game, "result", together="loss", chimera_life="7", rounds="6", life_1="0")
    assert sent.status_code == 302
    assert "Lost together" in client.get(f"/g/{game.code}/").content.decode()
    assert "Count this game" not in client.get(f"/g/{game.code}/").content.decode()
    log = client.get("/log").content.decode()
    assert "The Corpse of Viros" in log
    assert "Standard, level 1" in log
    (row,) = rows(client)
    assert "The Corpse of Viros" in row.values()
    assert "7" in row.values()
    copy = exchange.bring_game_in(client.get(f"/g/{game.code}/export").content)
    assert planned(copy)["choices"] == planned(game)["choices"]


def test_statistics_tell_wins_by_chimera() -> None:
    person = factories.person()
    client = client_of(person)
    for result in ("win", "loss", "win"):
        seats = (SeatChoice("Ada", ready=NOAH),)
        game = duels.duel(person, choices=DuelChoices(seats, chimera=VIROS))
        assert send(client, game, "result", together=result).status_code == 302
    page = client.get("/log/statistics?system=ashes").content.decode()
    assert "By Chimera" in page
    assert "Games by Chimera" in page


def test_everybodys_win_rates_have_no_game_against_a_chimera() -> None:
    game = together()
    client = client_of(game.owner)
    send(client, game, "result", together="win")
    answer = client.post(f"/g/{game.code}/counted", {"counted": "1"}, follow=True)
    assert "Everybody’s win rates cover duels and melees only." in answer.content.decode()


def test_a_stranger_sees_nothing_of_it() -> None:
    game = together()
    stranger = client_of(factories.person())
    assert stranger.get(f"/g/{game.code}/").status_code == 404
    assert stranger.get(f"/g/{game.code}/live").status_code == 404
