"""The game while it is played, as the live table asks for it."""

from dataclasses import dataclass

from campaign.rules.core.live import Live, Move, minutes_of
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.relic_nemesis.moves import MOVES
from campaign.rules.relic_nemesis.result import Result
from campaign.rules.relic_nemesis.sheet import RelicBody
from campaign.rules.relic_nemesis.table import Board, Table, apply, result_so_far


@dataclass(frozen=True, slots=True)
class StartBoard:
    """What a nemesis begins with; None for what is read off the sheet at the table."""

    seat: int
    life: int | None = None
    attribute: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """What a table begins with."""

    characters: tuple[int, ...]
    nemeses: tuple[StartBoard, ...]
    teams: bool = False


@dataclass(frozen=True, slots=True)
class LiveEnd:
    """What a result form can be filled in with."""

    result: Result
    is_won: bool
    minutes: int | None


class RelicLive(Live[Start, Table, LiveEnd]):
    """Boards of nemeses, turns, battles and duels."""

    start = Start
    moves = MOVES

    def begin(self, sheet: SetupSheet[RelicBody]) -> Start:
        body = sheet.body
        boards = []
        for seat in body.nemeses:
            life, value = (seat.kept.life, seat.kept.value) if seat.kept else (None, None)
            boards.append(StartBoard(seat.seat, life, value))
        seats = tuple(seat.seat for seat in body.characters)
        return Start(seats, tuple(boards), body.teams)

    def table(self, start: Start) -> Table:
        boards = (
            Board(board.seat, board.life, board.life, board.attribute) for board in start.nemeses
        )
        return Table(start.characters, tuple(boards), start.teams)

    def seats(self, start: Start) -> tuple[int, ...]:
        """Return the seats of characters, then of nemeses."""
        return (*start.characters, *(board.seat for board in start.nemeses))

    def apply(self, table: Table, move: Move, at: int) -> Table:
        del at
        return apply(table, move)

    def outcome(self, table: Table, at: int) -> LiveEnd:
        """Return what is known of the result, and how long it took."""
        return LiveEnd(result_so_far(table), table.winner is not None, minutes_of(at))


LIVE = RelicLive()
