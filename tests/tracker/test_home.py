"""The front door: a newcomer, somebody who comes back, the demo."""

import datetime

import pytest
from django.test import Client

from campaign.models import Person, Role
from campaign.rules.aeons_end.legacy.facts import Played
from campaign.services.campaigns import campaign_archive, campaign_fork
from campaign.services.games import game_record
from tests.addresses import game_at
from tests.campaign import factories as f
from tests.tracker import one_offs
from tests.tracker.ashes import decks
from tracker.faces.registry import FACES
from tracker.presenters.offers import game_tiles

pytestmark = pytest.mark.django_db


def test_a_newcomer_is_told_what_this_is_and_how_to_start(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    starts = [tile.url for tile in game_tiles()]
    assert len(starts) == len(FACES)  # whoever owns only one of the games starts there
    for link in (*starts, "/account/sign-in"):
        assert f'href="{link}"' in page.content.decode()


def test_looking_makes_nobody(client: Client) -> None:
    client.get("/")
    client.get("/start")
    client.get("/demo")
    assert not Person.objects.exists()
    assert "sessionid" not in client.cookies


def test_the_demo_is_offered_where_there_is_one(client: Client) -> None:
    assert 'href="/demo"' not in client.get("/").content.decode()
    f.start_campaign(demo=True)
    assert 'href="/demo"' in client.get("/").content.decode()


def test_the_next_step_of_the_campaign_touched_last_comes_first(client: Client) -> None:
    anna = f.person("Anna")
    f.planned_campaign(person=anna, name="Older")
    latest = f.played_campaign(person=anna, name="Newer")
    client.force_login(anna)
    text = client.get("/").content.decode()
    assert f"{game_at(latest, 1)}aftermath" in text
    assert text.index("Newer") < text.index("Older")
    assert "last played 9 March 2024" in text


def test_a_line_says_where_each_other_campaign_stands(client: Client) -> None:
    anna = f.person("Anna")
    f.start_campaign(person=anna, name="Untouched")
    f.planned_campaign(person=anna, name="Planned")
    f.settled_campaign(person=anna, name="Settled")
    others = f.start_campaign(name="Read only")
    f.join(others, anna, Role.READER)
    f.start_campaign(person=anna, name="The latest")
    client.force_login(anna)
    text = client.get("/").content.decode()
    assert "not begun yet" in text
    assert "chapter 1 · game 1 is planned" in text
    assert "chapter 2 comes next" in text
    assert "viewer" in text


def test_a_campaign_is_listed_whose_latest_game_had_a_stand_in(client: Client) -> None:
    campaign = f.planned_campaign()
    keeper, game = f.keeper_of(campaign), f.game_of_campaign(campaign, 1)
    played = Played(f.WIN, stand_ins=("", "Ola"))
    game_record(game=game, played=played, person=keeper, revision=campaign.revision)
    client.force_login(keeper)
    assert "chapter 1 · game 1 is played" in client.get("/").content.decode()


def test_what_was_undone_does_not_count(client: Client) -> None:
    anna = f.person("Anna")
    campaign = f.planned_campaign(person=anna, name="Undone")
    session = campaign.games.get()
    session.withdrawn = campaign.changes.last()
    session.save()
    f.start_campaign(person=anna, name="The latest")
    client.force_login(anna)
    assert "not begun yet" in client.get("/").content.decode()


def test_what_was_put_aside_is_folded_away(client: Client) -> None:
    anna = f.person("Anna")
    campaign = f.start_campaign(person=anna, name="Put aside")
    campaign_archive(**f.signed(campaign))
    client.force_login(anna)
    page = client.get("/")
    assert page.context["latest"] is None
    assert [shelved.campaign for shelved in page.context["archived"]] == [campaign]
    assert "<details" in page.content.decode()


def test_others_campaigns_are_not_there(client: Client) -> None:
    f.start_campaign(name="A stranger’s")
    anna = f.person("Anna")
    f.start_campaign(person=anna, name="Mine")
    client.force_login(anna)
    text = client.get("/").content.decode()
    assert "Mine" in text
    assert "stranger" not in text


def test_a_reader_gets_a_way_in_but_no_button_to_write(client: Client) -> None:
    campaign = f.start_campaign(name="Watched")
    rita = f.person("Rita")
    f.join(campaign, rita, Role.READER)
    client.force_login(rita)
    text = client.get("/").content.decode()
    assert f'href="/c/{campaign.code}/"' in text
    assert f"/c/{campaign.code}/plan" not in text


def test_a_guest_is_told_how_to_keep_everything(client: Client) -> None:
    guest, named = f.person("Zuza"), f.person("Anna", username="anna")
    for somebody in (guest, named):
        f.start_campaign(person=somebody)
    client.force_login(guest)
    assert "a guest" in client.get("/").content.decode()
    client.force_login(named)
    assert "a guest" not in client.get("/").content.decode()


def test_a_finished_campaign_on_the_shelf_says_so(client: Client) -> None:
    anna = f.person("Anna")
    told = f.finished_campaign(person=anna)
    f.settled_campaign(person=anna, name="The other one")
    client.force_login(anna)
    page = client.get("/").content.decode()
    last = told.games.latest("number").number
    assert f"finished after game {last}" in page
    assert f"game {last} is finished" not in page


def test_what_can_be_done_at_once_has_the_same_words_here_and_on_its_page(client: Client) -> None:
    anna = f.person("Anna")
    campaign = f.start_campaign(person=anna)
    client.force_login(anna)
    for url in ("/", f"/c/{campaign.code}/"):
        page = client.get(url).content.decode()
        assert ("Set up the game" in page, "Plan the game" in page) == (True, False), url


def test_the_demo_leads_to_the_longest_story(client: Client) -> None:
    f.planned_campaign(demo=True)
    told = f.play_game(f.settled_campaign(demo=True))
    f.finished_campaign()
    answer = client.get("/demo")
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{told.code}/")


def test_without_a_demo_the_page_says_how_to_make_one(client: Client) -> None:
    page = client.get("/demo")
    assert page.status_code == 404
    assert "breachkeeper manage demo" in page.content.decode()


def test_the_language_is_changed_from_any_page_and_stays_here(client: Client) -> None:
    answer = client.post("/language", {"language": "pl", "next": "/start"})
    assert (answer.status_code, answer["Location"]) == (302, "/start")
    assert 'lang="pl"' in client.get("/start").content.decode()
    away = client.post("/language", {"language": "pl", "next": "https://elsewhere.example/"})
    assert away["Location"] == "/"


def test_nothing_but_looking_is_answered(client: Client) -> None:
    assert client.post("/").status_code == 405
    refused = client.post("/demo")
    assert refused.status_code == 405
    assert refused["Allow"] == "GET, HEAD"
    assert "Nothing was changed." in refused.content.decode()


def test_dates_are_written_the_european_way(client: Client) -> None:
    anna = f.person("Anna")
    campaign = f.planned_campaign(person=anna)
    f.record_win(campaign, played_on=datetime.date(2026, 3, 14))
    client.force_login(anna)
    assert "last played 14 March 2026" in client.get("/").content.decode()


def test_who_plays_single_evenings_finds_the_one_on_the_table_first(client: Client) -> None:
    anna = f.person("Anna")
    played, planned = one_offs.played(anna), one_offs.game(anna)
    client.force_login(anna)
    page = client.get("/").content.decode()
    assert page.index(f"/g/{planned.code}/") < page.index(f"/g/{played.code}/")
    assert "Set up, not played yet" in page
    assert 'href="/log"' in page
    assert "The cardboard, clean." not in page


def test_without_an_open_evening_the_played_ones_are_listed(client: Client) -> None:
    anna = f.person("Anna")
    played = one_offs.played(anna)
    client.force_login(anna)
    page = client.get("/").content.decode()
    assert f"/g/{played.code}/" in page
    assert "Set up, not played yet" not in page


def test_a_guest_with_nothing_but_decks_finds_them_and_how_to_keep_them(client: Client) -> None:
    guest = f.person("Zuza")
    deck = decks.saved(guest)
    client.force_login(guest)
    page = client.get("/").content.decode()
    assert f"/decks/{deck.code}" in page
    assert "only this browser knows" in page
    assert 'class="button" href="/account"' in page


def test_a_fork_never_displaces_the_campaign_that_it_was_made_from(client: Client) -> None:
    anna = f.person("Anna")
    real = f.settled_campaign(person=anna, name="The real one")
    campaign_fork(campaign=real, person=anna, name="What if", after=1)
    client.force_login(anna)
    text = client.get("/").content.decode()
    assert text.index("The real one") < text.index("What if")


def test_the_header_shows_the_name_that_people_shows(client: Client) -> None:
    client.force_login(f.person("Anna"))
    page = client.get("/").content.decode()
    assert '<span class="account__name">Anna</span>' in page
