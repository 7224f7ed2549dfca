"""Reads of live tables: the table of a game, its positions and moves."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from campaign.memory import Memory
from campaign.models import Campaign, Fact, Game, LiveMove, LiveTable, Person
from campaign.models.games import PLAYED
from campaign.models.live import PLAY
from campaign.rules.core.live import Live, Move, Position, Undo
from campaign.rules.core.serialize import from_stored
from campaign.rules.registry import get_system

# The latest position of each table, which links to those before it: it weighs as many as these
# are. One is about a kilobyte, on the fullest table too; a long evening has a few hundred.
positions = Memory(100_000)
TYPED_AGAIN = 5  # times that the same text is looked at, on average, to find enough different ones
MOST_RECALLED = 1000  # moves of earlier tables that a new one is given
AN_EVENING = timedelta(hours=12)  # a table at which nothing happens for longer was left


def table_of(game: Game, phase: str = PLAY) -> LiveTable | None:
    """Return the live table of a game, or of a phase before it, if it was opened."""
    table = LiveTable.objects.filter(game=game, phase=phase).first()
    if table is not None:
        table.game = game  # saves a query for the game and its campaign
    return table


def rules_of(game: Game, phase: str = PLAY) -> Live[Any, Any]:
    """Return the rules of a game's live table, or of that of a phase before it."""
    system = get_system(game.system)
    rules = system.live if phase == PLAY else system.phases.get(phase)
    if rules is None:
        raise LookupError(f"{game.system} has no such live table.")
    return rules


def is_closed(game: Game) -> bool:
    """Say whether a game has a result, so that its live table accepts no more moves."""
    return game.facts.not_withdrawn().filter(kind=PLAYED).exists()


def has_table(game: Game) -> bool:
    """Say whether the live table of a game was opened."""
    return LiveTable.objects.filter(game=game, phase=PLAY).exists()


def is_live(game: Game) -> bool:
    """Say whether a game is being played live: its table was not left, and it has no result yet."""
    return _active().filter(game=game).exists() and not is_closed(game)


def left_at(table: LiveTable) -> datetime | None:
    """Return when a table was left, if nothing has happened at it for a night."""
    if timezone.now() - table.opened_at <= AN_EVENING:
        return None
    last = table.moves.order_by("-sequence").values_list("at", flat=True).first()
    at = max(last, table.opened_at) if last is not None else table.opened_at
    return at if timezone.now() - at > AN_EVENING else None


def _active() -> QuerySet[LiveTable]:
    """Return the tables that were opened, or at which a move was made, within a night."""
    since = timezone.now() - AN_EVENING
    moves = LiveMove.objects.filter(table=OuterRef("pk"), at__gt=since)
    return LiveTable.objects.filter(Q(opened_at__gt=since) | Exists(moves), phase=PLAY)


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """The game of a campaign that has no result yet."""

    game: Game
    is_live: bool  # it is being played live


def planned_game_of(campaign: Campaign) -> PlannedGame | None:
    """Return the game of a campaign that is planned and has no result yet, if there is one."""
    results = Fact.objects.not_withdrawn().filter(game=OuterRef("pk"), kind=PLAYED)
    games = campaign.games.not_withdrawn().filter(~Exists(results))
    at_table = Exists(_active().filter(game=OuterRef("pk")))
    game = games.annotate(is_live=at_table).order_by("-number").first()
    if game is None:
        return None
    game.campaign = campaign  # saves a query
    return PlannedGame(game, game.is_live)  # type: ignore[attr-defined] # annotated


def live_now(person: Person, *, most: int) -> list[Game]:
    """Return the games that are played live now and that a person may see, the latest first."""
    results = Fact.objects.not_withdrawn().filter(game=OuterRef("game"), kind=PLAYED)
    known = Game.objects.known_to(person).not_withdrawn()
    tables = _active().filter(~Exists(results), game__in=known)
    found = tables.select_related("game__campaign").order_by("-opened_at")
    return [table.game for table in found[:most]]


def seconds_at(table: LiveTable, at: datetime | None = None) -> int:
    """Return the seconds from the opening of a table to a moment, by default now."""
    return max(int(((at or timezone.now()) - table.opened_at).total_seconds()), 0)


def position_of(table: LiveTable) -> Position[Any]:
    """Return the current position of a table."""
    held = remembered(table)
    if held is not None and held.sequence == table.sequence:
        return held
    if held is not None and held.sequence > table.sequence:
        held = None  # the row is older: read earlier, or restored from a backup
    position = held or opening(table)
    for after in positions_after(table, position):
        position = after
    remember(table, position)
    return position


