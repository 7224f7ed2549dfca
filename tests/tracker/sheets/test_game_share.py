"""The picture of a one-off game: how it ended, who played what, and no player unless asked to."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from campaign.models import Game
from campaign.rules.aeons_end.one_off.choices import Collection, open_choices
from campaign.services.one_offs import game_start
from tests import one_off_play
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tests.tracker.ashes import duels
from tracker.presenters.game_share import game_share_document
from tracker.sheets.compiler import Document, Format, compile_document
from tracker.sheets.figures import Figure
from tracker.systems.aeons_end.shared import shelf

pytestmark = pytest.mark.django_db


def picture(game: Game, *, names: bool = False) -> Document:
    return game_share_document(game, names=names)


def test_it_is_1200_by_630_and_says_how_the_dials_stood() -> None:
    made = picture(one_offs.played())
    assert Image.open(BytesIO(compile_document(made, Format.PNG))).size == (1200, 630)
    assert (made.data["heading"], made.data["said"]) == ("Umbra Titan", "We won.")
    assert made.data["numbers"] == [
        Figure("Gravehold", "11"),
        Figure("Nemesis", "0"),
        Figure("Time played", "1 h 10"),
    ]


def test_a_duel_says_who_won_by_character_and_with_names_by_player() -> None:
    owner = factories.person()
    game = duels.duel(owner)
    client = clients.client_of(owner)
    one_off_play.send(client, game, "result", {"winner": "1", "player_1": "Zuza"})
    plain, named = picture(game), picture(game, names=True)
    winner = plain.data["seats"][0]
    assert plain.data["said"] == f"{winner['name']} won"
    assert [seat["won"] for seat in plain.data["seats"]] == [True, False]
    assert "Zuza" not in repr(plain.data)
    assert (named.data["said"], named.data["seats"][0]["player"]) == ("Zuza won", "Zuza")


def test_what_comes_from_a_sealed_box_is_named_only_if_asked() -> None:
    owner = factories.person()
    boxes = ("war-eternal", "legacy")
    shelf.save(owner, Collection(boxes=boxes, finished=("legacy",)))
    choices = replace(open_choices(2), boxes=boxes)
    game = game_start(person=owner, system="aeons-end", choices=choices)
    one_offs.record(game)
    plain, named = picture(game), picture(game, names=True)
    assert plain.data["seats"] == []
    assert named.data["heading"] not in repr(plain.data)
    assert len(named.data["seats"]) == 2


def test_a_game_that_is_not_played_has_no_picture() -> None:
    game = one_offs.game()
    assert one_offs.owner(game).get(f"/g/{game.code}/share.png").status_code == 404
    one_offs.record(game)
    page = one_offs.owner(game).get(f"/g/{game.code}/").content.decode()
    assert f'href="/g/{game.code}/share.png"' in page
