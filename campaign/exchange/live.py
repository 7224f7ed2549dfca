"""Live tables in a file: the initial state of each, and its moves."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from campaign.exchange.document import Document, LiveEntry, MoveEntry, signed_name
from campaign.exchange.refusals import Refused, file_problem
from campaign.models import Game, LiveMove, LiveTable
from campaign.models.live import PLAY
from campaign.records import Names
from campaign.records.checks import UNEXPECTED
from campaign.rules.core.entries import entry_problems, tidied
from campaign.rules.core.live import payload_of
from campaign.rules.core.problems import UNFIT, Problem, RulesError
from campaign.rules.core.seeing import PUBLIC
from campaign.rules.core.serialize import SerializeError, from_plain, to_plain
from campaign.rules.registry import get_system
from campaign.selectors.games import sheet_for

# Moves of one table that today's rules skip: a game from before a rule was corrected has a few.
MAX_SKIPPED = 100


def live_entries(games: Iterable[Game], names: Names) -> dict[int, LiveEntry]:
    """Return the live tables of games, by the ids of the games; ``names`` are of their record.

    Those of phases before the games are left out: they hold secrets, and what came of them is in
    the plans.
    """
    moves: dict[int, list[MoveEntry]] = {}
    rows = LiveMove.objects.filter(table__game__in=games, table__phase=PLAY)
    rows = rows.select_related("person")
    for row in rows.order_by("table", "sequence"):
        entry = MoveEntry(row.at, row.payload, signed_name(row, names))
        moves.setdefault(row.table_id, []).append(entry)
    return {
        table.game_id: LiveEntry(table.opened_at, table.start, tuple(moves.get(table.pk, ())))
        for table in LiveTable.objects.filter(game__in=games, phase=PLAY)
    }


def live_problems(document: Document) -> Iterator[Problem]:
    """Yield the problems of live tables."""
    for place, game in enumerate(document.games):
        if game.live is not None:
            yield from _problems(game.live, document.about.system, f"games[{place}].live")


def write_live(document: Document, games: Iterable[Game]) -> None:
    """Write the live tables of games; refuse one whose seats are not those of the set-up."""
    for place, (game, entry) in enumerate(zip(games, document.games, strict=True)):
        live, rules = entry.live, get_system(game.system).live
        if live is None or rules is None:
            continue
        if entry.withdrawn is None:
            start, path = from_plain(rules.start, live.start), f"games[{place}].live.start"
            try:
                begun = rules.begin(sheet_for(game, PUBLIC))
            except RulesError as error:  # the set-up was not stored, and cannot be drawn here
                raise Refused.because(UNFIT, path) from error
            if rules.seats(start) != rules.seats(begun):
                raise Refused.because(UNFIT, path)
        table = LiveTable.objects.create(
            game=game, start=live.start, opened_at=live.opened_at, sequence=len(live.moves)
        )
        LiveMove.objects.bulk_create(
            LiveMove(
                table=table,
                sequence=sequence,
                kind=move.says["kind"],
                payload=move.says,
                signed=move.who,
                at=move.at,
            )
            for sequence, move in enumerate(live.moves, start=1)
        )


def _problems(entry: LiveEntry, system: str, path: str) -> Iterator[Problem]:
    """Yield the problems of a table, up to the first move that cannot be read or played."""
    rules, where, skipped = get_system(system).live, path, 0
    try:
        if rules is None:
            raise LookupError(system)
        where = f"{path}.start"
        start = from_plain(rules.start, entry.start)
        position = rules.open(start)
        small = all(abs(number) <= rules.most for number in _numbers(entry.start))
        if to_plain(start) != entry.start or not small:
            raise ValueError(entry.start)
        for place, made in enumerate(entry.moves):
            where = f"{path}.moves[{place}].says"
            move = rules.read(made.says if isinstance(made.says, Mapping) else {})
            for problem in entry_problems(move):
                yield replace(problem, path=f"{where}.{problem.path}")
            if payload_of(tidied(move)) != made.says:
                yield file_problem("file.untidy", where)
            try:
                position = rules.play(position, move, 0)
            except RulesError:
                skipped += 1
                if skipped > MAX_SKIPPED:
                    raise
                (position,) = rules.replay(position, iter([(move, 0)]))
    except SerializeError as error:
        for problem in error.problems:
            yield replace(problem, path=f"{where}.{problem.path}" if problem.path else where)
    except (*UNEXPECTED, RulesError):
        yield file_problem(UNFIT, where)


def _numbers(plain: Any) -> Iterator[int]:
    if isinstance(plain, Mapping):
        plain = tuple(plain.values())
    if isinstance(plain, list | tuple):
        for part in plain:
            yield from _numbers(part)
    elif isinstance(plain, int):
        yield plain
