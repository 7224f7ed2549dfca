"""Duels on the shared pages: choosing decks, the set-up, the result, and what cannot be."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaign.exchange.document import encode
from campaign.models import Game
from campaign.rules.ashes.deck import Deck
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.services.seats import seat_take
from tests.campaign import exchange, factories
from tests.one_off_play import planned
from tests.rules.ashes.packs import ready
from tests.tracker.ashes.duels import IRON, MIST, QUEEN, SNAKES, duel, played
from tests.tracker.clients import client_of as visitor
from tests.tracker.sent_forms import Sent

pytestmark = pytest.mark.django_db
PLAY = "/play?system=ashes"
CELL = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>", re.DOTALL)


def start(client: Client, **fields: str) -> Any:
    shown = Sent(client.get(PLAY).content.decode(), PLAY).fields
    return client.post(PLAY, {**shown, **fields})


def send(client: Client, game: Game, part: str, **fields: str) -> Any:
    address = f"/g/{game.code}/{part}"
    shown = Sent(client.get(address).content.decode(), "").fields
    return client.post(address, {**shown, **fields})


def test_two_random_decks_are_dealt_when_nothing_is_chosen(client: Client) -> None:
    assert start(client).status_code == 302
    seats = planned(Game.objects.get())["setup"]["seats"]
    assert len({seat["ready"] for seat in seats}) == 2


def test_three_players_with_names_and_decks_and_a_first_player(client: Client) -> None:
    answer = start(
        client,
        player_1="Ada",
        deck_1=f"ready:{IRON}",
        deck_2=f"ready:{SNAKES}",
        deck_4=f"ready:{MIST}",
        player_4="Cleo",
        first="4",
    )
    assert answer.status_code == 302
    page = client.get(answer.headers["Location"]).content.decode()
    for said in ("Coal Roarkwin", "Maeoni Viper", "Aradel Summergaard", "Cleo goes first"):
        assert said in page
    assert "Shuffle the other 25 cards into the draw pile." in page


def test_a_page_asks_for_two_players_until_another_is_added(client: Client) -> None:
    page = client.get(PLAY).content.decode()
    assert "deck_2" in page
    assert "deck_3" not in page
    typed = {"player_1": "A" * 61, "deck_2": f"ready:{MIST}", "seed": "short", "seats": "3"}
    answer = start(client, **typed)
    assert answer.status_code == 200  # nobody is told yet what is wrong
    shown = Sent(answer.content.decode(), PLAY).fields
    assert {name: shown[name] for name in ("player_1", "deck_2", "seed")} == {
        name: value for name, value in typed.items() if name != "seats"
    }
    assert (shown["player_3"], shown["deck_3"]) == ("", "random")
    assert "deck_4" not in shown
    assert not Game.objects.exists()


def test_all_six_can_be_added_and_no_more(client: Client) -> None:
    assert "Add a player" in start(client, seats="5").content.decode()
    page = start(client, seats="6").content.decode()
    assert "deck_6" in page
    assert "Add a player" not in page
    assert start(client, seats="9").status_code == 200


def test_a_change_shows_the_seats_of_the_game_and_adds_another() -> None:
    owner = factories.person()
    game = duel(owner, IRON, SNAKES, MIST)
    client = visitor(owner)
    page = client.get(f"/g/{game.code}/change").content.decode()
    assert "deck_3" in page
    assert "deck_4" not in page
    answer = send(client, game, "change", deck_1=f"ready:{MIST}", seats="4")
    assert answer.status_code == 200
    assert Sent(answer.content.decode(), "").fields["deck_1"] == f"ready:{MIST}"
    assert planned(game)["setup"]["seats"][0]["ready"] == IRON
    assert send(client, game, "change", deck_4="random").status_code == 302
    assert len(planned(game)["setup"]["seats"]) == 4


@pytest.mark.parametrize(("is_secret", "status"), [(False, 302), (True, 422)])
def test_the_seats_after_an_empty_one_move_up_but_not_with_a_secret_deck(
    is_secret: bool, status: int
) -> None:
    owner = factories.person()
    last = SeatChoice(deck=replace(ready(MIST), name="Dew"))
    others = (SeatChoice(ready=QUEEN), SeatChoice(ready=IRON), SeatChoice(ready=SNAKES))
    game = duel(owner, choices=DuelChoices((*others, last), secret=is_secret))
    answer = send(visitor(owner), game, "change", deck_3="")
    assert answer.status_code == status
    seats = planned(game)["setup"]["seats"]
    assert (len(seats), seats[-1]["deck"]["name"]) == (4 if is_secret else 3, "Dew")
    if is_secret:
        said = "Deck of player 4: Only the player of this deck can see it until the game is over."
        assert said in answer.content.decode()


def test_the_cards_of_a_secret_deck_are_not_named_by_what_is_wrong_with_it() -> None:
    owner, other = factories.person("Bo"), factories.person("Cy")
    card = next(iter(ready(MIST).cards))
    wrong = replace(ready(MIST), name="Dew", cards={**ready(MIST).cards, card: 5})
    seats = (SeatChoice("Bo", deck=wrong), SeatChoice("Cy", SNAKES))
    game = duel(owner, choices=DuelChoices(seats, reason="our format", secret=True))
    seat_take(game=game, key=game.invite_key, number=2, person=other, name="Cy")
    answer = send(visitor(other), game, "change", deck_2=f"ready:{IRON}", reason="")
    assert answer.status_code == 302
    assert planned(game)["choices"]["reason"] == "our format"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"deck_1": "ready:nothing"}, "Choose one of the decks offered."),
        ({"deck_2": ""}, "Deck of player 2: Choose a deck."),
        ({"deck_1": f"ready:{IRON}", "deck_2": f"ready:{IRON}"}, "Two players chose The Iron Men"),
        ({"first": "4"}, "There is no player at this seat."),
        ({"player_1": "A" * 61}, "field__errors"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_made(
    client: Client, fields: dict[str, str], said: str
) -> None:
    answer = start(client, **fields)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Game.objects.exists()


def test_a_reason_lifts_what_other_formats_do_not_ask_for(client: Client) -> None:
    twice = {"deck_1": f"ready:{IRON}", "deck_2": f"ready:{IRON}"}
    assert "Another format?" in start(client, **twice).content.decode()
    assert start(client, **twice, reason="Two boxes").status_code == 302


def test_a_game_keeps_its_copy_of_a_deck_and_offers_it_when_changed() -> None:
    owner = factories.person()
    mine = replace(ready(IRON), name="Rust & Co")
    game = duel(owner, choices=DuelChoices((SeatChoice(deck=mine), SeatChoice(ready=SNAKES))))
    client = visitor(owner)
    assert "Rust &amp; Co" in client.get(f"/g/{game.code}/").content.decode()
    shown = Sent(client.get(f"/g/{game.code}/change").content.decode(), "").fields
    assert (shown["deck_1"], shown["deck_2"]) == ("kept:1", f"ready:{SNAKES}")
    assert send(client, game, "change", deck_2=f"ready:{MIST}").status_code == 302
    seats = planned(game)["setup"]["seats"]
    assert (seats[0]["deck"]["name"], seats[1]["ready"]) == ("Rust & Co", MIST)


def test_a_wrong_deck_is_refused_beside_its_player() -> None:
    owner = factories.person()
    game = duel(
        owner,
        choices=DuelChoices((SeatChoice(deck=Deck()), SeatChoice(ready=SNAKES)), reason="a joke"),
    )
    answer = send(visitor(owner), game, "change", reason="")
    assert answer.status_code == 422
    assert "30 cards are missing" in answer.content.decode()


def test_ticked_random_decks_stay_when_the_others_are_drawn_again() -> None:
    owner = factories.person()
    game = duel(owner, choices=DuelChoices((SeatChoice(), SeatChoice())))
    kept = planned(game)["setup"]["seats"][0]["ready"]
    client = visitor(owner)
    page = Sent(client.get(f"/g/{game.code}/").content.decode(), "/roll").fields
    assert client.post(f"/g/{game.code}/roll", {**page, "keep": "1"}).status_code == 302
    assert planned(game)["setup"]["seats"][0]["ready"] == kept


def test_one_random_deck_is_replaced_by_another_and_stays_random() -> None:
    owner = factories.person()
    game = duel(owner, choices=DuelChoices((SeatChoice(), SeatChoice(), SeatChoice(ready=IRON))))
    client, drawn = visitor(owner), []
    for _time in range(6):
        drawn.append([seat["ready"] for seat in planned(game)["setup"]["seats"]])
        page = Sent(client.get(f"/g/{game.code}/").content.decode(), "/roll").fields
        client.post(f"/g/{game.code}/roll", {**page, "redraw": "2"})
    assert all(before[1] != after[1] for before, after in itertools.pairwise(drawn))
    assert {(first, chosen) for first, _one, chosen in drawn} == {(drawn[0][0], IRON)}
    assert send(client, game, "change", player_1="Ada").status_code == 302  # what was drawn stays
    assert planned(game)["setup"]["seats"][0]["ready"] == drawn[0][0]
    client.post(f"/g/{game.code}/again", {"token": "again-and-again"})
    again = Game.objects.exclude(pk=game.pk).get()
    seats = planned(again)["choices"]["seats"]
    assert [seat.get("ready", seat.get("stays")) for seat in seats] == [None, None, IRON]


def test_the_result_says_who_won_with_rounds_life_and_places() -> None:
    owner = factories.person()
    game = duel(owner, IRON, SNAKES, MIST)
    client = visitor(owner)
    fields = {"winner": "3", "ending": "destroyed", "rounds": "7", "life_3": "5", "life_1": "0"}
    places = {"place_1": "2", "place_2": "3", "place_3": "1", "player_3": "Cleo"}
    assert send(client, game, "result", **fields, **places).status_code == 302
    page = client.get(f"/g/{game.code}/").content.decode()
    for said in ("ending--win", "Cleo won", "7 rounds", "Life: 5", "One Phoenixborn was left"):
        assert said in page
    shown = Sent(client.get(f"/g/{game.code}/correct").content.decode(), "").fields
    assert (shown["winner"], shown["place_2"], shown["rounds"]) == ("3", "3", "7")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"winner": "1", "life_1": "0"}, "The winner needs at least 1 life."),
        ({"winner": "1", "ending": "destroyed", "life_2": "3"}, "so the others have 0 life"),
        ({"winner": "1", "life_1": "16"}, "has 15 life and can’t have 16 left"),
        ({"winner": ""}, "Choose who won."),
        ({"winner": "9"}, "Choose who won."),
        ({"winner": "1", "rounds": "0"}, "field__errors"),
    ],
)
def test_a_result_that_contradicts_itself_is_refused(fields: dict[str, str], said: str) -> None:
    owner = factories.person()
    game = duel(owner)
    answer = send(visitor(owner), game, "result", **fields)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not game.facts.filter(kind="played").exists()


def test_the_decks_of_a_game_come_as_pdf() -> None:
    owner = factories.person()
    game = duel(owner)
    client = visitor(owner)
    for part in ("decks/1.pdf", "decks/2/proxies.pdf", "sheet.pdf"):
        assert client.get(f"/g/{game.code}/{part}").getvalue()[:5] == b"%PDF-"
    assert client.get(f"/g/{game.code}/decks/3.pdf").status_code == 404
    assert client.get(f"/g/{game.code}/sheet.json").json()["seats"][0]["draw_pile"] == 25
    assert visitor(factories.person()).get(f"/g/{game.code}/decks/1.pdf").status_code == 404


def cells(page: str) -> set[tuple[str, ...]]:
    """Return what stands in the rows of a page's tables, without the shares."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.DOTALL)
    found = ([re.sub(r"<[^>]+>", "", cell).strip() for cell in CELL.findall(row)] for row in rows)
    return {tuple(cell for cell in row if "%" not in cell) for row in found}


