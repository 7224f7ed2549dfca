"""Live tables: open one, make a move, delete it."""

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from random import Random, SystemRandom
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Sum
from django.dispatch import Signal
from django.utils import timezone

from campaign.models import Game, LiveMove, LiveTable, Person
from campaign.rules.core import sizes
from campaign.rules.core.entries import tidied
from campaign.rules.core.live import Move, Position, payload_of
from campaign.rules.core.problems import Problem, RulesError, or_refuse, refuse
from campaign.rules.core.seeing import PUBLIC
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.texts import text_problems
from campaign.selectors import live as selectors
from campaign.selectors.games import sheet_for

CHANNEL = "live_moves"  # of PostgreSQL's notifications
MAX_NOTICE = 7999  # bytes that PostgreSQL carries in one
MAX_MOVES = 3000  # of one game; a long evening has a few hundred
# Moves of a campaign with which another table can be opened: three hundred in each of forty games.
MAX_OF_CAMPAIGN = 12_000

moved = Signal()  # sent with a ``notice`` after commit, in the process that made the move


@dataclass(frozen=True, slots=True)
class Notice:
    """A move as it is sent to every process, so that one with the table cached need not query."""

    table: int
    stamp: str  # of the campaign or one-off game; names may have changed with it
    sequence: int
    payload: Any  # None: too long for a notification
    at: str
    made_by: str
    token: str = ""  # by which the phone that sent it knows its own move

    @property
    def move(self) -> LiveMove:
        """Return the move as an unsaved row."""
        at = datetime.fromisoformat(self.at)
        return LiveMove(
            table_id=self.table,
            sequence=self.sequence,
            payload=self.payload,
            at=at,
            signed=self.made_by,
            token=self.token or None,
        )

    def as_text(self) -> str:
        """Return the payload of a PostgreSQL notification."""
        text = json.dumps(asdict(self))
        return text if len(text) <= MAX_NOTICE else json.dumps(asdict(self) | {"payload": None})


@dataclass(frozen=True, slots=True)
class Made:
    """The outcome of a move, made now or when it was first sent."""

    table: LiveTable
    position: Position[Any]
    sequence: int


def table_open(*, game: Game, person: Person | None) -> LiveTable:
    """Open the live table of a game, or return the one that is open."""
    rules = selectors.rules_of(game)
    with transaction.atomic():
        held = _lock(game)
        table = selectors.table_of(held)
        if table is None:
            if _moves_of_campaign(held) >= MAX_OF_CAMPAIGN:
                raise RulesError([Problem("record.no_room")])
            start = rules.begin(sheet_for(game, PUBLIC))
            table = LiveTable.objects.create(game=held, opened_by=person, start=to_plain(start))
    return table


def move_make(
    *,
    game: Game,
    person: Person | None,
    move: Move,
    seen: int | None = None,
    token: str | None = None,
    stamp: str | None = None,
    rng: Random | None = None,
) -> Made:
    """Make a move, or refuse it with every problem.

    ``seen`` is the latest move that the sender had seen; relative moves need none. ``stamp`` is
    that of the table that they saw: its moves may have been deleted, and another one opened.
    """
    refuse(text_problems("token", token or "", sizes.TOKEN))
    rules = selectors.rules_of(game)
    try:
        with transaction.atomic():
            table = _lock_table(game)
            if stamp and stamp != table.stamp:
                raise RulesError([Problem("live.another_table")])
            position = selectors.position_of(table)
            if table.sequence >= MAX_MOVES:
                raise RulesError([Problem("live.full")])
            refuse(rules.problems(position, move, seen))
            entered = tidied(rules.decide(position.table, move, rng or SystemRandom()))
            at = timezone.now()
            after = rules.play(position, entered, selectors.seconds_at(table, at))
            made = LiveMove.objects.create(
                table=table,
                sequence=after.sequence,
                kind=entered.kind,
                payload=payload_of(entered),
                person=person,
                at=at,
                token=token or None,
            )
            table.sequence = after.sequence
            LiveTable.objects.filter(pk=table.pk).update(sequence=after.sequence)
            _announce(made, after)
    except (RulesError, IntegrityError):
        # A move that was sent before counted then; problems that it has now do not matter.
        sent = LiveMove.objects.filter(table__game=game.pk, token=token)
        first = sent.select_related("table__game__campaign").first()
        if not token or first is None:
            raise
        return Made(first.table, selectors.position_of(first.table), first.sequence)
    return Made(table, after, after.sequence)


def table_clear(*, game: Game) -> None:
    """Delete the live table of a game that is still to be played, with its moves."""
    with transaction.atomic():
        LiveTable.objects.filter(game=_lock(game)).delete()


def _lock(game: Game) -> Game:
    """Lock a game that was not withdrawn and has no result."""
    held = Game.objects.not_withdrawn().select_for_update(of=("self",)).filter(pk=game.pk)
    found = or_refuse(held.select_related("campaign").first(), Problem("one_off.not_there"))
    _refuse_closed(found)
    return found


def _lock_table(game: Game) -> LiveTable:
    """Lock a game that was not withdrawn and has no result, and its live table, in one query."""
    # The game first, as in every other write; the table too, or its row would be as old as the
    # wait for the game.
    tables = LiveTable.objects.select_for_update(of=("game", "self")).defer("start")
    tables = tables.select_related("game__campaign")
    table = tables.filter(game=game.pk, game__withdrawn=None).first()
    if table is None:
        _lock(game)
        raise RulesError([Problem("live.not_open")])
    _refuse_closed(table.game)
    return table


def _moves_of_campaign(game: Game) -> int:
    """Return how many moves the games of a game's campaign have; 0 for a one-off game."""
    if game.campaign is None:
        return 0
    tables = LiveTable.objects.filter(game__campaign=game.campaign)
    return tables.aggregate(moves=Sum("sequence"))["moves"] or 0


def _refuse_closed(game: Game) -> None:
    if game.record.is_archived:
        raise RulesError([Problem("campaign.archived")])
    if selectors.is_closed(game):
        raise RulesError([Problem("live.closed")])


def _announce(move: LiveMove, position: Position[Any]) -> None:
    """Notify every process of a move, after commit."""
    table = move.table
    stamp = table.game.record.stamp
    at = move.at.isoformat()
    token = move.token or ""
    notice = Notice(table.pk, stamp, move.sequence, move.payload, at, move.made_by, token)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, notice.as_text()])

    def committed() -> None:
        selectors.remember(table, position)
        moved.send(LiveTable, notice=notice)

    transaction.on_commit(committed)
