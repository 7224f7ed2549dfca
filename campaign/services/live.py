"""Live tables: open one, make a move, delete it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from random import Random, SystemRandom
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Sum
from django.dispatch import Signal
from django.utils import timezone

from campaign.models import Game, LiveMove, LiveTable, NoticeKind, Person
from campaign.models.live import PLAY
from campaign.rules.core import sizes
from campaign.rules.core.entries import tidied
from campaign.rules.core.live import Live, Move, Position, payload_of
from campaign.rules.core.problems import Problem, RulesError, refuse
from campaign.rules.core.seeing import PUBLIC
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.texts import text_problems
from campaign.selectors import live as selectors
from campaign.selectors.games import sheet_for
from campaign.selectors.names import author_of, names_in
from campaign.services.announcements import announce_change
from campaign.services.locks import lock_game, lock_row
from campaign.services.notices import game_notice

CHANNEL = "live_moves"  # of PostgreSQL's notifications
MAX_NOTICE = 7999  # bytes that PostgreSQL carries in one
MAX_MOVES = 3000  # of one game; a long evening has a few hundred
# Moves of a campaign with which another table can be opened: three hundred in each of forty games.
MAX_OF_CAMPAIGN = 12_000

# What a move needs of the rows that it locks.
LOCKED = (
    *("game_id", "phase", "sequence", "stamp", "opened_at"),
    *(f"game__{name}" for name in ("code", "number", "system", "campaign_id", "revision", "stamp")),
    *(f"game__campaign__{name}" for name in ("code", "revision", "stamp", "archived_at")),
)

moved = Signal()  # sent with a ``notice`` after commit, in the process that made the move


@dataclass(frozen=True, slots=True)
class Notice:
    """A move as it is sent to every process, so that one with the table cached need not query."""

    game: int
    table: int
    stamp: str  # of the campaign or one-off game; names may have changed with it
    sequence: int
    payload: Any  # None: too long for a notification
    at: str
    made_by: str | None  # as ``author_of`` says it
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
class Sent:
    """A move as a phone sends it.

    ``seen`` is the latest move that its sender had seen, for a move that does not say what it rests
    on; relative moves need none. Without a token, a move that is sent twice is made twice.
    """

    move: Move
    seen: int | None = None
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a move: its number, made now or when it was first sent, or all problems."""

    sequence: int | None
    problems: tuple[Problem, ...] = ()


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
        held = lock_game(game)
        _refuse_closed(held)
        table = selectors.table_of(held)
        if table is None:
            if _moves_of_campaign(held) >= MAX_OF_CAMPAIGN:
                raise RulesError([Problem("record.no_room")])
            start = rules.begin(sheet_for(held, PUBLIC))
            start = rules.recall(start, selectors.recalled(held, rules))
            table = LiveTable.objects.create(game=held, opened_by=person, start=to_plain(start))
            game_notice(kind=NoticeKind.LIVE, game=held, but=person)
    return table


def phase_open(*, game: Game, person: Person | None, phase: str, start: Any) -> LiveTable:
    """Open the live table of a phase before a game, anew if there was one."""
    with transaction.atomic():
        held = _lock(game)
        LiveTable.objects.filter(game=held, phase=phase).delete()
        return LiveTable.objects.create(
            game=held, phase=phase, opened_by=person, start=to_plain(start)
        )


def move_make(
    *,
    game: Game,
    person: Person | None,
    move: Move,
    seen: int | None = None,
    token: str | None = None,
    stamp: str | None = None,
    rng: Random | None = None,
    allow: Callable[[], None] | None = None,
    phase: str = PLAY,
) -> Made:
    """Make a move, or refuse it with every problem."""
    sent = Sent(move, seen, token)
    (answer,) = moves_make(
        game=game, person=person, sent=[sent], stamp=stamp, rng=rng, allow=allow, phase=phase
    )
    if answer.sequence is None:
        raise RulesError(answer.problems)
    tables = LiveTable.objects.select_related("game__campaign")
    table = tables.get(game=game.pk, phase=phase)
    return Made(table, selectors.position_of(table), answer.sequence)


def moves_make(
    *,
    game: Game,
    person: Person | None,
    sent: Sequence[Sent],
    stamp: str | None = None,
    rng: Random | None = None,
    allow: Callable[[], None] | None = None,
    phase: str = PLAY,
) -> list[Answer]:
    """Make moves in their order; one that is refused holds up no other.

    ``stamp`` is that of the table that their sender saw: its moves may have been deleted, and
    another one opened. ``allow`` is called once the table is locked, in the same transaction.
    """
    for each in sent:
        refuse(text_problems("token", each.token or "", sizes.TOKEN))
    try:
        return _make(game, phase, person, sent, stamp, rng or SystemRandom(), allow, {})
    except (RulesError, IntegrityError) as error:
        # A move that was sent before counted then; problems that it has now do not matter.
        first = _sent_before(game, sent)
        if isinstance(error, RulesError):
            refused = Answer(None, error.problems)
            return [first.get(each.token or "", refused) for each in sent]
        return _make(game, phase, person, sent, stamp, rng or SystemRandom(), allow, first)


