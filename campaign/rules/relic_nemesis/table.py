"""A live game: the boards of nemeses and whose turn it is, folded from its moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from campaign.rules.core.entries import BySeat
from campaign.rules.core.live import Live, Move, Position, SeatMove
from campaign.rules.core.problems import Problem, refuse
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.relic_nemesis import battle, moves, skill_duel
from campaign.rules.relic_nemesis.board import MAX_ROUNDS, Board
from campaign.rules.relic_nemesis.defeat import defeated
from campaign.rules.relic_nemesis.dice import Winner
from campaign.rules.relic_nemesis.infamy import GOAL, with_infamy
from campaign.rules.relic_nemesis.levels import (
    spending_problems,
    trophy_problems,
    with_levels,
    with_trophies_spent,
)
from campaign.rules.relic_nemesis.middle_tier import toll_problems, with_toll_paid
from campaign.rules.relic_nemesis.moves import MOVES
from campaign.rules.relic_nemesis.nemesis_turn import Found, NemesisPhase, phase_after_battle
from campaign.rules.relic_nemesis.result import Ending, NemesisResult, Result
from campaign.rules.relic_nemesis.sheet import HIDDEN, RelicBody


@dataclass(frozen=True, slots=True)
class Start:
    """The initial state that is stored."""

    characters: BySeat[int]
    nemeses: BySeat[Board]
    teams: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The state of a game."""

    characters: tuple[int, ...]  # seats
    boards: tuple[Board, ...]
    teams: bool = False
    round: int = 1
    turn: int = 0  # an index into ``order``
    phase: NemesisPhase = NemesisPhase.MOVEMENT  # of the turn, if it is a nemesis'
    found: Found | None = None  # by that nemesis on its space, once it is told
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

    def in_phase(self, seat: int, phase: NemesisPhase) -> Table:
        """Return the table with its turn in another phase, if the turn is that of this seat."""
        return replace(self, phase=phase) if seat == self.active else self

    def entered_dials(self, seat: int) -> tuple[moves.Dial, ...]:
        """Return the dials of a seat whose start is entered from its sheet."""
        if seat in self.nemeses:
            return (moves.Dial.LIFE, moves.Dial.ATTRIBUTE)
        return (moves.Dial.LIFE,) if seat in self.characters else ()

    def unknown_dials(self, seat: int) -> tuple[moves.Dial, ...]:
        """Return the dials of a seat whose start is not entered yet."""
        return tuple(dial for dial in self.entered_dials(seat) if self.dial(seat, dial) is None)

    def with_start(self, values: moves.StartValues) -> Table:
        """Return the table with what a seat begins with, as far as it is told."""
        seat, life = values.seat, values.life
        if seat in self.characters:
            return self if life is None else replace(self, lives={**self.lives, seat: life})
        board = self.board(seat)
        if life is not None:
            board = replace(board, life=life, start_life=life)
        if values.attribute is not None:
            board = replace(board, attribute=values.attribute)
        return self.with_board(board)

    def board(self, seat: int) -> Board:
        """Return the board of a nemesis."""
        return next(board for board in self.boards if board.seat == seat)

    def dial(self, seat: int, dial: moves.Dial) -> int | None:
        """Return what a dial shows; None if it is not entered, or the seat has none."""
        if seat in self.characters:
            return self.lives.get(seat)
        if seat not in self.nemeses:
            return None
        board = self.board(seat)
        match dial:
            case moves.Dial.LIFE:
                return board.life
            case moves.Dial.INFAMY:
                return board.infamy
            case moves.Dial.ATTRIBUTE:
                return board.attribute

    def with_board(self, board: Board) -> Table:
        """Return the table with one board replaced."""
        boards = (board if each.seat == board.seat else each for each in self.boards)
        return replace(self, boards=tuple(boards))


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
            (*board.curve, board.infamy)[:MAX_ROUNDS] if begun else board.curve,
        )
        for board in table.boards
    )
    if table.winner is not None:
        # Nobody told the table which character is in the team of the nemesis.
        ending = Ending.TEAM if table.teams else Ending.INFAMY
        return Result(ending, (table.winner,), noted)
    return Result(Ending.TEAM if table.teams else Ending.CONFRONTATION, (), noted)


