"""Games of Relic: Nemesis for the tests of its pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaign.models import Game, Person
from campaign.rules.core.live import Move
from campaign.rules.relic_nemesis.catalogue import SLUG
from campaign.rules.relic_nemesis.choices import Choices, Role, SeatChoice
from campaign.rules.relic_nemesis.moves import Dial, Turned
from campaign.rules.relic_nemesis.table import Table
from campaign.selectors import live
from campaign.selectors.unredacted import full_facts, full_setup
from campaign.services.live import move_make, table_open
from campaign.services.one_offs import game_change, game_start
from campaign.services.seats import seat_take
from tests.campaign import factories

NAMES = ("Ola", "Jan", "Zuza", "Kuba", "Ewa")
NEMESES = (1, 2)


def dealt(person: Person | None = None, *, scenario: str = "master-collector") -> Game:
    """Set a game of five up, in which the first two are nemeses and have not chosen yet."""
    places = tuple(
        SeatChoice(name, Role.NEMESIS if seat in NEMESES else Role.CHARACTER)
        for seat, name in enumerate(NAMES, start=1)
    )
    owner = person or factories.person()
    return game_start(
        person=owner, system=SLUG, choices=Choices(places, scenario=scenario), seed="5"
    )


def dealt_to_first(sheet: str, person: Person | None = None) -> tuple[Game, int]:
    """Set a game up in which the first is dealt a sheet; return its place among those dealt too."""
    game = dealt(person)
    for seed in range(10_000_000, 10_000_100):
        chosen = full_facts(game).planned.choices
        signed: dict[str, Any] = {"game": game, "revision": game.revision, "person": game.owner}
        game_change(**signed, choices=chosen, seed=str(seed))
        keys = [each.id for each in full_setup(game).seat(1).dealt]
        if sheet in keys:
            return game, keys.index(sheet)
    raise LookupError(sheet)


def held(game: Game) -> Game:
    """Let the owner take the seats of both nemeses, whose sheets only their phone shows."""
    for seat in NEMESES:
        seat_take(
            game=game, key=game.invite_key, number=seat, person=game.owner, name=NAMES[seat - 1]
        )
    return game


def keep(game: Game, seat: int, which: int = 0, *, life: int | None = 4, value: int = 5) -> Game:
    """Let a player keep a sheet."""
    chosen = full_facts(game).planned.choices
    sheet = full_setup(game).seat(seat).dealt[which]
    places = list(chosen.places)
    places[seat - 1] = replace(places[seat - 1], kept=sheet.id, life=life, value=value)
    choices = replace(chosen, places=tuple(places))
    game_change(game=game, revision=game.revision, person=game.owner, choices=choices)
    return game


def revealed(person: Person | None = None, **more: str) -> Game:
    """Set a game up in which both have chosen."""
    game = dealt(person, **more)
    for seat in NEMESES:
        keep(game, seat)
    return game


def move(game: Game, *moves: Move) -> Game:
    """Make moves, each seen by all before the next."""
    for each in moves:
        move_make(game=game, person=game.owner, move=each, seen=sequence(game))
    return game


def opened(person: Person | None = None) -> Game:
    """Set a game up and begin to play it live."""
    game = revealed(person)
    table_open(game=game, person=game.owner)
    return game


def under_way(person: Person | None = None) -> Game:
    """Set a game up and make a move in it."""
    return move(opened(person), Turned(1, Dial.INFAMY, 3))


def sequence(game: Game) -> int:
    """Return the number of the latest move."""
    table = live.table_of(game)
    return table.sequence if table else 0


def table(game: Game) -> Table:
    """Return the table as its moves have made it."""
    found = live.table_of(game)
    assert found is not None
    state: Table = live.position_of(found).table
    return state
