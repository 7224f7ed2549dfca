"""The page of a one-off game: its sheet, rolling again, sharing, deleting."""

import re
from dataclasses import replace
from html import escape

import pytest

from campaign.models import Game, Role
from campaign.rules.aeons_end.one_off.choices import (
    Choices,
    MarketRequest,
    SeatChoice,
    open_choices,
)
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tracker.systems.aeons_end.shared.selectors import guest_of

pytestmark = pytest.mark.django_db


def url_of(game: Game, page: str = "") -> str:
    return f"/g/{game.code}/{page}"


def test_the_sheet_shows_everything_that_was_drawn() -> None:
    game = one_offs.game(mages=3, seed="77")
    page = one_offs.owner(game).get(url_of(game)).content.decode()
    setup = one_offs.setup(game)
    names = [card.name.en for card in setup.market] + [setup.nemesis.name.en]
    names += [basic.name.en for tier in setup.basics for basic in tier]
    for name in names:
        assert name.replace("'", "&#x27;") in page, name
    assert "77" in page
    assert page.count('data-step="') > 30


def test_who_may_look_at_it() -> None:
    game = one_offs.game()
    assert one_offs.status_by_role(game, url_of(game)) == {
        "stranger": 404,
        "anonymous": 404,
        "reader": 200,
        "player": 200,
        "keeper": 200,
        "owner": 200,
    }


@pytest.mark.parametrize("page", ["roll", "share", "reopen", "check"])
def test_what_changes_it_is_never_done_by_looking(page: str) -> None:
    game = one_offs.game()
    before = Game.objects.values().get(pk=game.pk)
    answer = one_offs.owner(game).get(url_of(game, page))
    assert (answer.status_code, answer["Location"]) == (302, url_of(game))
    assert Game.objects.values().get(pk=game.pk) == before
    assert one_offs.status_by_role(game, url_of(game, page))["stranger"] == 404


@pytest.mark.parametrize("page", ["roll", "change", "check", "result"])
def test_who_may_write_to_it(page: str) -> None:
    game = one_offs.game()
    found = one_offs.status_by_role(game, url_of(game, page), method="post")
    assert (found["stranger"], found["anonymous"], found["reader"]) == (404, 404, 403)
    assert {found["player"], found["keeper"], found["owner"]} <= {200, 422}


@pytest.mark.parametrize("page", ["delete", "share"])
def test_sharing_and_deleting_are_the_owners(page: str) -> None:
    game = one_offs.game()
    found = one_offs.status_by_role(game, url_of(game, page), method="post")
    assert found.pop("owner") == 302
    assert set(found.values()) == {403, 404}


def test_a_code_in_small_letters_leads_there_too_and_a_wrong_one_nowhere() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    assert client.get(f"/g/{game.code.lower()}/").status_code == 200
    for code in ("AAAAAAAA", "x", "A" * 200, "%00"):
        assert client.get(f"/g/{code}/").status_code == 404


def test_it_asks_the_database_as_often_for_four_mages_as_for_one() -> None:
    one, four = one_offs.game(mages=1), one_offs.game(mages=4)
    assert one_offs.query_count(one, url_of(one)) == one_offs.query_count(four, url_of(four)) <= 12


def test_a_reader_sees_no_way_to_change_it() -> None:
    game = one_offs.game()
    reader = clients.member(one_offs.shared(game), Role.READER)
    page = reader.get(url_of(game)).content.decode()
    for way in ("roll", "change", "result", "share", "delete"):
        assert url_of(game, way) not in page


# --- rolling ---


def test_rolling_again_keeps_what_is_ticked() -> None:
    game = one_offs.game(choices=open_choices(3), seed="9")
    setup = one_offs.setup(game)
    stays = [setup.market[0].id, setup.market[8].id]
    ticked = {"keep_mages": ["2"], "keep_nemesis": "on", "keep_piles": stays}
    for _ in range(3):
        answer = clients.send(one_offs.owner(game), url_of(game, "roll"), ticked)
        assert answer.status_code == 302
        again = one_offs.setup(Game.objects.get())
        assert again.mats[1].mage == setup.mats[1].mage
        assert again.nemesis == setup.nemesis
        assert set(stays) <= {card.id for card in again.market}
    assert one_offs.seed(Game.objects.get()) != "9"


