"""The live table of a game goes into its file and comes out of it the same."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest

from campaign.exchange.document import encode
from campaign.exchange.exporting import export_json
from campaign.exchange.importing import file_import, read_file
from campaign.exchange.live import MAX_SKIPPED
from campaign.exchange.refusals import Refused
from campaign.models import Game, LiveMove, LiveTable
from campaign.rules.aeons_end.live.moves import Dial, Life, Whose
from campaign.rules.aeons_end.live.turns import DrawTurn
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.core.live import Undo
from campaign.rules.journal.description import Addition, Counter, Description
from campaign.rules.journal.games import Playing
from campaign.rules.journal.live import Turned
from campaign.selectors import live as selectors
from campaign.services.live import move_make, table_open
from tests.campaign import exchange, factories
from tests.campaign.exchange import (
    Document,
    bring_game_in,
    document_of,
    faults,
    no_pictures,
    tampered,
)
from tests.tracker.ashes import duels
from tests.tracker.journal.kept import planned

pytestmark = pytest.mark.django_db


def played_live(game: Game) -> Game:
    """Make a few moves in a game, one of which is taken back."""
    table_open(game=game, person=game.owner)
    moves = (Dial(Whose.GRAVEHOLD, -3), Life(1, -2), Undo(2), DrawTurn())
    for seen, move in enumerate(moves):
        move_make(game=game, person=factories.person("Jan"), move=move, seen=seen)
    return game


@pytest.fixture
def game() -> Game:
    return played_live(factories.start_game(person=factories.person(), choices=open_choices(2)))


def test_moves_come_back_with_who_made_them_and_the_same_table(game: Game) -> None:
    copy = bring_game_in(export_json(game))
    assert export_json(copy) == export_json(game)
    assert {move.signed for move in LiveMove.objects.filter(table__game=copy)} == {"Jan"}
    tables = [selectors.table_of(each) for each in (game, copy)]
    positions = [selectors.position_of(t) for t in tables if t]
    assert positions[0].table == positions[1].table
    made = move_make(game=copy, person=copy.owner, move=Life(1, -1), seen=4)
    assert made.sequence == 5


def test_a_campaigns_games_keep_their_moves() -> None:
    campaign = factories.start_campaign(mages=2)
    played_live(factories.plan(campaign))
    data = export_json(campaign)
    assert b"gravehold" in data
    assert export_json(exchange.bring_in(data)) == data


def test_a_journal_keeps_its_moves_and_numbers_as_large_as_they_come() -> None:
    crowd = Counter("visits", "Visits", start=12_000, live=True)
    description = Description("Our year", begins=Addition(counters=(crowd,)))
    playing = (Playing(1), Playing(2), Playing(3))
    campaign = planned(factories.person(), "", playing=playing, description=description)
    game = factories.game_of_campaign(campaign, 1)
    table_open(game=game, person=None)
    move_make(game=game, person=None, move=Turned(0, 5), seen=0)
    data = export_json(campaign)
    assert export_json(exchange.bring_in(data)) == data


def test_a_file_of_version_five_loses_the_names_at_the_table_of_a_journal() -> None:
    campaign = planned(factories.person())
    table_open(game=factories.game_of_campaign(campaign, 1), person=None)
    data = export_json(campaign)
    old = json.loads(data) | {"version": 5}
    for seat in old["games"][0]["live"]["start"]["seats"]:
        seat["name"] = "Ann"
    assert export_json(exchange.bring_in(json.dumps(old).encode())) == data


def live_of(document: Document) -> Document:
    found: Document = document["games"][0]["live"]
    return found


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda live: live["start"].update(gravehold="30"), "live.start"),
        (lambda live: live["start"].update(gravehold=10**9), "live.start"),
        (lambda live: live["moves"][0]["says"].update(kind="fly"), "live.moves[0].says"),
        (lambda live: live["moves"][0].update(says=7), "live.moves[0].says"),
        (lambda live: live["moves"][0]["says"].update(by=10**6), "live.moves[0].says"),
        (lambda live: live["moves"][0].update(who="x" * 99), "live.moves[0].who"),
        (lambda live: live.update(moves=live["moves"] * 1300), "live.moves"),
    ],
)
def test_moves_that_nobody_can_have_made_are_refused(
    game: Game, change: Callable[[Document], object], path: str
) -> None:
    data = tampered(document_of(game), lambda document: change(live_of(document)))
    assert f"games[0].{path}" in faults(data)[0]


@pytest.mark.parametrize(("refused", "fits"), [(MAX_SKIPPED, True), (MAX_SKIPPED + 1, False)])
def test_a_few_moves_of_older_rules_are_skipped_and_a_game_of_them_is_refused(
    game: Game, refused: int, fits: bool
) -> None:
    def change(document: Document) -> None:
        moves = live_of(document)["moves"]
        moves += [moves[2]] * refused  # an undo of what is undone already

    data = tampered(document_of(game), change)
    if fits:
        assert LiveMove.objects.filter(table__game=bring_game_in(data)).count() == 4 + refused
    else:
        assert f"games[0].live.moves[{3 + refused}]" in faults(data)[0]


@pytest.mark.parametrize(
    ("where", "path"),
    [
        (lambda document: live_of(document)["start"]["seats"][0], "games[0].live.start"),
        (
            lambda document: planned_of(document)["setup"]["seats"][0]["deck"],
            "seats[0].deck",
        ),
    ],
    ids=["start", "set-up"],
)
def test_a_duel_with_hundreds_of_dice_is_refused_and_read_where_it_is_stored(
    where: Callable[[Document], Document], path: str
) -> None:
    game = duels.under_way(factories.person())
    many = dict.fromkeys(DiceType, 99)
    data = tampered(document_of(game), lambda document: where(document).update(dice=many))
    assert path in faults(data)[0]
    table = LiveTable.objects.get(game=game)
    table.start["seats"][0]["dice"] = many
    table.save()
    selectors.positions.clear()
    assert len(selectors.position_of(table).table.player(1).sides) == 99 * len(DiceType)


def planned_of(document: Document) -> Document:
    found: Document = document["facts"][0]["says"]
    return found


def test_a_table_of_other_players_is_refused(game: Game) -> None:
    data = tampered(document_of(game), lambda document: live_of(document)["start"]["mages"].pop())
    brought = read_file(io.BytesIO(data), pictures=no_pictures)
    person = factories.person("Importer")
    before = factories.everything()
    with pytest.raises(Refused, match=r"games\[0\].live.start"):
        file_import(person=person, brought=brought)
    assert factories.everything() == before


def test_a_table_of_a_set_up_that_cannot_be_drawn_is_refused(game: Game) -> None:
    document = document_of(game)
    planned = document["facts"][0]["says"]
    planned.pop("setup")
    planned["choices"]["boxes"] = ["a-lost-box"]
    brought = read_file(io.BytesIO(encode(document)), pictures=no_pictures)
    with pytest.raises(Refused, match=r"games\[0\].live.start"):
        file_import(person=factories.person("Importer"), brought=brought)
