"""Locks, taken in one order, so that no two writes deadlock: campaigns, games, people.

Rows are locked here and nowhere else. A write opens its transaction with the first lock that it
takes (``locked_record``, ``locked_row``, ``locked_person``); ``lock_…`` are for what comes after.

A move at a live table locks its game alone, so that moves do not wait for each other's campaign.
Whatever else is written to a game locks its record, and then the game too, against moves.

A row that refers to a person locks them as well, when its transaction commits: whoever has locked
a person must not wait for any row that somebody else may write to before.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
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


# --- any rows ---


def lock_row(
    rows: QuerySet[Row], missing: Problem | None = None, *, of: tuple[str, ...] = ("self",)
) -> Row:
    """Lock the only one of some rows, and return it as it is now.

    If it is gone, refuse with ``missing``, or raise ``DoesNotExist`` without.
    """
    # On SQLite the transaction is IMMEDIATE already.
    held = rows.select_for_update(of=of)
    return held.get() if missing is None else or_refuse(held.first(), missing)


def lock_again(row: Row, missing: Problem | None = None) -> Row:
    """Lock a row that was read before, and return it as it is now; as ``lock_row``."""
    return lock_row(type(row)._default_manager.filter(pk=row.pk), missing)


def lock_rows(rows: QuerySet[Row]) -> list[Row]:
    """Lock some rows, in the order of their ids."""
    return list(rows.select_for_update(of=("self",)).order_by("pk"))


def lock_unclaimed(rows: QuerySet[Row], *, of: tuple[str, ...] = ("self",)) -> QuerySet[Row]:
    """Return some rows so that reading them locks those which nobody else has locked."""
    return rows.select_for_update(skip_locked=True, of=of)


@contextmanager
def locked_row(rows: QuerySet[Row], missing: Problem | None = None) -> Iterator[Row]:
    """Open a transaction with ``lock_row``."""
    with transaction.atomic():
        yield lock_row(rows, missing)


# --- records and their games ---


@contextmanager
def locked_record(record: RecordRow, missing: Problem | None = None) -> Iterator[RecordRow]:
    """Open a transaction with the lock of a campaign, or of a one-off game, as it is now."""
    with transaction.atomic():
        yield lock_again(record, missing)


def lock_game(game: Game) -> Game:
    """Lock a game and its record, and return the game as it is now; refuse if it is gone.

    If a campaign's game was undone and planned again, that is the new one of the same number.
    """
    missing = game_missing(game)
    held = lock_again(game.record, missing)
    now: Game | None = held.own_games().filter(withdrawn=None, number=game.number).first()
    return or_refuse(now, missing)


def lock_moves(games: Iterable[int]) -> None:
    """Lock games of a campaign that is locked already: until then, no move is made in them."""
    lock_rows(Game.objects.filter(pk__in=list(games)).only("pk"))


def lock_campaigns(campaigns: Iterable[int | None]) -> None:
    """Lock campaigns, before any row that belongs to them."""
    wanted = {pk for pk in campaigns if pk is not None}
    lock_rows(Campaign.objects.filter(pk__in=wanted).only("pk"))


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


# --- people ---


def lock_person(person: Person | int) -> None:
    """Lock a person, so that of two writes at once each counts what the other made.

    Rows that name the person can still be written: two people who ask each other to play do not
    wait for one another. Raises ``Person.DoesNotExist`` if they were deleted.
    """
    pk = person if isinstance(person, int) else person.pk
    Person.objects.select_for_update(of=("self",), no_key=True).only("pk").get(pk=pk)


@contextmanager
def locked_person(person: Person | int) -> Iterator[None]:
    """Open a transaction with the lock of a person."""
    with transaction.atomic():
        lock_person(person)
        yield


def lock_people(people: Iterable[int]) -> dict[int, Person]:
    """Lock people, after everything else; return them as they are now, by id."""
    return {person.pk: person for person in lock_rows(Person.objects.filter(pk__in=list(people)))}
