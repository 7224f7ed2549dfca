"""Undo the last game, after a page that lists exactly what goes."""

import pytest

from campaign import phrases
from campaign.models import Fact, Session
from campaign.selectors import campaign_namer, campaign_state, undo_preview
from tests.campaign import factories
from tests.tracker import doors
from tests.tracker.reference import MOST_QUERIES, WRITTEN_AT, at, costs, read, words

pytestmark = pytest.mark.django_db


def test_the_page_lists_exactly_what_goes() -> None:
    campaign = factories.play_through(factories.start_campaign(), chapters=2)
    response = doors.keeper(campaign).get(at(campaign, "undo"))
    page = words(response)
    going = undo_preview(campaign, game=2)
    assert response.content.decode().split('class="withdrawn"')[1].count("<li>") == len(going)
    story = campaign_state(campaign)
    for fact in going:
        said = phrases.fact(fact, campaign_namer(campaign), story.seats)
        assert said.casefold() in page.casefold()
    assert "Undo game 2" in page
    assert "The game before it stays as it is." in page
    assert "Maelstrom" not in page


def test_looking_at_the_page_undoes_nothing() -> None:
    campaign = factories.played_campaign()
    client = doors.keeper(campaign)
    before = factories.everything()
    assert client.get(at(campaign, "undo")).status_code == 200
    assert factories.everything() == before


def test_undoing_withdraws_the_game_and_all_in_it() -> None:
    campaign = factories.play_through(factories.start_campaign(), chapters=2)
    client = doors.member(campaign, factories.Role.PLAYER)
    answer = doors.send(client, at(campaign, "undo"), {"game": "2"})
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{campaign.code}/")
    campaign.refresh_from_db()
    assert [game.number for game in campaign_state(campaign).games] == [1]
    assert Session.objects.get(campaign=campaign, number=2).withdrawn is not None
    assert not Fact.objects.standing().filter(session__number=2).exists()


def test_of_a_game_without_an_entry_nothing_else_is_said_to_go() -> None:
    campaign = factories.planned_campaign()
    doors.send(doors.keeper(campaign), at(campaign, "undo"), {"game": "1"})
    page = read(campaign, "history")
    assert "Game 1 was undone" in page
    assert "with it" not in page


def test_the_same_form_twice_undoes_one_game() -> None:
    campaign = factories.play_through(factories.start_campaign(), chapters=2)
    client = doors.keeper(campaign)
    form = {**doors.carried(client, at(campaign, "undo")), "game": "2"}
    assert [client.post(at(campaign, "undo"), form).status_code for _ in range(2)] == [302, 302]
    campaign.refresh_from_db()
    assert len(campaign_state(campaign).games) == 1


def test_a_stale_page_undoes_nothing_and_says_what_changed() -> None:
    campaign = factories.planned_campaign()
    client = doors.keeper(campaign)
    held = doors.carried(client, at(campaign, "undo"))
    factories.record_win(campaign)
    answer = client.post(at(campaign, "undo"), {**held, "game": "1"})
    assert answer.status_code == 409
    page = words(answer)
    assert "Something changed" in page
    assert page.count("Won: the nemesis fell.") == 2  # what changed, and what would now go too
    assert Session.objects.standing().count() == 1


@pytest.mark.parametrize("game", ["1", "7", "0", "x", "", "9" * 30])
def test_no_other_game_is_undone(game: str) -> None:
    campaign = factories.play_through(factories.start_campaign(), chapters=2)
    answer = doors.send(doors.keeper(campaign), at(campaign, "undo"), {"game": game})
    assert answer.status_code == 422
    assert Session.objects.standing().count() == 2


def test_without_a_game_there_is_nothing_to_undo() -> None:
    campaign = factories.start_campaign()
    assert "There is no game to undo" in read(campaign, "undo")
    client = doors.keeper(campaign)
    assert client.post(at(campaign, "undo"), {"game": "1"}).status_code == 422


def test_who_records_may_undo_and_nobody_else() -> None:
    campaign = factories.played_campaign()
    url = at(campaign, "undo")
    assert doors.answers(url, campaign) == WRITTEN_AT
    assert doors.member(campaign, factories.Role.READER, "R").post(url).status_code == 403
    assert doors.stranger().post(url).status_code == 404
    assert Session.objects.standing().count() == 1


def test_the_page_costs_the_same_for_three_and_for_three_hundred_games() -> None:
    few, many = costs("undo")
    assert few == many <= MOST_QUERIES