def moves_of_campaign(campaign: Campaign, kind: str, *, most: int) -> list[Any]:
    """Return the payloads of the latest moves of a kind in a campaign's live games."""
    games = campaign.games.not_withdrawn()
    rows = LiveMove.objects.filter(table__game__in=games, kind=kind).order_by("-pk")
    return list(rows.values_list("payload", flat=True)[:most])


def played_live(campaign: Campaign) -> dict[int, tuple[Game, Position[Any]]]:
    """Return the last position of each live table of a campaign, by the number of the game.

    A game that was undone may have one, too: its number is another game's by now.
    """
    found = {}
    games = campaign.games.not_withdrawn()
    tables = LiveTable.objects.filter(game__in=games, phase=PLAY, sequence__gt=0)
    for table in tables.select_related("game__campaign").prefetch_related("moves"):
        position = opening(table)
        for after in replayed(table, position, table.moves.all()):
            position = after
        found[table.game.number] = table.game, position
    return found


def positions_after(table: LiveTable, position: Position[Any]) -> Iterator[Position[Any]]:
    """Yield the position after each move that follows a position."""
    rows = table.moves.filter(sequence__gt=position.sequence).order_by("sequence")
    yield from replayed(table, position, rows)


def replayed(
    table: LiveTable, position: Position[Any], rows: Iterable[LiveMove]
) -> Iterator[Position[Any]]:
    """Yield the position after each of some moves, of which the first follows ``position``."""
    rules = rules_of(table.game, table.phase)
    moves = ((rules.read(row.payload, stored=True), seconds_at(table, row.at)) for row in rows)
    return rules.replay(position, moves)


def opening(table: LiveTable) -> Position[Any]:
    """Return the position before the first move."""
    rules = rules_of(table.game, table.phase)
    return rules.open(from_stored(rules.start, table.start))


def remembered(table: LiveTable) -> Position[Any] | None:
    """Return the latest position that is cached in this process."""
    held = positions.get(_key(table))
    return held if isinstance(held, Position) else None


def remember(table: LiveTable, position: Position[Any]) -> None:
    """Cache a position, unless a later one is cached."""
    held = remembered(table)
    if held is None or held.sequence < position.sequence:
        positions.set(_key(table), position, position.sequence + 1)


def _key(table: LiveTable) -> tuple[str, str]:
    """Return the key of a cached position: a new name in the record is one in its moves, too."""
    return table.stamp, table.game.record.stamp


def typed_before(
    game: Game, person: Person | None, kind: str, field: str, *, most: int
) -> tuple[str, ...]:
    """Return what was typed into a field of moves, for whoever plays now, the latest first.

    In a one-off game, in this one, and for its owner alone in their other games too.
    """
    if game.campaign is None and (person is None or person.pk != game.owner_id):
        games: QuerySet[Game] = Game.objects.filter(pk=game.pk)
    else:
        games = _games_of_group(game)
    rows = LiveMove.objects.filter(table__game__in=games, kind=kind).order_by("-pk")
    texts = rows.values_list(f"payload__{field}", flat=True)[: most * TYPED_AGAIN]
    return tuple(dict.fromkeys(filter(None, texts)))[:most]


def recalled(game: Game, rules: Live[Any, Any]) -> list[tuple[Any, Move]]:
    """Return the moves of the group's live tables that a new table begins with, the oldest first.

    Each with the start of its table; without what was undone. What was typed in a one-off game is
    not told to those who play another.
    """
    kinds = rules.recalled if game.campaign is None else (*rules.recalled, *rules.recalled_texts)
    if not kinds:
        return []
    rows = LiveMove.objects.filter(table__game__in=_games_of_group(game)).select_related("table")
    latest = rows.filter(kind__in=(*kinds, Undo.kind)).order_by("-pk")[:MOST_RECALLED]
    undone = {(row.table_id, row.payload.get("of")) for row in latest if row.kind == Undo.kind}
    tables = {row.table_id: row.table for row in latest}
    starts = {pk: from_stored(rules.start, table.start) for pk, table in tables.items()}
    return [
        (starts[row.table_id], rules.read(row.payload, stored=True))
        for row in reversed(latest)
        if row.kind != Undo.kind and (row.table_id, row.sequence) not in undone
    ]


def _games_of_group(game: Game) -> QuerySet[Game]:
    """Return the games of a campaign, or the one-off games of the same owner."""
    if game.campaign is not None:
        return Game.objects.filter(campaign=game.campaign)
    return Game.objects.one_off().filter(owner=game.owner_id, system=game.system)


def moves_of(table: LiveTable, *, after: int = 0, most: int | None = None) -> list[LiveMove]:
    """Return moves with who made them, the latest first."""
    rows = table.moves.filter(sequence__gt=after).select_related("person").order_by("-sequence")
    return list(rows[:most] if most is not None else rows)
