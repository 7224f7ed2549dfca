"""A live game: the boards of nemeses and whose turn it is, folded from its moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from campaign.rules.core.live import Live, Move, SeatMove
from campaign.rules.core.problems import Problem, refuse
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.relic_nemesis import fights, moves
from campaign.rules.relic_nemesis.moves import MOVES
from campaign.rules.relic_nemesis.result import GOAL, MAX_LEVEL, Ending, NemesisResult, Result
from campaign.rules.relic_nemesis.sheet import HIDDEN, RelicBody

POINTS = 6  # of trophies for a level (p. 11)
MAX_SUBSETS = 12  # trophies; with more of them all are spent


@dataclass(frozen=True, slots=True)
class Board:
    """The state of a nemesis; ``life`` and ``attribute`` are None until they are entered."""

    seat: int
    life: int | None = None
    start_life: int | None = None
    attribute: int | None = None
    level: int = 0
    infamy: int = 0
    trophies: tuple[int, ...] = ()
    defeats: int = 0
    curve: tuple[int, ...] = ()  # infamy at the end of each round

    @property
    def is_down(self) -> bool:
        """Say whether it has no life left, and its defeat is to be entered."""
        return self.life == 0

    @property
    def points(self) -> int:
        """Return what its trophies are worth."""
        return sum(self.trophies)


@dataclass(frozen=True, slots=True)
class Start:
    """The initial state that is stored."""

    characters: tuple[int, ...]
    nemeses: tuple[Board, ...]
    teams: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The state of a game."""

    characters: tuple[int, ...]  # seats
    boards: tuple[Board, ...]
    teams: bool = False
    round: int = 1
    turn: int = 0  # an index into ``order``
    lives: Mapping[int, int] = field(default_factory=dict)  # of characters by seat, once entered

    @property
    def nemeses(self) -> tuple[int, ...]:
        """Return the seats of nemeses."""
        return tuple(board.seat for board in self.boards)

    @property
    def order(self) -> tuple[int, ...]:
        """Return the order of turns: characters, then nemeses (p. 8)."""
        return (*self.characters, *self.nemeses)

    @property
    def active(self) -> int:
        """Return the seat whose turn it is."""
        return self.order[self.turn]

    @property
    def winner(self) -> int | None:
        """Return the nemesis whose infamy has won the game."""
        return next((board.seat for board in self.boards if board.infamy >= GOAL), None)

    def can_make(self, move: SeatMove) -> bool:
        """Say whether a move fits its seat; of a character only the life is tracked."""
        is_life = isinstance(move, moves.Turned) and move.dial is moves.Dial.LIFE
        return move.seat in (self.order if is_life else self.nemeses)

    def with_life_lost(self, seat: int | None, lost: int) -> Table:
        """Return the table after a character lost life, if its life is tracked."""
        if seat is None or seat not in self.lives or not lost:
            return self
        return replace(self, lives={**self.lives, seat: max(0, self.lives[seat] - lost)})

    def board(self, seat: int) -> Board:
        """Return the board of a nemesis."""
        return next(board for board in self.boards if board.seat == seat)

    def with_board(self, board: Board) -> Table:
        """Return the table with one board replaced."""
        boards = (board if each.seat == board.seat else each for each in self.boards)
        return replace(self, boards=tuple(boards))


def defeated(board: Board) -> Board:
    """Return a board after a defeat: half the infamy lost, rounded up; levels stay (p. 13)."""
    return replace(
        board,
        life=board.start_life,
        infamy=board.infamy // 2,
        trophies=(),
        defeats=board.defeats + 1,
    )


def levelled(board: Board, levels: int) -> Board:
    """Return a board with more levels; beyond the ninth each is one infamy instead."""
    gained = min(levels, MAX_LEVEL - board.level)
    return infamous(replace(board, level=board.level + gained), levels - gained)


