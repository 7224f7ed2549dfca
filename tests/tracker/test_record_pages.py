"""The pages of a record: a campaign's game and a one-off game have the same, at other addresses."""

import pytest
from django.contrib.messages import SUCCESS
from django.contrib.messages.storage.base import Message

from campaign.models import Game, Photo
from tests.campaign import factories
from tests.tracker import one_offs
from tracker.web.records import game_url, pages_of
from tracker.web.undo import Undo, as_tag, redo_of, undo_in, undo_of

pytestmark = pytest.mark.django_db


def in_campaign() -> Game:
    return factories.played_campaign(name="Łódź & friends").games.get()


def test_a_game_belongs_to_the_record_that_is_written_with_it() -> None:
    game, alone = in_campaign(), one_offs.game(factories.person("Ola"))
    assert (game.record, alone.record) == (game.campaign, alone)
    assert list(game.record.own_games()) == [game]
    assert list(alone.record.own_games()) == [alone]


def test_each_kind_of_record_has_its_addresses() -> None:
    game, alone = in_campaign(), one_offs.game(factories.person("Ola"))
    campaign = game.record
    photo = Photo(name="abc")
    pages = pages_of(campaign)
    assert pages.front_url == f"/c/{campaign.code}/"
    assert pages.undo_url == f"/c/{campaign.code}/undo-last"
    assert pages.sheet_url(game, "restore") == f"/c/{campaign.code}/games/1/restore"
    assert pages.photo_url(photo, thumb=True) == f"/c/{campaign.code}/photos/abc/thumb"
    assert game_url(game) == f"/c/{campaign.code}/games/1/"
    assert game_url(game, "result") == f"/c/{campaign.code}/games/1/result"
    pages = pages_of(alone)
    assert pages.front_url == game_url(alone) == f"/g/{alone.code}/"
    assert pages.undo_url == f"/g/{alone.code}/undo"
    assert pages.sheet_url(alone, "restore") == f"/g/{alone.code}/"
    assert pages.photo_url(photo, thumb=True) == f"/g/{alone.code}/photos/abc/thumb"
    assert game_url(alone, "result") == f"/g/{alone.code}/result"


def test_files_are_named_after_the_record() -> None:
    game, alone = in_campaign(), one_offs.game(factories.person("Ola"))
    pages = pages_of(game.record)
    assert pages.export_name == "odz-friends"
    assert pages.sheet_name(game, "set-up") == "odz-friends-game-1-set-up"
    pages = pages_of(alone)
    assert pages.export_name == f"{alone.system}-{alone.code.lower()}"
    assert pages.sheet_name(alone, "set-up") == f"{alone.code}-set-up"
    assert one_offs.seed(alone) in pages.sheet_foot(alone, "example.org")


def test_the_button_of_a_message_survives_the_session() -> None:
    alone = one_offs.game(factories.person("Ola"))
    for button in (undo_of(alone), redo_of(alone)):
        assert undo_in(Message(SUCCESS, "Saved.", as_tag(button))) == button
    assert undo_of(alone) == Undo(f"/g/{alone.code}/undo", 1, "undo.of.1")
    assert redo_of(alone).icon == "redo"


@pytest.mark.parametrize("tags", ["", "undo 4", "[]", '{"url": "/"}', "null"])
def test_a_message_without_a_button_has_none(tags: str) -> None:
    assert undo_in(Message(SUCCESS, "Saved.", tags)) is None
