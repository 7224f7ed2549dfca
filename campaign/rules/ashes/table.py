"""What lies before the players of a live duel (pp. 4-5). Cards in hand are not entered."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from campaign.rules.ashes.catalogue import DiceType


class Phase(StrEnum):
    """The phases of a round (p. 5)."""

    PREPARATION = "preparation"
    TURNS = "turns"
    RECOVERY = "recovery"


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
        """Say whether the wounds reach the life (p. 13)."""
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
class Fall:
    """Those who were destroyed at the same time."""

    seats: tuple[int, ...]
    round: int
    in_preparation: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The state of a duel."""

    players: tuple[Player, ...]
    first: int | None = None
    round: int = 1
    phase: Phase = Phase.PREPARATION
    turn: int | None = None  # the seat whose turn it is
    passes: int = 0  # in a row
    falls: tuple[Fall, ...] = ()  # in order

    @property
    def living(self) -> tuple[int, ...]:
        """Return the seats that still play."""
        return tuple(player.seat for player in self.players if not player.is_destroyed)

    @property
    def fallen(self) -> tuple[int, ...]:
        """Return the seats that were destroyed, in order."""
        return tuple(seat for fall in self.falls for seat in fall.seats)

    @property
    def is_over(self) -> bool:
        """Say whether at most one Phoenixborn is left (p. 13).

        All prepare at the same time (p. 5), so nobody has won before everybody is done with it.
        """
        return len(self.living) <= 1 and self.phase is not Phase.PREPARATION

    @property
    def winner(self) -> int | None:
        """Return the last one left; None if nobody is, and while the game goes on."""
        return self.living[0] if self.is_over and self.living else None

    def player(self, seat: int) -> Player:
        """Return a player by seat."""
        return self.players[seat - 1]

    def with_player(self, player: Player) -> "Table":
        """Return the table with one player replaced."""
        players = (player if each.seat == player.seat else each for each in self.players)
        return replace(self, players=tuple(players))

    def after(self, seat: int) -> int:
        """Return the next seat to the left that still plays."""
        count = len(self.players)
        seats = [(seat + step - 1) % count + 1 for step in range(1, count + 1)]
        return next((each for each in seats if each in self.living), seat)
