"""The pages of a record: a campaign's game and a one-off game have the same, at other addresses."""

import pytest
from django.contrib.messages import SUCCESS
from django.contrib.messages.storage.base import Message

from campaign.models import Campaign, Game
from tests.campaign import factories
from tests.tracker import one_offs
from tracker.web.records import (
    game_face,
    game_file_name,
    game_url,
    numbered_url,
    pages_of,
    sheet_foot,
)
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
    assert isinstance(campaign, Campaign)
    pages = pages_of(campaign)
    assert pages.front_url == f"/c/{campaign.code}/"
    assert pages.undo_url == f"/c/{campaign.code}/undo-last"
    assert game_face(game).sheet_url(game, "restore") == f"/g/{game.code}/restore"
    assert game_url(game) == numbered_url(campaign, 1) == f"/g/{game.code}/"
    assert game_url(game, "photo_thumb", "abc") == f"/g/{game.code}/photos/abc/thumb"
    pages = pages_of(alone)
    assert pages.front_url == game_url(alone) == f"/g/{alone.code}/"
    assert pages.undo_url == f"/g/{alone.code}/undo"
    assert game_face(alone).sheet_url(alone, "restore") == f"/g/{alone.code}/"
    assert game_url(alone, "result") == f"/g/{alone.code}/result"


def test_files_are_named_after_the_record() -> None:
    game, alone = in_campaign(), one_offs.game(factories.person("Ola"))
    pages = pages_of(game.record)
    assert pages.export_name == "odz-friends"
    assert game_file_name(game) == "odz-friends-game-1"
    pages = pages_of(alone)
    assert pages.export_name == f"{alone.system}-{alone.code.lower()}"
    assert game_file_name(alone) == alone.code
    assert one_offs.seed(alone) in sheet_foot(alone, "example.org")


def test_the_button_of_a_message_survives_the_session() -> None:
    alone = one_offs.game(factories.person("Ola"))
    for button in (undo_of(alone), redo_of(alone)):
        assert undo_in(Message(SUCCESS, "Saved.", as_tag(button))) == button
    assert undo_of(alone) == Undo(f"/g/{alone.code}/undo", 1, "undo.of.1")
    assert redo_of(alone).icon == "redo"


@pytest.mark.parametrize("tags", ["", "undo 4", "[]", '{"url": "/"}', "null"])
def test_a_message_without_a_button_has_none(tags: str) -> None:
    assert undo_in(Message(SUCCESS, "Saved.", tags)) is None