def _problems(table: Table, move: Move) -> Iterator[Problem]:
    """Yield every problem of a move."""
    if table.winner is not None:
        yield Problem("table.won", {"seat": table.winner})
        return
    match move:
        case moves.TurnEnded() | moves.PhaseEnded() | moves.Explored():
            yield from _order_problems(table, move)
        case moves.StartEntered():
            yield from _start_problems(table, move)
        case SeatMove(seat=seat) if not table.can_make(move):
            yield Problem("table.no_nemesis", {"seat": seat}, "seat")
        case moves.TrophyTaken(seat=seat):
            yield from trophy_problems(table.board(seat), 1)
        case moves.TrophiesSpent(seat=seat, trophies=trophies):
            yield from spending_problems(table.board(seat), trophies)
        case moves.Fought():
            yield from _battle_problems(table, move)
        case moves.Duelled():
            yield from _duel_problems(table, move)
        case moves.TierChanged(seat=seat, toll=toll, trophy=trophy):
            yield from toll_problems(table.board(seat), toll, trophy)
        case moves.Turned(dial=dial, by=by) if not 1 <= abs(by) <= moves.MAX_TURNED:
            yield Problem("table.turned", {"most": moves.MAX_TURNED, "actual": by}, str(dial))


def _start_problems(table: Table, move: moves.StartEntered) -> Iterator[Problem]:
    """Yield what cannot be entered: it is known already, or there is no such dial."""
    if not any(values.told for values in move.seats):
        yield Problem("table.nothing_entered")
    for values in move.seats:
        seat = values.seat
        for dial in values.told:
            if dial not in table.entered_dials(seat):
                yield Problem("table.no_nemesis", {"seat": seat}, f"{dial}.{seat}")
            elif dial not in table.unknown_dials(seat):
                details = {"seat": seat, "value": table.dial(seat, dial) or 0}
                yield Problem("table.entered", details, f"{dial}.{seat}")


def _order_problems(
    table: Table, move: moves.TurnEnded | moves.PhaseEnded | moves.Explored
) -> Iterator[Problem]:
    """Yield why it is not this turn, or not this phase, that ends."""
    match move:
        case moves.TurnEnded(seat=seat):
            if seat != table.active:
                yield Problem("table.turn_over", {"seat": seat})
        case moves.PhaseEnded(seat=seat) | moves.Explored(seat=seat) if not table.can_make(move):
            yield Problem("table.no_nemesis", {"seat": seat}, "seat")
        case moves.Explored(seat=seat):
            if (seat, NemesisPhase.EXPLORATION) != (table.active, table.phase):
                yield Problem("table.phase_over")
        case moves.PhaseEnded(seat=seat, phase=phase):
            if (seat, phase) != (table.active, table.phase) or phase.next is None:
                yield Problem("table.phase_over")


def _battle_problems(table: Table, move: moves.Fought) -> Iterator[Problem]:
    if table.board(move.seat).is_down:
        yield Problem("table.is_down", {"seat": move.seat})
    if move.against is not None and move.against not in table.characters:
        yield Problem("table.no_character", {"seat": move.against}, "against")
    if bool(move.battle.agents) == (move.against is not None):
        yield Problem("battle.opponent", path="against")
    yield from battle.battle_problems(move.battle)
    yield from trophy_problems(table.board(move.seat), len(move.battle.agents))


def _duel_problems(table: Table, move: moves.Duelled) -> Iterator[Problem]:
    for name, seat in (("challenger", move.challenger), ("defender", move.defender)):
        if seat not in table.characters:
            yield Problem("table.no_character", {"seat": seat}, name)
    if move.challenger == move.defender:
        yield Problem("duel.alone", path="defender")
    yield from skill_duel.duel_problems(move.duel)


def _turn_problems(table: Table, move: Move) -> Iterator[Problem]:
    """Yield why a move has to wait for its turn or phase (pp. 4, 11 and 14), or for somebody."""
    match move:
        case moves.TrophiesSpent(seat=seat) if seat != table.active:
            yield Problem("table.not_own_turn", {"seat": seat}, "trophies")
        case moves.TrophiesSpent() if table.phase is not NemesisPhase.EXPERIENCE:
            yield Problem("table.not_experience", path="trophies")
        case moves.Duelled(challenger=seat) if seat != table.active:
            yield Problem("duel.not_active", {"seat": table.active}, "challenger")
        case moves.Fought(against=seat) if seat is not None and table.lives.get(seat) == 0:
            yield Problem("table.character_down", {"seat": seat}, "against")
        case moves.TierChanged(seat=seat) if seat != table.active:
            yield Problem("table.not_own_turn", {"seat": seat}, "toll")


