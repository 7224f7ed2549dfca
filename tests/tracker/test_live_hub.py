"""One process of the live table: what it is told it does not read again, and who is signed out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from pytest_django import DjangoAssertNumQueries

from campaign.models import Game, LiveMove, Person
from campaign.records import NO_NAMES
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.legacy.facts import BasicJoined
from campaign.rules.aeons_end.live.moves import Dial, Whose
from campaign.rules.aeons_end.live.nemesis_turn import Enter
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.selectors.names import author_of, names_in
from campaign.services.accounts import browsers_sign_out, person_set_password
from campaign.services.facts import name_change
from campaign.services.live import MAX_NOTICE, Notice, move_make, moved, table_open
from campaign.services.people import person_delete
from tests import loops
from tests.campaign import factories
from tests.tracker import clients, one_offs
from tracker.live.channels import Variant, Watched
from tracker.live.hub import Hub
from tracker.live.streams import Admitted, signed_out
from tracker.live.tables import TableChannel, advance

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = Variant("en", may=True)


@pytest.fixture
def game() -> Game:
    found = one_offs.game()
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
def channel(game: Game, told: list[Notice]) -> TableChannel:
    """Return a table that somebody looks at, after its first move."""
    found = TableChannel(Watched(game.pk, game.live_tables.get().pk))
    assert sent(found, []) == []
    hurt(game)
    assert sent(found, told) == [1]
    told.clear()
    return found


def hurt(game: Game) -> None:
    move_make(game=game, person=game.owner, move=Dial(Whose.GRAVEHOLD, -1))


def sent(channel: TableChannel, heard: list[Notice]) -> list[int]:
    return [sequence for sequence, _events in advance(channel, {PHONE}, None, heard)]


def test_a_move_that_was_told_is_not_read(
    game: Game,
    channel: TableChannel,
    told: list[Notice],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    hurt(game)
    hurt(game)
    with django_assert_num_queries(0):
        assert sent(channel, [*told, *told[::-1]]) == [2, 3]
        assert sent(channel, told) == []  # told again by another way


def test_moves_that_nobody_told_of_are_read(
    game: Game, channel: TableChannel, told: list[Notice]
) -> None:
    hurt(game)
    hurt(game)
    assert sent(channel, told[1:]) == [2, 3]
    hurt(game)
    assert sent(channel, []) == [4]


def test_a_game_that_was_changed_meanwhile_is_read(
    game: Game, channel: TableChannel, told: list[Notice]
) -> None:
    before = channel.row
    Game.objects.filter(pk=game.pk).update(stamp="another")
    hurt(game)
    assert told[0].stamp == "another"
    assert sent(channel, told) == [2]
    assert channel.row is not before


def test_a_card_that_was_renamed_meanwhile_has_its_new_name_with_the_next_move() -> None:
    campaign = factories.planned_campaign()
    factories.record(campaign, BasicJoined(PoolCard("~hecks", "Hecks", 1, NemesisKind.MINION)))
    game = factories.game_of_campaign(campaign, 1)
    channel = TableChannel(Watched(game.pk, table_open(game=game, person=None).pk))
    assert sent(channel, []) == []
    move_make(game=game, person=None, move=Enter(NemesisKind.MINION, "Hecks", 6), seen=0)
    assert sent(channel, []) == [1]
    name_change(**factories.signed(campaign), key="~hecks", name="Hex")
    move_make(game=game, person=None, move=Dial(Whose.GRAVEHOLD, -1))
    assert sent(channel, []) == [2]
    assert channel.position is not None
    assert [card.name for card in channel.position.table.in_play] == ["Hex"]


def test_a_notice_comes_through_the_database_as_it_was(
    game: Game, channel: TableChannel, told: list[Notice]
) -> None:
    hurt(game)
    assert Notice(**json.loads(told[0].as_text())) == told[0]
    row, move = LiveMove.objects.get(sequence=2), told[0].move
    assert (move.payload, move.at) == (row.payload, row.at)
    assert author_of(move, NO_NAMES) == author_of(row, names_in(game))
    # What is too long for PostgreSQL is read by who hears of it.
    long = replace(told[0], payload={"text": "ł" * MAX_NOTICE})
    short = Notice(**json.loads(long.as_text()))
    assert asdict(short) == asdict(long) | {"payload": None}
    assert sent(channel, [short]) == [2]


def test_what_was_not_told_is_read_although_something_is_told_meanwhile(
    game: Game, channel: TableChannel, told: list[Notice]
) -> None:
    async def scenario() -> list[int]:
        found = Hub()
        found.channels[channel.watched] = channel
        found.notify(told[0])
        found.notify(told[1])
        found.wake(channel.watched)  # another process moved, and this one heard of nothing
        await found.close()
        assert channel.position is not None
        return [channel.position.sequence, *map(int, [channel.busy, channel.unread])]

    for _ in range(3):
        hurt(game)
    assert loops.run(scenario()) == [4, 0, 0]


@pytest.mark.parametrize(
    "leave",
    [
        lambda person, _session: browsers_sign_out(person=person),
        lambda _person, session: session.delete(),
        lambda person, _session: person_set_password(person=person, password="another, as long"),
        lambda person, _session: Person.objects.filter(pk=person.pk).update(is_active=False),
        lambda person, _session: person_delete(person=person),
    ],
    ids=["everywhere", "here", "password", "locked", "deleted"],
)
def test_who_is_signed_out_in_any_way_is_asked_about_again(
    leave: Callable[[Person, Session], object],
) -> None:
    ewa, other = factories.person("Ewa"), factories.person("Jan")
    theirs, session = admitted(ewa)
    stays, _session = admitted(other)
    assert signed_out([theirs, stays]) == set()
    leave(ewa, session)
    assert signed_out([theirs, stays]) & {theirs.session, theirs.login}
    assert signed_out([stays]) == set()


def admitted(person: Person) -> tuple[Admitted, Session]:
    key = clients.client_of(person).session.session_key
    assert key is not None
    found = Admitted(
        watched=Watched(1, 1),
        campaign=None,
        variant=Variant("en", may=True),
        session=key,
        login=(person.pk, person.session_epoch),
        address="127.0.0.1",
    )
    return found, Session.objects.get(pk=key)
