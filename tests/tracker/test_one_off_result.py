"""How a one-off game ended: entered, corrected, taken back."""

import datetime
from dataclasses import replace

import pytest
import time_machine

from campaign.models import Game, PlaySeat, Role
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice, open_choices
from campaign.services.seats import seat_take
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.clients import HTMX
from tracker.views import games

pytestmark = pytest.mark.django_db

WON = {
    "result": "win",
    "ending_win": "nemesis_defeated",
    "gravehold_life": "21",
    "nemesis_life": "0",
    "life_1": "7",
    "life_2": "3",
    "player_1": "Zuza",
    "played_on": "2024-03-09",
    "minutes": "95",
    "note": "What a night.",
}


def url_of(game: Game, page: str = "result") -> str:
    return f"/g/{game.code}/{page}"


def test_a_win_is_written_down_with_everything_that_was_noted() -> None:
    game = one_offs.game()
    answer = clients.send(one_offs.owner(game), url_of(game), WON)
    assert (answer.status_code, answer["Location"]) == (302, f"/g/{game.code}/")
    stored = one_offs.result(game)
    tally = stored.result
    assert (tally.result, tally.ending, tally.gravehold_life) == ("win", "nemesis_defeated", 21)
    assert (stored.played_on, stored.minutes) == (datetime.date(2024, 3, 9), 95)
    assert (tally.lives, stored.players) == ((7, 3), ("Zuza", ""))
    page = one_offs.owner(game).get(f"/g/{game.code}/").content.decode()
    for said in ("Won", "What a night.", "95 minutes", "9 March 2024"):
        assert said in page


def test_the_bare_result_is_enough() -> None:
    game = one_offs.game()
    assert clients.send(one_offs.owner(game), url_of(game), {"result": "loss"}).status_code == 302
    assert one_offs.result(game).result.result == "loss"
    assert one_offs.owner(game).get(f"/g/{game.code}/").status_code == 200


def test_all_problems_come_at_once_beside_their_fields_and_nothing_typed_is_lost() -> None:
    game = one_offs.game()
    filled = {**WON, "gravehold_life": "33", "nemesis_life": "5", "life_1": "11", "minutes": "9000"}
    answer = clients.send(one_offs.owner(game), url_of(game), filled)
    page = answer.content.decode()
    assert answer.status_code == 422
    for field in ("gravehold_life", "nemesis_life", "life_1", "minutes"):
        assert f'id="id_{field}_error"' in page
    assert "What a night." in page
    assert 'name="reason"' in page
    assert not one_offs.is_played(Game.objects.get())


def test_a_written_reason_is_enough_for_more_life() -> None:
    game = one_offs.game()
    filled = {**WON, "life_1": "11", "reason": "a relic healed us"}
    assert clients.send(one_offs.owner(game), url_of(game), filled).status_code == 302


def test_a_nemesis_without_life_of_its_own_may_show_anything() -> None:
    choices = Choices((SeatChoice(), SeatChoice()), nemesis="hollow-crown")
    game = one_offs.game(choices=choices)
    assert (
        clients.send(one_offs.owner(game), url_of(game), {**WON, "nemesis_life": "4"}).status_code
        == 302
    )


def test_one_mage_alone_does_not_lose_by_exhaustion() -> None:
    game = one_offs.game(mages=1)
    assert "mages_exhausted" not in one_offs.owner(game).get(url_of(game)).content.decode()


def test_today_is_offered_as_the_day() -> None:
    game = one_offs.game()
    with time_machine.travel("2027-05-04 20:00", tick=False):
        assert 'value="2027-05-04"' in one_offs.owner(game).get(url_of(game)).content.decode()


def test_htmx_gets_the_form_or_the_way_on() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    wrong = clients.send(client, url_of(game), {"result": ""}, headers=HTMX)
    assert wrong.status_code == 200
    assert "<html" not in wrong.content.decode()
    right = clients.send(client, url_of(game), WON, headers=HTMX)
    assert right["HX-Redirect"] == f"/g/{game.code}/"


def test_the_same_form_sent_twice_is_one_result() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    form = {**clients.hidden_fields(client, url_of(game)), **WON}
    assert client.post(url_of(game), form).status_code == 302
    assert client.post(url_of(game), form).status_code == 302
    assert (Game.objects.get().revision, PlaySeat.objects.count()) == (2, 2)


