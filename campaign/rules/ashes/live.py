"""A live duel: wounds, dice, draw piles, phases and turns, folded from its moves.

Hands stay hidden: cards are not entered. Page numbers are those of the rulebook.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Final

from campaign.rules.ashes.catalogue import DiceType
from campaign.rules.ashes.duel import MAX_LIFE, MAX_ROUNDS, DuelResult, Ending
from campaign.rules.ashes.sheet import DuelBody
from campaign.rules.core.entries import Limit
from campaign.rules.core.live import Live, Move, SeatMove
from campaign.rules.core.problems import Problem, refuse
from campaign.rules.core.sheet import SetupSheet

MAX_CHANGE: Final = 30  # in one move

Change = Annotated[int, Limit(-MAX_CHANGE, MAX_CHANGE)]


class Phase(StrEnum):
    """The phases of a round (p. 6)."""

    PREPARATION = "preparation"
    TURNS = "turns"
    RECOVERY = "recovery"


# --- moves ---


@dataclass(frozen=True, slots=True)
class Wounded(SeatMove, kind="life"):
    """Wounds were put on a Phoenixborn, or removed."""

    by: Change


@dataclass(frozen=True, slots=True)
class PileChanged(SeatMove, kind="pile"):
    """Cards were drawn from a draw pile, or returned to it."""

    by: Change


@dataclass(frozen=True, slots=True)
class DiceChanged(SeatMove, kind="dial"):
    """Dice of a type went to the active pool, or, if negative, to the exhausted one."""

    die: DiceType
    by: Change


@dataclass(frozen=True, slots=True)
class LifeRead(SeatMove, kind="life_read"):
    """A life that the catalogue does not have was read off the card."""

    value: Annotated[int, Limit(1, MAX_LIFE)]


@dataclass(frozen=True, slots=True)
class FirstChosen(SeatMove, kind="first", conflict_key="turn"):
    """A player takes the first player token."""


@dataclass(frozen=True, slots=True)
class TurnEnded(SeatMove, kind="turn", conflict_key="turn"):
    """A turn ended; ``passed``: the main action was to pass."""

    passed: bool = False


@dataclass(frozen=True, slots=True)
class PhaseEnded(Move, kind="phase", conflict_key="turn"):
    """Everybody has finished preparation or recovery."""

    phase: Phase


# --- the table ---


@dataclass(frozen=True, slots=True)
class Player:
    """The state of a player; ``life`` is None if it is unknown."""

    seat: int
    life: int | None
    dice: Mapping[DiceType, int] = field(hash=False)  # all of them
    pile: int
    active: Mapping[DiceType, int] = field(default_factory=dict, hash=False)  # the rest exhausted
    wounds: int = 0
    curve: tuple[int, ...] = ()  # wounds at the end of each round

    @property
    def is_destroyed(self) -> bool:
        """Say whether the wounds reach the life (p. 12)."""
        return self.life is not None and self.wounds >= self.life

    @property
    def left(self) -> int | None:
        """Return the life that is left."""
        return None if self.life is None else max(0, self.life - self.wounds)


@dataclass(frozen=True, slots=True)
class Start:
    """The initial state that is stored: all dice are exhausted (p. 4)."""

    seats: tuple[Player, ...]
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The state of a duel."""

    players: tuple[Player, ...]
    first: int | None = None
    round: int = 1
    phase: Phase = Phase.PREPARATION
    turn: int | None = None  # the seat whose turn it is
    passes: int = 0  # in a row
    fallen: tuple[int, ...] = ()  # seats, in the order in which they were destroyed

    @property
    def living(self) -> tuple[int, ...]:
        """Return the seats that still play."""
        return tuple(player.seat for player in self.players if not player.is_destroyed)

    @property
    def is_over(self) -> bool:
        """Say whether at most one Phoenixborn is left."""
        return len(self.living) <= 1

    @property
    def winner(self) -> int | None:
        """Return the last one left; None if nobody is, and while the game goes on."""
        return self.living[0] if len(self.living) == 1 else None

    def player(self, seat: int) -> Player:
        """Return a player by seat."""
        return self.players[seat - 1]

    def after(self, seat: int) -> int:
        """Return the next seat to the left that still plays."""
        seats = [(seat + step - 1) % len(self.players) + 1 for step in range(1, 5)]
        return next((each for each in seats if each in self.living), seat)


class DuelLive(Live[Start, Table]):
    """Duels and melees."""

    start = Start
    moves = (Wounded, PileChanged, DiceChanged, LifeRead, FirstChosen, TurnEnded, PhaseEnded)

    def begin(self, sheet: SetupSheet[DuelBody]) -> Start:
        seats = (
            Player(
                seat.number,
                seat.life if isinstance(seat.life, int) else None,
                {DiceType(each): n for each, n in seat.dice.items()},
                seat.draw_pile,
            )
            for seat in sheet.body.seats
        )
        return Start(tuple(seats), sheet.body.first)

    def table(self, start: Start) -> Table:
        # An imported start may have other fields set; they are ignored.
        players = (Player(each.seat, each.life, each.dice, each.pile) for each in start.seats)
        return Table(tuple(players), start.first)

    def seats(self, start: Start) -> tuple[int, ...]:
        return tuple(each.seat for each in start.seats)

    def apply(self, table: Table, move: Move, at: int) -> Table:
        del at
        refuse(_problems(table, move))
        return _settled(_applied(table, move))