def test_statistics_count_phoenixborn_decks_players_and_who_met_whom() -> None:
    owner = factories.person()
    played(owner, IRON, SNAKES, winner=1, rounds=6)
    played(owner, IRON, SNAKES, winner=2)
    played(owner, MIST, IRON, winner=1)
    client = visitor(owner)
    page = client.get("/log/statistics").content.decode()
    for said in ("By Phoenixborn", "By deck", "By player", "Phoenixborn against Phoenixborn"):
        assert said in page
    assert ("The Iron Men", "3", "1", "2") in cells(page)
    assert ("Aradel Summergaard", "Coal Roarkwin", "1", "1", "0") in cells(page)
    log = client.get("/log").content.decode()
    assert "Coal Roarkwin" in log
    assert "Duel" in log
    assert ",Ada,6" in client.get("/log.csv").getvalue().decode()


def test_a_deck_in_a_file_that_cannot_be_played_is_refused_with_a_sentence() -> None:
    owner = factories.person()
    game = duel(owner)
    client = visitor(owner)
    document = json.loads(client.get(f"/g/{game.code}/export").getvalue())
    planned_fact = next(fact for fact in document["facts"] if fact["kind"] == "planned")
    planned_fact["says"]["setup"]["first"] = 4
    file = SimpleUploadedFile("game.json", json.dumps(document).encode(), "application/json")
    fields = Sent(client.get("/import").content.decode(), "").fields
    answer = client.post("/import", {**fields, "file": file})
    assert answer.status_code == 422
    assert "This set-up does not fit the game." in answer.content.decode()