def test_a_game_that_was_rolled_again_meanwhile_is_told_of() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    form = {**clients.hidden_fields(client, url_of(game)), **WON}
    clients.send(client, url_of(game, "roll"), {})
    answer = client.post(url_of(game), form)
    assert answer.status_code == 409
    assert "What a night." in answer.content.decode()
    assert not one_offs.is_played(Game.objects.get())


@pytest.mark.parametrize("listed", [12, 0])
def test_a_player_of_the_group_writes_it_down_and_is_named(
    monkeypatch: pytest.MonkeyPatch, listed: int
) -> None:
    """Also where so much was changed since that the result is not among the changes listed."""
    monkeypatch.setattr(games, "CHANGES_SHOWN", listed)
    game = one_offs.game()
    campaign = one_offs.shared(game)
    player = clients.member(campaign, Role.PLAYER, "Piotr")
    assert clients.send(player, url_of(game), WON).status_code == 302
    assert "entered by Piotr" in one_offs.owner(game).get(f"/g/{game.code}/").content.decode()


def test_who_wrote_it_down_is_named_as_at_the_table_and_not_by_their_account() -> None:
    game, john = one_offs.game(), factories.person("John Smith")
    seat_take(game=game, key=game.invite_key, number=1, person=john, name="Zorro")
    assert clients.send(clients.client_of(john), url_of(game), WON).status_code == 302
    page = one_offs.owner(game).get(f"/g/{game.code}/").content.decode()
    assert "entered by Zorro" in page
    assert "John Smith" not in page


def test_a_result_is_corrected_from_what_stands() -> None:
    game = one_offs.played()
    client = one_offs.owner(game)
    assert client.get(url_of(game))["Location"] == f"/g/{game.code}/"
    page = client.get(url_of(game, "correct")).content.decode()
    assert "What a night." in page
    assert 'value="2024-03-09"' in page
    filled = {**WON, "result": "loss", "gravehold_life": "", "nemesis_life": "12"}
    assert clients.send(client, url_of(game, "correct"), filled).status_code == 302
    assert one_offs.result(game).result.result == "loss"


def test_there_is_nothing_to_correct_before_the_result() -> None:
    game = one_offs.game()
    assert one_offs.owner(game).get(url_of(game, "correct"))["Location"] == url_of(game)


def test_a_result_is_taken_back() -> None:
    game = one_offs.played()
    client = one_offs.owner(game)
    clients.send(client, url_of(game, "reopen"), {})
    assert not one_offs.is_played(Game.objects.get())
    assert not PlaySeat.objects.exists()
    assert url_of(game, "roll") in client.get(f"/g/{game.code}/").content.decode()


def test_taking_back_what_was_corrected_meanwhile_is_refused_in_words() -> None:
    game = one_offs.played()
    client = one_offs.owner(game)
    form = clients.hidden_fields(client, url_of(game, "correct"))
    clients.send(client, url_of(game, "correct"), WON)
    answer = client.post(url_of(game, "reopen"), form, follow=True)
    assert "meanwhile" in answer.content.decode()
    assert one_offs.is_played(Game.objects.get())


@pytest.mark.parametrize("page", ["result", "correct", "reopen"])
def test_who_may_write_it_down(page: str) -> None:
    game = one_offs.played()
    found = one_offs.status_by_role(game, url_of(game, page), method="post")
    assert (found["stranger"], found["anonymous"], found["reader"]) == (404, 404, 403)
    assert {found["player"], found["owner"]} <= {200, 302, 409, 422}


def test_it_asks_the_database_as_often_for_four_mages_as_for_one() -> None:
    one, four = one_offs.game(mages=1), one_offs.game(factories.person(), mages=4)
    assert one_offs.query_count(one, url_of(one)) == one_offs.query_count(four, url_of(four)) <= 12


def test_a_nemesis_without_a_life_has_no_dial_and_falls_as_its_mat_says() -> None:
    choices = replace(open_choices(2), nemesis="hollow-crown")
    game = one_offs.game(choices=choices)
    client = one_offs.owner(game)
    page = client.get(url_of(game)).content.decode()
    assert 'name="nemesis_life"' not in page
    assert "The nemesis is at 0 life." not in page
    assert "The nemesis fell, as its mat says." in page
    won = {"result": "win", "ending_win": "nemesis_defeated", "gravehold_life": "11"}
    assert clients.send(client, url_of(game), won).status_code == 302
    sheet = client.get(url_of(game, "")).content.decode()
    assert "0 of 0" not in sheet
    assert "The nemesis is at 0 life." not in sheet
