"""The page of a one-off game: its sheet, rolling again, sharing, deleting."""

import re
from dataclasses import replace

import pytest

from campaign.models import Game, Role
from campaign.rules.aeons_end.one_off.choices import Choices, MarketRequest, Place, open_choices
from tests.campaign import factories
from tests.tracker import doors, evenings
from tracker.systems.aeons_end.forms.one_off.parts import invited

pytestmark = pytest.mark.django_db


def url_of(game: Game, page: str = "") -> str:
    return f"/g/{game.code}/{page}"


def test_the_sheet_shows_everything_that_was_drawn() -> None:
    game = evenings.game(mages=3, seed="77")
    page = evenings.owner(game).get(url_of(game)).content.decode()
    setup = evenings.setup(game)
    names = [card.name.en for card in setup.market] + [setup.nemesis.name.en]
    names += [basic.name.en for tier in setup.basics for basic in tier]
    for name in names:
        assert name.replace("'", "&#x27;") in page, name
    assert "77" in page
    assert page.count('data-step="') > 30


def test_who_may_look_at_it() -> None:
    game = evenings.game()
    assert evenings.answers(game, url_of(game)) == {
        "stranger": 404,
        "anonymous": 404,
        "reader": 200,
        "player": 200,
        "keeper": 200,
        "owner": 200,
    }


@pytest.mark.parametrize("page", ["roll", "share", "reopen", "check"])
def test_what_changes_it_is_never_done_by_looking(page: str) -> None:
    game = evenings.game()
    before = Game.objects.values().get(pk=game.pk)
    answer = evenings.owner(game).get(url_of(game, page))
    assert (answer.status_code, answer["Location"]) == (302, url_of(game))
    assert Game.objects.values().get(pk=game.pk) == before
    assert evenings.answers(game, url_of(game, page))["stranger"] == 404


@pytest.mark.parametrize("page", ["roll", "change", "check", "result"])
def test_who_may_write_to_it(page: str) -> None:
    game = evenings.game()
    found = evenings.answers(game, url_of(game, page), method="post")
    assert (found["stranger"], found["anonymous"], found["reader"]) == (404, 404, 403)
    assert {found["player"], found["keeper"], found["owner"]} <= {200, 422}


@pytest.mark.parametrize("page", ["delete", "share"])
def test_sharing_and_deleting_are_the_owners(page: str) -> None:
    game = evenings.game()
    found = evenings.answers(game, url_of(game, page), method="post")
    assert found.pop("owner") == 302
    assert set(found.values()) == {403, 404}


def test_a_code_in_small_letters_leads_there_too_and_a_wrong_one_nowhere() -> None:
    game = evenings.game()
    client = evenings.owner(game)
    assert client.get(f"/g/{game.code.lower()}/").status_code == 200
    for code in ("AAAAAAAA", "x", "A" * 200, "%00"):
        assert client.get(f"/g/{code}/").status_code == 404


def test_it_asks_the_database_as_often_for_four_mages_as_for_one() -> None:
    one, four = evenings.game(mages=1), evenings.game(mages=4)
    assert evenings.queries(one, url_of(one)) == evenings.queries(four, url_of(four)) <= 12


def test_a_reader_sees_no_way_to_change_it() -> None:
    game = evenings.game()
    reader = doors.member(evenings.shared(game), Role.READER)
    page = reader.get(url_of(game)).content.decode()
    for way in ("roll", "change", "result", "share", "delete"):
        assert url_of(game, way) not in page


# --- rolling ---


def test_rolling_again_keeps_what_is_ticked() -> None:
    game = evenings.game(choices=open_choices(3), seed="9")
    setup = evenings.setup(game)
    stays = [setup.market[0].id, setup.market[8].id]
    ticked = {"keep_mages": ["2"], "keep_nemesis": "on", "keep_piles": stays}
    for _ in range(3):
        answer = doors.send(evenings.owner(game), url_of(game, "roll"), ticked)
        assert answer.status_code == 302
        again = evenings.setup(Game.objects.get())
        assert again.mats[1].mage == setup.mats[1].mage
        assert again.nemesis == setup.nemesis
        assert set(stays) <= {card.id for card in again.market}
    assert evenings.seed(Game.objects.get()) != "9"


def test_what_is_kept_is_ticked_the_next_time() -> None:
    game = evenings.game(choices=Choices((Place("gex"), Place())))
    page = evenings.owner(game).get(url_of(game)).content.decode()
    ticks = re.findall(r'name="keep_mages" value="(\d)"[^>]*?( checked)?>', page)
    assert ticks == [("1", " checked"), ("2", "")]


def test_a_market_that_was_chosen_stays_and_asks_for_no_ticks() -> None:
    market = MarketRequest(suggested="play-it-again")
    game = evenings.game(choices=replace(open_choices(2), market=market))
    client = evenings.owner(game)
    assert "keep_piles" not in client.get(url_of(game)).content.decode()
    before = evenings.setup(game).market
    doors.send(client, url_of(game, "roll"), {})
    assert evenings.setup(Game.objects.get()).market == before


def test_what_was_not_drawn_cannot_be_kept() -> None:
    game = evenings.game(seed="1")
    answer = doors.send(
        evenings.owner(game), url_of(game, "roll"), {"keep_piles": ["crystal"]}, page=url_of(game)
    )
    assert answer.status_code == 422
    assert evenings.seed(Game.objects.get()) == "1"


