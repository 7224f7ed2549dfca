"""A one-off game: from the number of mages to a set-up."""

import pytest
from django.test import Client

from campaign.models import Game, Person
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.ashes import duels

pytestmark = pytest.mark.django_db

NEW = "/play"


def test_one_tap_on_a_number_makes_a_whole_set_up() -> None:
    client = clients.client_of(factories.person())
    answer = clients.send(client, NEW, {"mages": "3"})
    made = Game.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/g/{made.code}/"
    assert len(one_offs.setup(made).mats) == 3


def test_whoever_is_nobody_yet_becomes_a_guest_and_owns_the_game() -> None:
    client = Client()
    answer = clients.send(client, NEW, {"mages": "1"})
    made = Game.objects.select_related("owner").get()
    assert made.owner.is_guest
    assert client.get(answer["Location"]).status_code == 200
    assert Client().get(answer["Location"]).status_code == 404


def test_boxes_are_called_as_in_the_readers_language() -> None:
    page = Client(HTTP_ACCEPT_LANGUAGE="pl").get(NEW).content.decode()
    assert "<b>Aeon’s End: Wieczna Wojna</b>" in page


def test_looking_makes_nobody_a_guest() -> None:
    Client().get(NEW)
    assert not Person.objects.exists()


def test_two_taps_of_a_stranger_are_one_game_and_one_guest() -> None:
    form = {**clients.hidden_fields(Client(), NEW), "mages": "2"}
    first, second = Client().post(NEW, form), Client().post(NEW, form)
    assert first["Location"] == second["Location"]
    assert (Game.objects.count(), Person.objects.count()) == (1, 1)


def test_two_taps_of_somebody_known_are_one_game() -> None:
    client = clients.client_of(factories.person())
    form = {**clients.hidden_fields(client, NEW), "mages": "2"}
    assert client.post(NEW, form)["Location"] == client.post(NEW, form)["Location"]
    assert Game.objects.count() == 1


def test_a_seed_can_be_typed_in() -> None:
    for _ in range(2):
        clients.send(clients.client_of(factories.person()), NEW, {"mages": "2", "seed": "12345"})
    first, second = Game.objects.all()
    seeds = {one_offs.stored_record(game).planned.seed for game in (first, second)}
    assert seeds == {"12345"}
    assert one_offs.setup(first) == one_offs.setup(second)


@pytest.mark.parametrize("filled", [{}, {"mages": "5"}, {"mages": "x"}])
def test_without_a_number_of_mages_nothing_is_made(filled: dict[str, str]) -> None:
    client = Client()
    answer = clients.send(client, NEW, filled)
    assert answer.status_code == 422
    assert "1 to 4" in answer.content.decode()
    assert not Game.objects.exists()
    assert not Person.objects.exists()


def test_a_seed_that_no_page_can_show_is_answered_in_words() -> None:
    answer = clients.send(Client(), NEW, {"mages": "2", "seed": "\u202eabc"})
    assert answer.status_code == 422
    assert "U+202E" in answer.content.decode()
    assert not Person.objects.exists()


def test_ones_own_games_are_listed_and_nobody_elses() -> None:
    person = factories.person()
    mine, other = one_offs.played(person), one_offs.game()
    page = clients.client_of(person).get(NEW).content.decode()
    assert f"/g/{mine.code}/" in page
    assert "Umbra Titan" in page
    assert other.code not in page


@pytest.mark.parametrize("language", ["pl", "fr", "de"])
def test_the_box_speaks_the_language_of_the_page(language: str) -> None:
    client = Client(headers={"accept-language": language})
    clients.send(client, NEW, {"mages": "2"})
    assert Game.objects.get().language == language


def test_enter_in_the_seed_asks_how_many_and_keeps_the_seed() -> None:
    client = Client()
    page = client.get("/play").content.decode()
    form = page[page.index('action="/play?system=') :]
    first = form[form.index("<button") : form.index("</button>")]
    assert 'type="submit"' in first
    assert "name=" not in first
    answer = clients.send(client, "/play", {"seed": "77"})
    assert answer.status_code == 422
    assert 'value="77"' in answer.content.decode()
    assert not Game.objects.exists()


def test_the_game_that_was_set_up_last_is_offered_first() -> None:
    zuza = factories.person("Zuza")
    client = clients.client_of(zuza)
    one_offs.game(zuza)
    duels.under_way(zuza)
    assert 'aria-current="page"' in (shown := client.get("/play").content.decode())
    assert shown.index('?system=ashes" aria-current') > 0
