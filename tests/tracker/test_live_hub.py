"""The hub of one process: what is told of a move is not read again, what is missing is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from campaign.models import Game, LiveMove
from campaign.rules.aeons_end.live.moves import Dial, Whose
from campaign.services.live import NOTICE_MOST, Notice, move_make, moved, table_open
from tests.tracker import evenings
from tracker.live.hub import Channel, Variant, advance

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = Variant("en", may=True)


@pytest.fixture
def game() -> Game:
    found = evenings.game()
    table_open(game=found, person=found.owner)
    return found


@pytest.fixture
def told() -> Iterator[list[Notice]]:
    """Hold what a process is told of moves."""
    notices: list[Notice] = []

    def tell(notice: Notice, **_signal: Any) -> None:
        notices.append(notice)

    moved.connect(tell)
    yield notices
    moved.disconnect(tell)


@pytest.fixture
def channel(game: Game, told: list[Notice]) -> Channel:
    """Return a table that somebody looks at, after its first move."""
    found = Channel(game.live_table.pk)
    assert sent(found, []) == []
    hurt(game)
    assert sent(found, told) == [1]
    told.clear()
    return found


def hurt(game: Game) -> None:
    move_make(game=game, person=game.owner, move=Dial(Whose.GRAVEHOLD, -1))


def sent(channel: Channel, heard: list[Notice]) -> list[int]:
    return [event.sequence for event in advance(channel, {PHONE}, None, heard)]


def test_a_move_that_was_told_is_not_read(
    game: Game,
    channel: Channel,
    told: list[Notice],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    hurt(game)
    hurt(game)
    with django_assert_num_queries(0):
        assert sent(channel, [*told, *told[::-1]]) == [2, 3]
        assert sent(channel, told) == []  # told again by another way


def test_moves_that_nobody_told_of_are_read(
    game: Game, channel: Channel, told: list[Notice]
) -> None:
    hurt(game)
    hurt(game)
    assert sent(channel, told[1:]) == [2, 3]
    hurt(game)
    assert sent(channel, []) == [4]


def test_a_game_that_was_changed_meanwhile_is_read(
    game: Game, channel: Channel, told: list[Notice]
) -> None:
    before = channel.fragments
    Game.objects.filter(pk=game.pk).update(stamp="another")
    hurt(game)
    assert told[0].stamp == "another"
    assert sent(channel, told) == [2]
    assert channel.fragments is not before


def test_a_notice_comes_through_the_database_as_it_was(
    game: Game, channel: Channel, told: list[Notice]
) -> None:
    hurt(game)
    assert Notice(**json.loads(told[0].as_text())) == told[0]
    row, move = LiveMove.objects.get(sequence=2), told[0].move
    assert (move.payload, move.at, move.made_by) == (row.payload, row.at, row.made_by)
    # What is too long for PostgreSQL is read by who hears of it.
    long = replace(told[0], payload={"text": "ł" * NOTICE_MOST})
    short = Notice(**json.loads(long.as_text()))
    assert asdict(short) == asdict(long) | {"payload": None}
    assert sent(channel, [short]) == [2]