def test_who_rolls_a_game_that_has_changed_sees_it_first() -> None:
    game = evenings.game()
    client = evenings.owner(game)
    form = doors.carried(client, url_of(game))
    doors.send(client, url_of(game, "roll"), {})
    seed = evenings.seed(Game.objects.get())
    answer = client.post(url_of(game, "roll"), form)
    assert answer.status_code == 409
    assert seed in answer.content.decode()
    assert evenings.seed(Game.objects.get()) == seed


def test_the_same_roll_sent_twice_is_one() -> None:
    game = evenings.game()
    client = evenings.owner(game)
    form = doors.carried(client, url_of(game))
    client.post(url_of(game, "roll"), form)
    seed = evenings.seed(Game.objects.get())
    assert client.post(url_of(game, "roll"), form).status_code == 302
    assert evenings.seed(Game.objects.get()) == seed


# --- guests of a campaign ---


def test_a_legacy_mage_sits_at_the_table_with_their_stickers() -> None:
    campaign = factories.finished_campaign()
    mage = campaign.mages.get(seat=1)
    choices = Choices((Place(guest=invited([mage])[mage.pk]), Place()))
    game = evenings.game(factories.keeper_of(campaign), choices=choices)
    page = evenings.owner(game).get(url_of(game)).content.decode()
    assert "Ilva" in page
    assert "Mark 3-1" in page
    assert "The green mat, side B up." in page


# --- sharing, deleting, paper ---


def test_a_shared_game_says_with_whom() -> None:
    game = evenings.game()
    campaign = factories.start_campaign(person=game.owner, name="The Long Watch")
    client = evenings.owner(game)
    client.post(url_of(game, "share"), {"campaign": campaign.pk})
    assert Game.objects.get().shared_with == campaign
    assert "selected>The Long Watch" in client.get(url_of(game)).content.decode()
    client.post(url_of(game, "share"), {"campaign": ""})
    assert Game.objects.get().shared_with is None


def test_a_game_is_not_shared_with_a_campaign_of_others() -> None:
    game, campaign = evenings.game(), factories.start_campaign()
    answer = evenings.owner(game).post(
        url_of(game, "share"), {"campaign": campaign.pk}, follow=True
    )
    assert "Choose a campaign" in answer.content.decode()
    assert Game.objects.get().shared_with is None


def test_deleting_is_asked_for_and_then_done() -> None:
    game = evenings.played()
    client = evenings.owner(game)
    assert "deleted for good" in client.get(url_of(game, "delete")).content.decode()
    assert Game.objects.exists()
    assert client.post(url_of(game, "delete"))["Location"] == "/play"
    assert not Game.objects.exists()


def test_the_sheet_comes_on_paper_for_whoever_may_look() -> None:
    game = evenings.game(mages=1)
    answer = evenings.owner(game).get(url_of(game, "sheet.pdf"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"%PDF")
    again = evenings.owner(game).get(
        url_of(game, "sheet.pdf"), headers={"if-none-match": answer["ETag"]}
    )
    assert again.status_code == 304
    assert doors.stranger().get(url_of(game, "sheet.pdf")).status_code == 404


# --- history and undo ---

UNDO = "Undo the last change"


def test_a_roll_can_be_undone_and_the_page_says_what_was_done() -> None:
    game = evenings.game(seed="77")
    client, home = evenings.owner(game), url_of(game)
    before = evenings.standing(game)
    first = client.get(home).content.decode()
    assert UNDO not in first
    assert "The game was set up." in first
    doors.send(client, url_of(game, "roll"), {})
    assert evenings.seed(game) != "77"
    page = client.get(home).content.decode()
    assert UNDO in page
    assert "The set-up was drawn again." in page
    doors.send(client, url_of(game, "undo"), {})
    assert evenings.standing(game) == before
    assert "The last change was undone." in client.get(home).content.decode()


def test_a_result_can_be_undone_and_stays_in_the_history() -> None:
    game = evenings.played()
    client, home = evenings.owner(game), url_of(game)
    doors.send(client, url_of(game, "undo"), {})
    assert not evenings.is_played(game)
    page = client.get(home).content.decode()
    assert "The result was entered. Won: the nemesis fell." in re.sub(r"\s+", " ", page)


def test_a_late_undo_is_told_who_was_quicker_and_undoes_nothing() -> None:
    game = evenings.game(seed="77")
    client, home = evenings.owner(game), url_of(game)
    doors.send(client, url_of(game, "roll"), {})
    form = doors.carried(client, home)
    mate = doors.member(evenings.shared(game), Role.PLAYER, "Piotr")
    doors.send(mate, url_of(game, "roll"), {})
    stands = evenings.seed(game)
    answer = client.post(url_of(game, "undo"), form, follow=True)
    assert "Piotr entered something meanwhile." in answer.content.decode()
    assert evenings.seed(game) == stands


def test_what_cannot_be_undone_is_said() -> None:
    game = evenings.game()
    client = evenings.owner(game)
    form = doors.carried(client, url_of(game, "result"))
    answer = client.post(url_of(game, "undo"), form, follow=True)
    assert "nothing left to undo" in answer.content.decode()


def test_only_who_records_the_game_undoes_anything() -> None:
    game = evenings.game()
    seen = evenings.answers(game, url_of(game, "undo"), method="post")
    assert (seen["stranger"], seen["anonymous"], seen["reader"]) == (404, 404, 403)
