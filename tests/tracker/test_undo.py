"""Undo the last game, after a page that lists exactly what goes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, override_settings
from pytest_django import DjangoCaptureOnCommitCallbacks

from campaign.models import Campaign, Fact, Game, Photo, Play, Role
from campaign.rules.core.facts import Noted
from campaign.selectors.campaigns import campaign_facts, campaign_state
from campaign.services.facts import fact_record
from campaign.services.photos import photos_add
from tests.addresses import game_at
from tests.campaign import factories
from tests.tracker import clients
from tests.tracker.aeons_end.reference import WRITTEN_AT, at, read
from tests.tracker.photos import files, jpeg
from tests.tracker.reading import main_text_of
from tracker.pictures.uploads import read_picture
from tracker.systems.aeons_end.shared.selectors import namer_of
from tracker.systems.aeons_end.shared.words import RecordNames
from tracker.systems.aeons_end.shared.words.entries import facts as facts_in_words
from tracker.systems.aeons_end.shared.words.entries import gathered

pytestmark = pytest.mark.django_db


def test_the_page_lists_exactly_what_goes() -> None:
    campaign = factories.played_through(2)
    response = clients.keeper(campaign).get(at(campaign, "undo"))
    page = main_text_of(response)
    going = [*campaign_facts(campaign).story.games.values()][-1]
    told = gathered(going)
    assert sum(map(len, told)) == len(going)
    assert response.content.decode().split('class="withdrawn"')[1].count("<li>") == len(told)
    story = campaign_state(campaign)
    for facts in told:
        said = facts_in_words(facts, RecordNames(namer_of(campaign), story.seats))
        assert said.casefold() in page.casefold()
    assert "15 basic cards joined: Pale Thing 1.1" in page
    assert "Undo game 2" in page
    assert "The game before it stays as it is." in page
    assert "Maelstrom" not in page


def test_looking_at_the_page_undoes_nothing() -> None:
    campaign = factories.played_campaign()
    client = clients.keeper(campaign)
    before = factories.everything()
    assert client.get(at(campaign, "undo")).status_code == 200
    assert factories.everything() == before


def test_undoing_withdraws_the_game_and_all_in_it() -> None:
    campaign = factories.played_through(2)
    client = clients.member(campaign, Role.PLAYER)
    answer = clients.send(client, at(campaign, "undo"), {"game": "2"})
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{campaign.code}/")
    campaign.refresh_from_db()
    assert [game.number for game in campaign_state(campaign).games] == [1]
    assert Game.objects.get(campaign=campaign, number=2).withdrawn is not None
    assert not Fact.objects.not_withdrawn().filter(game__number=2).exists()


def test_of_a_game_without_an_entry_nothing_else_is_said_to_go() -> None:
    campaign = factories.planned_campaign()
    clients.send(clients.keeper(campaign), at(campaign, "undo"), {"game": "1"})
    page = read(campaign, "history")
    assert "Game 1 was undone" in page
    assert "with it" not in page


def test_the_same_form_twice_undoes_one_game() -> None:
    campaign = factories.played_through(2)
    client = clients.keeper(campaign)
    form = {**clients.hidden_fields(client, at(campaign, "undo")), "game": "2"}
    assert [client.post(at(campaign, "undo"), form).status_code for _ in range(2)] == [302, 302]
    campaign.refresh_from_db()
    assert len(campaign_state(campaign).games) == 1


def test_a_stale_page_undoes_nothing_and_says_what_changed() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    held = clients.hidden_fields(client, at(campaign, "undo"))
    factories.record_win(campaign)
    answer = client.post(at(campaign, "undo"), {**held, "game": "1"})
    assert answer.status_code == 409
    page = main_text_of(answer)
    assert "Something changed" in page
    assert page.count("Won: the nemesis fell.") == 2  # what changed, and what would now go too
    assert Game.objects.not_withdrawn().count() == 1


@pytest.mark.parametrize("game", ["1", "7", "0", "x", "", "9" * 30])
def test_no_other_game_is_undone(game: str) -> None:
    campaign = factories.played_through(2)
    answer = clients.send(clients.keeper(campaign), at(campaign, "undo"), {"game": game})
    assert answer.status_code == 422
    assert Game.objects.not_withdrawn().count() == 2


def test_without_a_game_there_is_nothing_to_undo() -> None:
    campaign = factories.start_campaign()
    assert "Here the latest game is undone" in read(campaign, "undo")
    client = clients.keeper(campaign)
    assert client.post(at(campaign, "undo"), {"game": "1"}).status_code == 422


def test_who_records_may_undo_and_nobody_else() -> None:
    campaign = factories.played_campaign()
    url = at(campaign, "undo")
    assert clients.status_by_role(url, campaign) == WRITTEN_AT
    assert clients.member(campaign, Role.READER, "R").post(url).status_code == 403
    assert clients.stranger().post(url).status_code == 404
    assert Game.objects.not_withdrawn().count() == 1


# --- photos ---


def photographed(photos: int = 2) -> Campaign:
    """Return a campaign whose only game has photos."""
    campaign = factories.played_campaign()
    pictures = [read_picture(jpeg()) for _ in range(photos)]
    keeper = factories.keeper_of(campaign)
    photos_add(game=factories.game_of_campaign(campaign, 1), person=keeper, pictures=pictures)
    return campaign


@pytest.fixture
def media(tmp_path: Path) -> Iterator[None]:
    """Give a test an empty place for files."""
    with override_settings(MEDIA_ROOT=tmp_path):
        yield


def test_without_photos_nothing_is_said_of_them() -> None:
    assert "photo" not in read(factories.played_campaign(), "undo")


def test_the_page_says_how_many_photos_there_are_and_what_becomes_of_them(media: None) -> None:
    assert "This game has 2 photos. They stay, and come back" in read(photographed(), "undo")
    assert "This game has a photo. It stays, and comes back" in read(photographed(1), "undo")


def test_photos_of_an_undone_game_are_found_again_in_the_game_in_its_place(media: None) -> None:
    campaign = photographed()
    client = clients.keeper(campaign)
    clients.send(client, at(campaign, "undo"), {"game": "1"})
    name = Photo.objects.first().name
    assert client.get(f"/c/{campaign.code}/photos/{name}").status_code == 404
    campaign.refresh_from_db()
    factories.plan(campaign)
    assert campaign.games.not_withdrawn().get().photos.count() == 2
    assert client.get(game_at(campaign, 1, "photo", name)).status_code == 200
    assert f"{name}/thumb" in client.get(game_at(campaign, 1)).content.decode()


def test_photos_go_to_no_other_game_and_to_no_other_campaign(media: None) -> None:
    campaign = photographed()
    clients.send(clients.keeper(campaign), at(campaign, "undo"), {"game": "1"})
    factories.plan(factories.start_campaign(name="Somewhere Else"))
    assert not Photo.objects.filter(game__withdrawn=None).exists()


def test_who_ticks_it_deletes_the_photos_for_good_and_the_history_says_so(
    media: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    campaign = photographed()
    with django_capture_on_commit_callbacks(execute=True):
        sent = {"game": "1", "delete_photos": "on"}
        clients.send(clients.keeper(campaign), at(campaign, "undo"), sent)
    assert (Photo.objects.count(), files()) == (0, [])
    assert read(campaign, "history").count("A photo of game 1 was deleted") == 2


def test_an_undo_that_is_refused_deletes_no_photo(
    media: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    campaign = photographed()
    with django_capture_on_commit_callbacks(execute=True):
        sent = {"game": "7", "delete_photos": "on"}
        answer = clients.send(clients.keeper(campaign), at(campaign, "undo"), sent)
    assert answer.status_code == 422
    assert "delete_photos" in answer.content.decode()
    assert (Photo.objects.count(), len(files())) == (2, 4)


# --- the last entry, from where it was made ---


def pressed(client: Client, answer: Any) -> Any:
    """Follow an answer to its page, and press the button beside its message."""
    page = client.get(answer["Location"]).content.decode()
    form = re.search(r'<form class="notice[^>]*action="([^"]*)".*?</form>', page, re.DOTALL)
    assert form is not None, page
    assert "csrfmiddlewaretoken" in form[0]
    sent = dict(re.findall(r'name="(revision|token)" value="([^"]*)"', form[0]))
    return client.post(form[1], sent)


def test_a_result_is_undone_from_its_confirmation_and_brought_back() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    url = at(campaign, "result", 1)
    saved = clients.send(client, url, {"result": "win", "note": "What a night."})
    undone = pressed(client, saved)
    assert undone["Location"] == at(campaign, "game", 1)
    assert not Fact.objects.not_withdrawn().filter(kind__in=("played", "note")).exists()
    back = pressed(client, undone)
    assert back["Location"] == at(campaign, "game", 1)
    facts = {fact.kind: fact.payload for fact in Fact.objects.not_withdrawn()}
    assert facts["note"] == {"text": "What a night."}
    assert facts["played"]["tally"]["result"] == "win"
    campaign.refresh_from_db()
    assert campaign_state(campaign).games[0].tally.result == "win"


def test_a_plan_is_undone_with_its_game_and_brought_back() -> None:
    campaign = factories.settled_campaign()
    client = clients.keeper(campaign)
    sent = {"nemesis": "Dust King", "nemesis_life": "30"}
    undone = pressed(client, clients.send(client, at(campaign, "plan"), sent))
    assert undone["Location"] == at(campaign, "campaign")
    assert campaign_state(Campaign.objects.get()).games[-1].number == 1
    pressed(client, undone)
    assert campaign_state(Campaign.objects.get()).games[-1].foe.name == "Dust King"


def test_a_whole_game_that_was_undone_is_brought_back() -> None:
    campaign = factories.played_through(2)
    client = clients.keeper(campaign)
    before = campaign_state(campaign)
    undone = clients.send(client, at(campaign, "undo"), {"game": "2"})
    pressed(client, undone)
    assert campaign_state(Campaign.objects.get()) == before
    assert Play.objects.count() == 2


def test_a_correction_and_a_withdrawal_are_undone() -> None:
    campaign = factories.played_campaign()
    client = clients.keeper(campaign)
    before = campaign_state(campaign)
    corrected = clients.send(client, at(campaign, "correct", 1), {"result": "loss"})
    pressed(client, corrected)
    assert campaign_state(Campaign.objects.get()) == before
    factories.answer_all(Campaign.objects.get())
    grown = factories.standing_fact(campaign, "growth")
    before = campaign_state(Campaign.objects.get())
    client.get(at(campaign, "campaign"))  # it has said what was undone
    pressed(client, clients.send(client, at(campaign, "entry_delete", grown.pk), {}))
    assert campaign_state(Campaign.objects.get()) == before


def test_what_somebody_wrote_meanwhile_is_not_undone() -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    saved = clients.send(client, at(campaign, "result", 1), {"result": "win"})
    campaign.refresh_from_db()
    page = client.get(saved["Location"]).content.decode()
    factories.record(campaign, Noted("Mine."), person=factories.person("Piotr"))
    sent = dict(re.findall(r'name="(revision|token)" value="([^"]*)"', page))
    answer = client.post(at(campaign, "undo_last"), sent, follow=True)
    assert "Piotr entered something meanwhile." in main_text_of(answer)
    assert Fact.objects.not_withdrawn().filter(kind="played").exists()


def test_a_form_with_the_token_of_an_undo_button_is_not_taken_for_it() -> None:
    campaign = factories.planned_campaign()
    player = factories.person("Piotr")
    factories.join(campaign, player)
    token = f"undo.of.{campaign.revision + 2}"
    fact_record(
        campaign=campaign,
        game=1,
        fact=Noted("Mine."),
        person=player,
        revision=campaign.revision,
        token=token,
    )
    campaign.refresh_from_db()
    client = clients.keeper(campaign)
    clients.send(client, at(campaign, "result", 1), {"result": "win"})
    sent = {"revision": campaign.revision + 1, "token": token}
    answer = client.post(at(campaign, "undo_last"), sent, follow=True)
    assert "This could not be undone." in main_text_of(answer)
    assert Fact.objects.not_withdrawn().filter(kind="played").exists()


def test_what_began_a_campaign_is_not_undone() -> None:
    campaign = factories.start_campaign()
    client = clients.keeper(campaign)
    assert "Undo the last entry" not in read(campaign, "history")
    sent = {"revision": campaign.revision, "token": "0" * 12}
    answer = client.post(at(campaign, "undo_last"), sent, follow=True)
    assert "There is nothing left to undo." in main_text_of(answer)


@pytest.mark.parametrize("revision", ["9" * 5000, "9" * 18, "٣", ""], ids=len)
def test_a_revision_that_is_none_undoes_nothing(revision: str) -> None:
    campaign = factories.planned_campaign()
    client = clients.keeper(campaign)
    sent = {"revision": revision, "token": "0" * 12}
    answer = client.post(at(campaign, "undo_last"), sent, follow=True)
    assert answer.status_code == 200
    assert Game.objects.not_withdrawn().filter(campaign=campaign).count() == 1


def test_the_history_offers_to_undo_the_last_entry_and_says_what_was_undone() -> None:
    campaign = factories.played_campaign()
    client = clients.keeper(campaign)
    for offered in ("Undo the last entry", "Redo what was undone last", "Undo the last entry"):
        assert offered in main_text_of(client.get(at(campaign, "history")))
        sent = clients.hidden_fields(client, at(campaign, "history"))
        assert client.post(at(campaign, "undo_last"), sent).status_code == 302
    page = main_text_of(client.get(at(campaign, "history")))
    assert "Result undone" in page
    assert "Result restored" in page