def _problems(table: Table, move: Move) -> Iterator[Problem]:
    if table.is_over:
        yield Problem("duel.live_over")
        return
    match move:
        case SeatMove(seat=seat) if not 1 <= seat <= len(table.players):
            yield Problem("duel.no_such_seat", {"seat": seat}, "seat")
        case DiceChanged(seat=seat, die=die) if not table.player(seat).dice.get(die):
            yield Problem("duel.live_no_dice", {"dice": (die.value,)}, "die")
        case LifeRead(seat=seat) if table.player(seat).life is not None:
            yield Problem("duel.live_life_known", {"seat": seat}, "seat")
        case FirstChosen(seat=seat) if table.player(seat).is_destroyed:
            yield Problem("duel.live_destroyed", {"seat": seat}, "seat")
        case TurnEnded(seat=seat) if seat != table.turn:
            yield Problem("duel.live_turn_over", {"seat": seat})
        case PhaseEnded(phase=phase) if phase is not table.phase or phase is Phase.TURNS:
            yield Problem("duel.live_phase_over")
        case PhaseEnded() if table.first is None:
            yield Problem("duel.live_no_first")


def _applied(table: Table, move: Move) -> Table:
    match move:
        case Wounded(seat=seat, by=by):
            return _with(table, _wounded(table.player(seat), by))
        case PileChanged(seat=seat, by=by):
            return _with(table, _drawn(table, table.player(seat), by))
        case DiceChanged(seat=seat, die=die, by=by):
            player = table.player(seat)
            now = max(0, min(player.dice[die], player.active.get(die, 0) + by))
            return _with(table, replace(player, active={**player.active, die: now}))
        case LifeRead(seat=seat, value=value):
            return _with(table, replace(table.player(seat), life=value))
        case FirstChosen(seat=seat):
            return replace(table, first=seat)
        case TurnEnded(seat=seat, passed=passed):
            passes = table.passes + 1 if passed else 0
            return replace(table, turn=table.after(seat), passes=passes)
        case PhaseEnded(phase=Phase.PREPARATION):
            return _begun(table)
    return _recovered(table)


def _with(table: Table, player: Player) -> Table:
    players = (player if each.seat == player.seat else each for each in table.players)
    return replace(table, players=tuple(players))


def _wounded(player: Player, by: int) -> Player:
    return replace(player, wounds=max(0, min(MAX_LIFE, player.wounds + by)))


def _drawn(table: Table, player: Player, by: int) -> Player:
    """Return a player with a smaller or larger pile.

    In preparation each card that cannot be drawn is a wound (p. 6).
    """
    pile = player.pile + by
    if pile < 0 and table.phase is Phase.PREPARATION:
        player = _wounded(player, -pile)
    return replace(player, pile=max(0, min(MAX_LIFE, pile)))


def _begun(table: Table) -> Table:
    """Return the table when turns begin: everybody has rolled their exhausted dice (p. 6)."""
    players = tuple(replace(player, active=dict(player.dice)) for player in table.players)
    first = table.first if table.first in table.living else table.after(table.first or 1)
    return replace(table, players=players, phase=Phase.TURNS, turn=first, passes=0)


def _recovered(table: Table) -> Table:
    """Return the table when a round begins: the first player token moved left (p. 7)."""
    players = tuple(
        replace(player, curve=(*player.curve, player.wounds)) for player in table.players
    )
    return replace(
        table,
        players=players,
        first=table.after(table.first or 1),
        round=min(MAX_ROUNDS, table.round + 1),
        phase=Phase.PREPARATION,
    )


def _settled(table: Table) -> Table:
    """Return the table after the consequences of wounds and passes."""
    down = [player.seat for player in table.players if player.is_destroyed]
    fallen = [seat for seat in table.fallen if seat in down]
    fallen += [seat for seat in down if seat not in fallen]
    table = replace(table, fallen=tuple(fallen))
    if table.phase is not Phase.TURNS or table.is_over:
        return table
    if table.passes >= len(table.living):  # all passed in a row
        return replace(table, phase=Phase.RECOVERY, turn=None, passes=0)
    if table.turn in down:
        return replace(table, turn=table.after(table.turn or 1))
    return table


def result_so_far(table: Table) -> DuelResult:
    """Return the result as far as the table knows it."""
    count = len(table.players)
    places: dict[int, int] = {seat: count - n for n, seat in enumerate(table.fallen)}
    if table.winner is not None:
        places[table.winner] = 1
    seats = range(1, count + 1)
    return DuelResult(
        winner=table.winner,
        ending=Ending.DESTROYED if table.is_over else None,
        rounds=table.round,
        places=tuple(places.get(seat) for seat in seats) if count > 2 and table.winner else (),
        life=tuple(player.left for player in table.players),
    )


LIVE = DuelLive()