def _applied(table: Table, move: Move) -> Table:
    match move:
        case moves.TurnEnded():
            return _next_turn(table)
        case moves.PhaseEnded(phase=phase):
            return replace(table, phase=phase.next or phase, found=None)
        case moves.Explored(found=found):
            return replace(table, phase=NemesisPhase.ENGAGEMENT, found=found)
        case moves.StartEntered(seats=seats):
            for values in seats:
                table = table.with_start(values)
            return table
        case moves.Duelled():
            stakes = skill_duel.settle_duel(move.duel)
            won = stakes.winner is Winner.ATTACKER
            return table.with_life_lost(move.defender if won else move.challenger, stakes.life)
        case moves.Turned(seat=seat, by=by) if seat in table.characters:
            lives = {**table.lives, seat: _turned(table.lives.get(seat), by)}
            return replace(table, lives=lives)
        case moves.Fought(seat=seat):
            ended = battle.fight(move.battle)
            table = table.in_phase(seat, phase_after_battle(ended))
            table = table.with_life_lost(move.against, ended.character_life)
            return table.with_board(_after_battle(table.board(seat), ended))
        case moves.TrophiesSpent(seat=seat) | moves.TierChanged(seat=seat):
            # Who goes to the middle tier skips exploration and engagement (p. 14).
            table = table.in_phase(seat, NemesisPhase.EXPERIENCE)
    if not isinstance(move, SeatMove):
        raise TypeError(type(move))
    return table.with_board(_moved(table.board(move.seat), move))


def _moved(board: Board, move: Move) -> Board:
    match move:
        case moves.Turned(dial=moves.Dial.INFAMY, by=by):
            return with_infamy(board, by)
        case moves.Turned(dial=moves.Dial.LIFE, by=by):
            # If the pack does not know the life, the first one entered is its start.
            start = board.start_life if board.life is not None else max(0, by)
            return replace(board, life=_turned(board.life, by), start_life=start)
        case moves.Turned(by=by):
            return replace(board, attribute=_turned(board.attribute, by))
        case moves.LevelGained(levels=levels):
            return with_levels(board, levels)
        case moves.TrophyTaken(value=value):
            return board.with_trophies((value,))
        case moves.TrophiesSpent(trophies=spent):
            return with_trophies_spent(board, spent)
        case moves.TierChanged(toll=toll, trophy=trophy):
            return with_toll_paid(board, toll, trophy)
        case moves.Defeated():
            return defeated(board)
    return board


def _after_battle(board: Board, ended: battle.Consequences) -> Board:
    if board.life is not None:
        board = replace(board, life=max(0, board.life - ended.nemesis_life))
    return board.with_trophies(ended.trophies)


def _turned(shown: int | None, by: int) -> int:
    return max(0, min(moves.MAX_DIAL, (shown or 0) + by))


def _next_turn(table: Table) -> Table:
    if table.turn + 1 < len(table.order):
        return replace(table, turn=table.turn + 1, phase=NemesisPhase.MOVEMENT, found=None)
    boards = (
        replace(board, curve=(*board.curve, board.infamy)[:MAX_ROUNDS]) for board in table.boards
    )
    return replace(
        table,
        turn=0,
        phase=NemesisPhase.MOVEMENT,
        found=None,
        round=table.round + 1,
        boards=tuple(boards),
    )


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

    def problems(
        self, position: Position[Table], move: Move, seen: int | None
    ) -> tuple[Problem, ...]:
        """Return why a new move is refused; recorded ones count in anybody's turn."""
        found = super().problems(position, move, seen)
        return found or tuple(_turn_problems(position.table, move))

    def apply(self, table: Table, move: Move, at: int) -> Table:
        del at
        refuse(_problems(table, move))
        return _applied(table, move)


LIVE = RelicLive()