def test_what_is_kept_is_ticked_the_next_time() -> None:
    game = one_offs.game(choices=Choices((SeatChoice("gex"), SeatChoice())))
    page = one_offs.owner(game).get(url_of(game)).content.decode()
    ticks = re.findall(r'name="keep_mages" value="(\d)"[^>]*?( checked)?>', page)
    assert ticks == [("1", " checked"), ("2", "")]


def test_a_market_that_was_chosen_stays_and_asks_for_no_ticks() -> None:
    market = MarketRequest(suggested="play-it-again")
    game = one_offs.game(choices=replace(open_choices(2), market=market))
    client = one_offs.owner(game)
    assert "keep_piles" not in client.get(url_of(game)).content.decode()
    before = one_offs.setup(game).market
    clients.send(client, url_of(game, "roll"), {})
    assert one_offs.setup(Game.objects.get()).market == before


def test_what_was_not_drawn_cannot_be_kept() -> None:
    game = one_offs.game(seed="1")
    answer = clients.send(
        one_offs.owner(game), url_of(game, "roll"), {"keep_piles": ["crystal"]}, page=url_of(game)
    )
    assert answer.status_code == 422
    assert one_offs.seed(Game.objects.get()) == "1"


def test_a_roll_that_is_sent_twice_does_not_say_that_the_same_came() -> None:
    game = one_offs.game()
    url = f"/g/{game.code}/roll"
    sent = clients.fresh_fields(url)
    for _tap in range(2):
        page = one_offs.owner(game).post(url, sent, follow=True)
        assert page.status_code == 200
        assert "The draw gave the same again." not in page.content.decode()
    part = one_offs.owner(game).post(url, sent, headers={"HX-Request": "true"})
    assert "The draw gave the same again." not in part.content.decode()
    assert 'id="roll"' in part.content.decode()  # the game as it is
    assert Game.objects.get().revision == 2


def test_a_single_thing_is_drawn_again_in_place_and_the_page_says_what_came() -> None:
    game = one_offs.game()
    client, before = one_offs.owner(game), one_offs.setup(game)
    form = clients.hidden_fields(client, url_of(game))
    ticked = {"keep_mages": ["1"], "redraw": before.market[0].id}
    answer = client.post(url_of(game, "roll"), {**form, **ticked}, HTTP_HX_REQUEST="true")
    shown = answer.content.decode()
    game.refresh_from_db()
    assert shown.lstrip().startswith('<div id="game">')
    came = next(card for card in one_offs.setup(game).market if card not in before.market)
    said = re.findall(r"<p class=\"visually-hidden\">([^<]+)</p>", shown)[-1]
    assert escape(came.name.in_language("en")) in said
    assert shown.count(" checked") == 1  # what was ticked, and nothing else


def test_who_rolls_a_game_that_has_changed_sees_it_first() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    form = clients.hidden_fields(client, url_of(game))
    clients.send(client, url_of(game, "roll"), {})
    seed = one_offs.seed(Game.objects.get())
    answer = client.post(url_of(game, "roll"), form)
    assert answer.status_code == 409
    assert seed in answer.content.decode()
    assert one_offs.seed(Game.objects.get()) == seed


def test_the_same_roll_sent_twice_is_one() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    form = clients.hidden_fields(client, url_of(game))
    client.post(url_of(game, "roll"), form)
    seed = one_offs.seed(Game.objects.get())
    assert client.post(url_of(game, "roll"), form).status_code == 302
    assert one_offs.seed(Game.objects.get()) == seed


# --- guests of a campaign ---


def test_a_legacy_mage_sits_at_the_table_with_their_stickers() -> None:
    campaign = factories.finished_campaign()
    mage = campaign.mages.get(seat=1)
    choices = Choices((SeatChoice(guest=guest_of(mage)), SeatChoice()))
    game = one_offs.game(factories.keeper_of(campaign), choices=choices)
    page = one_offs.owner(game).get(url_of(game)).content.decode()
    assert "Ilva" in page
    assert "Mark 3-1" in page
    assert "The green mat, side B up." in page