def _make(
    game: Game,
    phase: str,
    person: Person | None,
    sent: Sequence[Sent],
    stamp: str | None,
    rng: Random,
    allow: Callable[[], None] | None,
    before: Mapping[str, Answer],
) -> list[Answer]:
    """Make moves in one transaction; ``before`` has the answers to those sent before, by token."""
    rules = selectors.rules_of(game, phase)
    with transaction.atomic():
        table = _lock_table(game, phase)
        if stamp and stamp != table.stamp:
            raise RulesError([Problem("live.another_table")])
        if allow is not None:
            allow()
        position, at = selectors.position_of(table), timezone.now()
        answers: list[Answer] = []
        by_token = dict(before)
        made: list[tuple[LiveMove, Position[Any]]] = []
        for each in sent:
            if known := by_token.get(each.token or ""):
                answers.append(known)
                continue
            try:
                entered, position = _played(rules, table, position, each, rng, at)
            except RulesError as error:
                answers.append(Answer(None, error.problems))
                continue
            answers.append(Answer(position.sequence))
            if each.token:
                by_token[each.token] = answers[-1]
            row = LiveMove(
                table=table,
                sequence=position.sequence,
                kind=entered.kind,
                payload=payload_of(entered),
                person=person,
                at=at,
                token=each.token or None,
            )
            made.append((row, position))
        _store(table, made)
    if any(answer.sequence is None for answer in answers) and not before:
        first = _sent_before(game, sent)
        answers = [
            first.get(each.token or "", answer) for each, answer in zip(sent, answers, strict=True)
        ]
    return answers


def _played(
    rules: Live[Any, Any],
    table: LiveTable,
    position: Position[Any],
    sent: Sent,
    rng: Random,
    at: datetime,
) -> tuple[Move, Position[Any]]:
    """Return a move as it is stored, and the position after it, or raise ``RulesError``."""
    if position.sequence >= MAX_MOVES:
        raise RulesError([Problem("live.full")])
    refuse(rules.problems(position, sent.move, sent.seen))
    entered = tidied(rules.decide(position.table, replace(sent.move, on=None), rng))
    return entered, rules.play(position, entered, selectors.seconds_at(table, at))


def _store(table: LiveTable, made: Sequence[tuple[LiveMove, Position[Any]]]) -> None:
    if not made:
        return
    LiveMove.objects.bulk_create(row for row, _position in made)
    table.sequence = made[-1][0].sequence
    LiveTable.objects.filter(pk=table.pk).update(sequence=table.sequence)
    for row, position in made:
        _announce(row, position)


def _sent_before(game: Game, sent: Sequence[Sent]) -> dict[str, Answer]:
    """Return the answers to moves that were made when they were first sent, by their tokens."""
    tokens = [each.token for each in sent if each.token]
    found = LiveMove.objects.filter(table__game=game.pk, token__in=tokens) if tokens else ()
    return {row.token or "": Answer(row.sequence) for row in found}


def table_clear(*, game: Game) -> None:
    """Delete the live table of a game that is still to be played, with its moves."""
    with transaction.atomic():
        LiveTable.objects.filter(game=_lock(game), phase=PLAY).delete()


def _lock(game: Game) -> Game:
    """Lock a game that was not withdrawn and has no result."""
    rows = Game.objects.not_withdrawn().select_related("campaign").filter(pk=game.pk)
    found = lock_row(rows, Problem("one_off.not_there"))
    _refuse_closed(found)
    return found


def _lock_table(game: Game, phase: str) -> LiveTable:
    """Lock a game that was not withdrawn and has no result, and its live table, in one query."""
    # The game first, as in every other write; the table too, or its row would be as old as the
    # wait for the game.
    tables = LiveTable.objects.select_related("game__campaign").only(*LOCKED)
    tables = tables.filter(game=game.pk, phase=phase, game__withdrawn=None)
    try:
        table = lock_row(tables, of=("game", "self"))
    except LiveTable.DoesNotExist:
        _lock(game)
        raise RulesError([Problem("live.not_open")]) from None
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
    """Notify every process of a move, after commit; of one in a phase only that it was made."""
    table = move.table
    if table.phase != PLAY:
        transaction.on_commit(lambda: selectors.remember(table, position))
        announce_change(table.game)
        return
    stamp = table.game.record.stamp
    at = move.at.isoformat()
    token = move.token or ""
    who = author_of(move, names_in(table.game.record))
    notice = Notice(table.game_id, table.pk, stamp, move.sequence, move.payload, at, who, token)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, notice.as_text()])

    def committed() -> None:
        selectors.remember(table, position)
        moved.send(LiveTable, notice=notice)

    transaction.on_commit(committed)