def spending(trophies: tuple[int, ...], levels: int) -> tuple[int, ...] | None:
    """Return the trophies to spend for so many levels with the least loss; None if too few."""
    needed = levels * POINTS
    if sum(trophies) < needed:
        return None
    if len(trophies) > MAX_SUBSETS:
        return trophies
    found = (
        chosen
        for size in range(1, len(trophies) + 1)
        for chosen in combinations(trophies, size)
        if sum(chosen) >= needed
    )
    return min(found, key=lambda chosen: (sum(chosen), len(chosen)))


def infamous(board: Board, by: int) -> Board:
    """Return a board with infamy changed, from 0 to the goal."""
    return replace(board, infamy=max(0, min(GOAL, board.infamy + by)))


def result_so_far(table: Table) -> Result:
    """Return the result as far as the table knows it; the ending is a guess unless it is won."""
    # The current round ends with the game.
    begun = table.winner is not None or table.turn > 0
    noted = tuple(
        NemesisResult(
            board.seat,
            board.infamy,
            board.level,
            board.defeats,
            (*board.curve, board.infamy) if begun else board.curve,
        )
        for board in table.boards
    )
    if table.winner is not None:
        return Result(Ending.INFAMY, (table.winner,), noted)
    return Result(Ending.TEAM if table.teams else Ending.CONFRONTATION, (), noted)


def _problems(table: Table, move: Move) -> Iterator[Problem]:
    """Yield every problem of a move."""
    if table.winner is not None:
        yield Problem("table.won", {"seat": table.winner})
        return
    match move:
        case moves.TurnEnded(seat=seat):
            if seat != table.active:
                yield Problem("table.turn_over", {"seat": seat})
        case SeatMove(seat=seat) if not table.can_make(move):
            yield Problem("table.no_nemesis", {"seat": seat}, "seat")
        case moves.TrophiesSpent():
            yield from _spending_problems(table.board(move.seat), move)
        case moves.Fought():
            yield from _battle_problems(table, move)
        case moves.Duelled():
            yield from _duel_problems(table, move)
        case moves.TierChanged():
            yield from _toll_problems(table.board(move.seat), move)
        case moves.Turned(dial=dial, by=by) if not 1 <= abs(by) <= moves.MAX_TURNED:
            yield Problem("table.turned", {"most": moves.MAX_TURNED, "actual": by}, str(dial))


def _spending_problems(board: Board, move: moves.TrophiesSpent) -> Iterator[Problem]:
    left = list(board.trophies)
    for value in move.trophies:
        if value not in left:
            yield Problem("table.no_trophy", {"value": value}, "trophies")
            return
        left.remove(value)
    if sum(move.trophies) < POINTS:
        details = {"points": POINTS, "actual": sum(move.trophies)}
        yield Problem("table.too_few_points", details, "trophies")


def _battle_problems(table: Table, move: moves.Fought) -> Iterator[Problem]:
    if table.board(move.seat).is_down:
        yield Problem("table.is_down", {"seat": move.seat})
    if move.against is not None and move.against not in table.characters:
        yield Problem("table.no_character", {"seat": move.against}, "against")
    if bool(move.battle.agents) == (move.against is not None):
        yield Problem("battle.opponent", path="against")
    yield from fights.battle_problems(move.battle)


def _duel_problems(table: Table, move: moves.Duelled) -> Iterator[Problem]:
    for name, seat in (("challenger", move.challenger), ("defender", move.defender)):
        if seat not in table.characters:
            yield Problem("table.no_character", {"seat": seat}, name)
    if move.challenger == move.defender:
        yield Problem("duel.alone", path="defender")
    yield from fights.duel_problems(move.duel)


def _toll_problems(board: Board, move: moves.TierChanged) -> Iterator[Problem]:
    if move.toll is moves.Toll.INFAMY and not board.infamy:
        yield Problem("table.no_infamy", path="toll")
    if move.toll is moves.Toll.TROPHY and move.trophy not in board.trophies:
        yield Problem("table.no_trophy", {"value": move.trophy or 0}, "toll")