# --- sharing, deleting, paper ---


def test_a_shared_game_says_with_whom() -> None:
    game = one_offs.game()
    campaign = factories.start_campaign(person=game.owner, name="The Long Watch")
    client = one_offs.owner(game)
    client.post(url_of(game, "share"), {"campaign": campaign.pk})
    assert Game.objects.get().shared_with == campaign
    assert "selected>The Long Watch" in client.get(url_of(game)).content.decode()
    client.post(url_of(game, "share"), {"campaign": ""})
    assert Game.objects.get().shared_with is None


def test_a_game_is_not_shared_with_a_campaign_of_others() -> None:
    game, campaign = one_offs.game(), factories.start_campaign()
    answer = one_offs.owner(game).post(
        url_of(game, "share"), {"campaign": campaign.pk}, follow=True
    )
    assert "Choose a campaign" in answer.content.decode()
    assert Game.objects.get().shared_with is None


def test_deleting_is_asked_for_and_then_done() -> None:
    game = one_offs.played()
    client = one_offs.owner(game)
    assert "deleted for good" in client.get(url_of(game, "delete")).content.decode()
    assert Game.objects.exists()
    assert client.post(url_of(game, "delete"))["Location"] == "/play"
    assert not Game.objects.exists()


def test_the_sheet_comes_on_paper_for_whoever_may_look() -> None:
    game = one_offs.game(mages=1)
    answer = one_offs.owner(game).get(url_of(game, "sheet.pdf"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"%PDF")
    again = one_offs.owner(game).get(
        url_of(game, "sheet.pdf"), headers={"if-none-match": answer["ETag"]}
    )
    assert again.status_code == 304
    assert clients.stranger().get(url_of(game, "sheet.pdf")).status_code == 404


# --- history and undo ---

UNDO = "Undo the last change"


def test_a_roll_can_be_undone_and_the_page_says_what_was_done() -> None:
    game = one_offs.game(seed="77")
    client, home = one_offs.owner(game), url_of(game)
    before = one_offs.stored_record(game)
    first = client.get(home).content.decode()
    assert UNDO not in first
    assert "The game was set up." in first
    clients.send(client, url_of(game, "roll"), {})
    assert one_offs.seed(game) != "77"
    page = client.get(home).content.decode()
    assert UNDO in page
    assert "The set-up was re-rolled." in page
    clients.send(client, url_of(game, "undo"), {})
    assert one_offs.stored_record(game) == before
    assert "The last change was undone." in client.get(home).content.decode()


def test_a_result_can_be_undone_and_stays_in_the_history() -> None:
    game = one_offs.played()
    client, home = one_offs.owner(game), url_of(game)
    clients.send(client, url_of(game, "undo"), {})
    assert not one_offs.is_played(game)
    page = client.get(home).content.decode()
    assert "The result was entered. Won: the nemesis fell." in re.sub(r"\s+", " ", page)


def test_a_late_undo_is_told_who_was_quicker_and_undoes_nothing() -> None:
    game = one_offs.game(seed="77")
    client, home = one_offs.owner(game), url_of(game)
    clients.send(client, url_of(game, "roll"), {})
    form = clients.hidden_fields(client, home)
    mate = clients.member(one_offs.shared(game), Role.PLAYER, "Piotr")
    clients.send(mate, url_of(game, "roll"), {})
    stands = one_offs.seed(game)
    answer = client.post(url_of(game, "undo"), form, follow=True)
    assert "Piotr entered something meanwhile." in answer.content.decode()
    assert one_offs.seed(game) == stands


def test_what_cannot_be_undone_is_said() -> None:
    game = one_offs.game()
    client = one_offs.owner(game)
    form = clients.hidden_fields(client, url_of(game, "result"))
    answer = client.post(url_of(game, "undo"), form, follow=True)
    assert "nothing left to undo" in answer.content.decode()


def test_only_who_records_the_game_undoes_anything() -> None:
    game = one_offs.game()
    seen = one_offs.status_by_role(game, url_of(game, "undo"), method="post")
    assert (seen["stranger"], seen["anonymous"], seen["reader"]) == (404, 404, 403)
