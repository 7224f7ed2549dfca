"""Locks, taken in one order, so that no two writes deadlock: campaigns, games, people.

A move at a live table locks its game alone, so that moves do not wait for each other's campaign.
Whatever else is written to a game locks its record, and then the game too, against moves.

A row that refers to a person locks them as well, when its transaction commits: whoever has locked
a person must not wait for any row that somebody else may write to before.
"""

from collections.abc import Iterable
from typing import TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

from campaign.models import Campaign, Game, Person, Record
from campaign.rules.core.problems import Problem, or_refuse

Row = TypeVar("Row", bound=Model)
RecordRow = TypeVar("RecordRow", bound=Record)


def game_missing(game: Game) -> Problem:
    """Return the problem of writing to a game that was undone, or deleted."""
    if game.campaign_id is None:
        return Problem("one_off.not_there")
    return Problem("game.not_there", {"game": game.number})


def lock_row(rows: QuerySet[Row], missing: Problem) -> Row:
    """Lock the only one of some rows, and return it as it is now; refuse if it is gone."""
    # On SQLite the transaction is IMMEDIATE already.
    return or_refuse(rows.select_for_update(of=("self",)).first(), missing)


def lock_record(record: RecordRow, missing: Problem) -> RecordRow:
    """Lock a campaign, or a one-off game, and return it as it is now; refuse if it is gone."""
    return lock_row(type(record)._default_manager.filter(pk=record.pk), missing)


def lock_game(game: Game) -> Game:
    """Lock a game and its record, and return the game as it is now; refuse if it is gone.

    If a campaign's game was undone and planned again, that is the new one of the same number.
    """
    missing = game_missing(game)
    held = lock_record(game.record, missing)
    now: Game | None = held.own_games().filter(withdrawn=None, number=game.number).first()
    return or_refuse(now, missing)


def lock_moves(games: Iterable[int]) -> None:
    """Lock games of a campaign that is locked already: until then, no move is made in them."""
    rows = Game.objects.select_for_update().filter(pk__in=list(games))
    list(rows.order_by("pk").values_list("pk"))


def lock_campaigns(campaigns: Iterable[int | None]) -> None:
    """Lock campaigns, before any row that belongs to them."""
    wanted = {pk for pk in campaigns if pk is not None}
    rows = Campaign.objects.select_for_update().filter(pk__in=wanted)
    list(rows.order_by("pk").values_list("pk"))


def lock_games(games: QuerySet[Game], *, also: Iterable[int | None] = ()) -> None:
    """Lock one-off games, and before them the campaigns they are shared with and further ones.

    A game may be shared with another campaign before it is locked here. Then all locks are released
    and taken again in order, that campaign's included.
    """
    among = {*also, *games.order_by().values_list("shared_with", flat=True).distinct()}
    while True:
        mark = transaction.savepoint()
        lock_campaigns(among)
        rows = games.select_for_update().order_by("pk").values_list("shared_with", flat=True)
        missed = set(rows) - among
        if not missed:
            transaction.savepoint_commit(mark)
            return
        transaction.savepoint_rollback(mark)
        among |= missed


def lock_person(person: Person | int) -> None:
    """Lock a person, so that of two writes at once each counts what the other made.

    Raises ``Person.DoesNotExist`` if they were deleted.
    """
    pk = person if isinstance(person, int) else person.pk
    Person.objects.select_for_update().get(pk=pk)


def lock_people(people: Iterable[int]) -> dict[int, Person]:
    """Lock people, after everything else; return them as they are now, by id."""
    rows = Person.objects.select_for_update().filter(pk__in=list(people))
    return {person.pk: person for person in rows.order_by("pk")}