def _applied(table: Table, move: Move) -> Table:
    match move:
        case moves.TurnEnded():
            return _next_turn(table)
        case moves.Duelled():
            ended = fights.settle_duel(move.duel)
            won = ended.winner is fights.Winner.ATTACKER
            return table.with_life_lost(move.defender if won else move.challenger, ended.life)
        case moves.Turned(seat=seat, by=by) if seat in table.characters:
            lives = {**table.lives, seat: _turned(table.lives.get(seat), by)}
            return replace(table, lives=lives)
        case moves.Fought(battle=fought, against=against):
            table = table.with_life_lost(against, fights.fight(fought).character_life)
    if not isinstance(move, SeatMove):
        raise TypeError(type(move))
    return table.with_board(_moved(table.board(move.seat), move))


def _moved(board: Board, move: Move) -> Board:
    match move:
        case moves.Turned(dial=moves.Dial.INFAMY, by=by):
            return infamous(board, by)
        case moves.Turned(dial=moves.Dial.LIFE, by=by):
            # If the pack does not know the life, the first one entered is its start.
            start = board.start_life if board.life is not None else max(0, by)
            return replace(board, life=_turned(board.life, by), start_life=start)
        case moves.Turned(by=by):
            return replace(board, attribute=_turned(board.attribute, by))
        case moves.LevelGained(levels=levels):
            return levelled(board, levels)
        case moves.TrophyTaken(value=value):
            return replace(board, trophies=tuple(sorted((*board.trophies, value))))
        case moves.TrophiesSpent(trophies=spent):
            return levelled(_without(board, spent), sum(spent) // POINTS)
        case moves.TierChanged(toll=moves.Toll.INFAMY):
            return infamous(board, -1)
        case moves.TierChanged(toll=moves.Toll.TROPHY, trophy=value):
            return _without(board, (value or 0,))
        case moves.Defeated():
            return defeated(board)
        case moves.Fought(battle=fought):
            return _after_battle(board, fights.fight(fought))
    return board


def _after_battle(board: Board, ended: fights.Consequences) -> Board:
    life = board.life
    return replace(
        board,
        life=None if life is None else max(0, life - ended.nemesis_life),
        trophies=tuple(sorted((*board.trophies, *ended.trophies))),
    )


def _without(board: Board, trophies: tuple[int, ...]) -> Board:
    left = list(board.trophies)
    for value in trophies:
        left.remove(value)
    return replace(board, trophies=tuple(left))


def _turned(shown: int | None, by: int) -> int:
    return max(0, min(moves.MAX_DIAL, (shown or 0) + by))


def _next_turn(table: Table) -> Table:
    if table.turn + 1 < len(table.order):
        return replace(table, turn=table.turn + 1)
    boards = (replace(board, curve=(*board.curve, board.infamy)) for board in table.boards)
    return replace(table, turn=0, round=table.round + 1, boards=tuple(boards))


class RelicLive(Live[Start, Table]):
    """Boards of nemeses, turns, battles and duels."""

    start = Start
    moves = MOVES

    def begin(self, sheet: SetupSheet[RelicBody]) -> Start:
        body = sheet.body
        sheets = ((seat.seat, seat.kept or HIDDEN) for seat in body.nemeses)
        boards = tuple(Board(seat, kept.life, attribute=kept.value) for seat, kept in sheets)
        seats = tuple(seat.seat for seat in body.characters)
        return Start(seats, boards, body.teams)

    def table(self, start: Start) -> Table:
        # An imported start may have other fields set; they are ignored.
        boards = (
            Board(board.seat, board.life, board.life, board.attribute) for board in start.nemeses
        )
        return Table(start.characters, tuple(boards), start.teams)

    def seats(self, start: Start) -> tuple[int, ...]:
        """Return the seats of characters, then of nemeses."""
        return (*start.characters, *(board.seat for board in start.nemeses))

    def apply(self, table: Table, move: Move, at: int) -> Table:
        del at
        refuse(_problems(table, move))
        return _applied(table, move)


LIVE = RelicLive()
