"""What lies before the players of a live game (pp. 4-5): dice, cards in play and their tokens.

Of a hand only the number of cards is entered. A Chimera, whom players fight together, has the seat
after theirs: it is a player and its own Phoenixborn (Red Rains).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Final

from campaign.rules.ashes.catalogue import PLAYERS, DiceType
from campaign.rules.ashes.chimera import MAX_THREAT, Aim
from campaign.rules.ashes.deck import FIRST_FIVE, MAX_DICE
from campaign.rules.ashes.result import MAX_ROUNDS
from campaign.rules.core.constraints import Limit, Most

MAX_IN_PLAY: Final = 40  # before one player; more than any box has room for


class RoundPhase(StrEnum):
    """The phases of a round (p. 5)."""

    PREPARATION = "preparation"
    TURNS = "turns"
    RECOVERY = "recovery"


class Side(StrEnum):
    """How a die lies: in the exhausted pool, or in the active one with a side up."""

    EXHAUSTED = "exhausted"
    ACTIVE = "active"  # nobody has entered which side
    BASIC = "basic"
    CLASS = "class"
    POWER = "power"


class Zone(StrEnum):
    """Where a card in play lies."""

    BATTLEFIELD = "battlefield"
    SPELLBOARD = "spellboard"


@dataclass(frozen=True, slots=True)
class CardInPlay:
    """A unit, or a copy of a ready spell; a value that nobody knows is None."""

    number: int  # by which moves name it: no other card of its player has it, or had it
    zone: Zone
    name: str  # as it was entered
    card: str = ""  # its id in the catalogue; empty if the name was typed
    attack: int | None = None
    life: int | None = None
    recover: int | None = None
    limit: int | None = None  # of a conjuration: copies in its conjuration pile
    wounds: int = 0
    exhaustion: int = 0
    status: int = 0
    owner: int | None = None  # the seat whose card it is; None: of the player it lies before
    # Of an aspect: whose battlefield it lies opposite, and what is printed on it.
    facing: int | None = None
    face_down: bool = False
    blood: int | None = None
    aim: Aim | None = None
    pips: int = 0  # status tokens that it comes into play with

    @property
    def title(self) -> str:
        """Return what copies of a card share, in whatever language they were entered."""
        return self.card or self.name

    @property
    def is_destroyed(self) -> bool:
        """Say whether the wounds reach the life (p. 12): then it is discarded."""
        return self.life is not None and self.wounds >= self.life


# Older files could have starts with up to 999 dice of a type.
Dice = Annotated[Mapping[DiceType, Annotated[int, Limit(0, 999)]], Most(MAX_DICE, pieces=True)]
Sides = Annotated[tuple[Side, ...], Most(MAX_DICE)]
InPlay = Annotated[tuple[CardInPlay, ...], Most(MAX_IN_PLAY)]


@dataclass(frozen=True, slots=True)
class Player:
    """The state of a player; ``life`` is None if it is unknown."""

    seat: int
    life: int | None
    dice: Dice = field(hash=False)  # all of them
    pile: int
    wounds: int = 0
    curve: Annotated[tuple[int, ...], Most(MAX_ROUNDS)] = ()  # wounds at the end of each round
    sides: Sides = ()  # of all dice, type by type
    in_play: Annotated[
        tuple[CardInPlay, ...], Most(MAX_IN_PLAY)
    ] = ()  # in the order in which they came
    entered: int = 0  # cards that ever came into play
    exhaustion: int = 0  # tokens on the Phoenixborn
    status: int = 0
    hand: int = FIRST_FIVE  # cards; the First Five are the first
    reactions: int = 0  # spells played in this turn

    @property
    def dice_types(self) -> tuple[DiceType, ...]:
        """Return the type of each die, in the order of ``sides``."""
        return tuple(kind for kind, count in self.dice.items() for _die in range(count))

    @property
    def active(self) -> dict[DiceType, int]:
        """Return how many dice of each type are in the active pool."""
        found = dict.fromkeys(self.dice, 0)
        for kind, side in zip(self.dice_types, self.sides, strict=True):
            found[kind] += side is not Side.EXHAUSTED
        return found

    @property
    def is_destroyed(self) -> bool:
        """Say whether the wounds reach the life (p. 13)."""
        return self.life is not None and self.wounds >= self.life

    @property
    def left(self) -> int | None:
        """Return the life that is left."""
        return None if self.life is None else max(0, self.life - self.wounds)


@dataclass(frozen=True, slots=True)
class ChimeraStart:
    """What a Chimera begins with; what nobody knows is None."""

    life: int | None
    threat: int | None  # aspects on each battlefield after a recovery
    ultimate: int | None  # Red Rains tokens that trigger its ultimate
    cards: int  # aspects of its deck
    face_down: Annotated[int, Limit(0, MAX_THREAT)] = 0  # aspects on each battlefield


@dataclass(frozen=True, slots=True)
class Start:
    """The initial state that is stored: all dice are exhausted (p. 4)."""

    seats: Annotated[tuple[Player, ...], Most(PLAYERS[-1])]
    first: int | None = None
    chimera: ChimeraStart | None = None


@dataclass(frozen=True, slots=True)
class ChimeraState:
    """What a table counts of a Chimera beside what every player has."""

    seat: int
    threat: int | None
    ultimate: int | None
    cards: int
    rage: int = 0  # rage dice that show power
    rains: int = 0  # Red Rains tokens
    level: int = 1  # of its behaviour and ultimate cards: I, II or III
    emptied: int = 0  # times that its draw pile was
    points_at: int = 1  # at whom its first player token points
    faces: int = 1  # the player whom its turn is against
    faced: tuple[int, ...] = ()  # whom it had its turn against already
    acted: bool = False  # against one of those
    behaviour: int = 0  # what the behaviour die showed in this turn; 0: not rolled

    @property
    def is_ultimate_due(self) -> bool:
        """Say whether its ultimate is to be resolved."""
        return self.ultimate is not None and self.rains >= self.ultimate


@dataclass(frozen=True, slots=True)
class Fall:
    """Those who were destroyed at the same time."""

    seats: tuple[int, ...]
    round: int
    in_preparation: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A unit that blocks an attacker, and whether it counters (p. 6)."""

    attacker: int  # numbers of cards
    blocker: int  # 0: nobody
    counters: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that is being declared (pp. 6-9)."""

    seat: int  # that attacks
    attackers: tuple[int, ...] = ()  # numbers of cards
    target: int | None = None  # the seat that is attacked
    card: int = 0  # the unit that is attacked; 0: the Phoenixborn
    blocks: tuple[Block, ...] = ()  # of an attack on a Phoenixborn
    guard: int | None = None  # of an attacked unit: a unit's number, 0 for the Phoenixborn
    counters: bool = False  # the attacked unit, or its guard, does
    split: Mapping[int, int] = field(default_factory=dict, hash=False)  # its damage by attacker


@dataclass(frozen=True, slots=True)
class Table:
    """The state of a game."""

    players: tuple[Player, ...]
    first: int | None = None
    round: int = 1
    phase: RoundPhase = RoundPhase.PREPARATION
    turn: int | None = None  # the seat whose turn it is
    passed: tuple[int, ...] = ()  # the seats that passed in a row
    falls: tuple[Fall, ...] = ()  # in order
    attack: Attack | None = None  # that is being declared
    chimera: ChimeraState | None = None  # whom all fight together
    done: tuple[int, ...] = ()  # the seats that are done in a turn that players share

    @property
    def heroes(self) -> tuple[int, ...]:
        """Return the seats of people."""
        count = len(self.players) - (self.chimera is not None)
        return tuple(range(1, count + 1))

    @property
    def acting(self) -> tuple[int, ...]:
        """Return the seats whose turn it is: those who fight a Chimera share one."""
        if self.turn is None:
            return ()
        if self.chimera is None or self.turn == self.chimera.seat:
            return (self.turn,)
        return tuple(seat for seat in self.heroes if seat not in self.done)

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
        Those who fight a Chimera have lost with the first of them.
        """
        if self.chimera is not None:
            return len(self.living) < len(self.players)
        return len(self.living) <= 1 and self.phase is not RoundPhase.PREPARATION

    @property
    def winner(self) -> int | None:
        """Return the last one left; None if nobody is, and while the game goes on.

        Nobody wins alone against a Chimera.
        """
        if self.chimera is not None:
            return None
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