def test_names_of_sixty_letters_fit_on_page_and_paper() -> None:
    owner = factories.person()
    long = "W" * 60
    mine = replace(ready(IRON), name=long)
    seats = tuple(SeatChoice(long, deck=mine) for _ in range(4))
    client = visitor(owner)
    game = duel(owner, choices=DuelChoices(seats, reason="four boxes"))
    assert client.get(f"/g/{game.code}/").status_code == 200
    for part in ("sheet.pdf?paper=letter", "decks/1.pdf", "decks/1/proxies.pdf?paper=letter"):
        assert client.get(f"/g/{game.code}/{part}").getvalue()[:5] == b"%PDF-"


def test_what_is_ticked_on_one_phone_is_ticked_on_the_others() -> None:
    owner = factories.person()
    game = duel(owner)
    page = Sent(visitor(owner).get(f"/g/{game.code}/").content.decode(), "/ticks").fields
    ticked = {"sheet": page["sheet"], "tick": "seat-1.first_five"}
    assert visitor(owner).post(f"/g/{game.code}/ticks", ticked).status_code in (200, 204, 302)
    again = Sent(visitor(owner).get(f"/g/{game.code}/").content.decode(), "/ticks").fields
    assert again["tick"] == "seat-1.first_five"


def test_a_duel_whose_decks_cannot_be_found_here_is_listed_and_shown_as_lost() -> None:
    document = exchange.document_of(played())
    planned = document["facts"][0]["says"]
    planned.pop("setup")
    planned["choices"]["seats"][0]["ready"] = "a-lost-deck"
    game = exchange.bring_game_in(encode(document))
    client = visitor(game.owner)
    for address in ("/", "/log", f"/g/{game.code}/", f"/g/{game.code}/seats"):
        assert client.get(address).status_code == 200, address
