"""Moves of a live duel.

Moves that depend on what the sender saw have a subject; of the others two at once both count.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from campaign.rules.ashes.cards_in_play import Counted, Token
from campaign.rules.ashes.catalogue import PLAYERS, DiceType
from campaign.rules.ashes.first_player import MAX_REROLLS
from campaign.rules.ashes.result import MAX_LIFE
from campaign.rules.ashes.table import RoundPhase, Side, Sides, Zone
from campaign.rules.core.constraints import Limit, Line, Most
from campaign.rules.core.entries import Number
from campaign.rules.core.keys import Key
from campaign.rules.core.live import Move, SeatMove
from campaign.rules.core.sizes import NAME

MAX_CHANGE: Final = 30  # in one move
MAX_PLACE: Final = 9999  # of a die, or the number of a card

Change = Annotated[int, Limit(-MAX_CHANGE, MAX_CHANGE)]
ItemNumber = Annotated[int, Limit(1, MAX_PLACE)]
PlaceOrNone = Annotated[int, Limit(0, MAX_PLACE)]


@dataclass(frozen=True, slots=True)
class Wounded(SeatMove, kind="life"):
    """Wounds were put on a Phoenixborn, or removed."""

    by: Change


@dataclass(frozen=True, slots=True)
class LifeChanged(SeatMove, kind="left"):
    """A Phoenixborn lost life, if negative, or got some back: wounds from the other end."""

    by: Change


@dataclass(frozen=True, slots=True)
class PileChanged(SeatMove, kind="pile"):
    """Cards were drawn from a draw pile, or returned to it."""

    by: Change


@dataclass(frozen=True, slots=True)
class CardsDrawn(SeatMove, kind="draw"):
    """Cards were drawn from a draw pile into the hand."""

    by: Annotated[int, Limit(1, MAX_CHANGE)]


@dataclass(frozen=True, slots=True)
class HandChanged(SeatMove, kind="hand"):
    """Cards left a hand, or came to it other than by drawing."""

    by: Change


@dataclass(frozen=True, slots=True)
class ReactionPlayed(SeatMove, kind="reaction"):
    """A reaction spell was played from a hand: each player may play one in a turn (p. 11)."""


@dataclass(frozen=True, slots=True)
class DiceChanged(SeatMove, kind="dial"):
    """Dice of a type went to the active pool, or, if negative, to the exhausted one.

    Pages send it no more, since they know each die; games that were played before have it.
    """

    die: DiceType
    by: Change


@dataclass(frozen=True, slots=True)
class DieTurned(SeatMove, kind="die"):
    """A die was exhausted, made active, or turned to a side (meditation: p. 9)."""

    place: ItemNumber  # among the player's dice
    side: Side


@dataclass(frozen=True, slots=True)
class DiceRolled(SeatMove, kind="roll"):
    """The dice of the exhausted pool were rolled for a player (p. 5)."""

    sides: Sides = ()  # of all dice of the player then; chance decides


@dataclass(frozen=True, slots=True)
class AllRolled(Move, kind="roll_all"):
    """Everybody's exhausted dice were rolled at once (p. 5); after a tie again, until one leads."""

    sides: Annotated[tuple[Sides, ...], Most(PLAYERS[-1])] = ()  # by seat; chance decides
    again: Annotated[int, Limit(0, MAX_REROLLS)] = 0  # how often after a tie


@dataclass(frozen=True, slots=True)
class CardEntered(SeatMove, kind="enter"):
    """A unit or a ready spell came into play."""

    zone: Zone
    name: Annotated[str, Line(NAME)]
    card: Key | None = None  # its id in the catalogue
    attack: Number | None = None
    life: Number | None = None
    recover: Number | None = None
    limit: Number | None = None  # of a conjuration
    from_hand: bool = False  # then the hand has one card less


@dataclass(frozen=True, slots=True)
class CardCounted(SeatMove, kind="card"):
    """Tokens were put on a card in play or removed, or an effect changed its values."""

    card: ItemNumber  # its number
    what: Counted
    by: Change


@dataclass(frozen=True, slots=True)
class CardLeft(SeatMove, kind="leave"):
    """A card left play."""

    card: ItemNumber


@dataclass(frozen=True, slots=True)
class ControlChanged(SeatMove, kind="control"):
    """A card in play goes to another player, who controls it from now on (p. 12)."""

    card: ItemNumber
    to: Annotated[int, Limit(1, PLAYERS[-1])]


@dataclass(frozen=True, slots=True)
class PhoenixbornMarked(SeatMove, kind="born"):
    """Exhaustion or status tokens were put on a Phoenixborn, or removed."""

    token: Token
    by: Change


@dataclass(frozen=True, slots=True)
class AttackerChosen(SeatMove, kind="attacker", conflict_key="attack"):
    """A unit of the active player joins an attack, or leaves it again (p. 6)."""

    card: ItemNumber


@dataclass(frozen=True, slots=True)
class TargetChosen(SeatMove, kind="target", conflict_key="attack"):
    """The attackers of a seat attack a Phoenixborn, or a unit of theirs."""

    target: Annotated[int, Limit(1, PLAYERS[-1])]
    card: PlaceOrNone = 0  # the unit; 0: the Phoenixborn


@dataclass(frozen=True, slots=True)
class Blocked(SeatMove, kind="block", conflict_key="attack"):
    """A unit of the attacked seat blocks an attacker, or none does."""

    attacker: ItemNumber
    blocker: PlaceOrNone = 0  # 0: nobody
    counters: bool = False


@dataclass(frozen=True, slots=True)
class Guarded(SeatMove, kind="guard", conflict_key="attack"):
    """Somebody of the attacked seat guards the attacked unit (p. 9)."""

    guard: PlaceOrNone | None = None  # a unit; 0: the Phoenixborn; None: nobody


@dataclass(frozen=True, slots=True)
class Countered(SeatMove, kind="counter", conflict_key="attack"):
    """The attacked unit counters, or does not."""

    counters: bool = True


@dataclass(frozen=True, slots=True)
class DamageSplit(SeatMove, kind="split", conflict_key="attack"):
    """A countering unit deals one of several attackers more damage, or less (p. 9)."""

    attacker: ItemNumber
    by: Change


@dataclass(frozen=True, slots=True)
class AttackResolved(SeatMove, kind="resolve", conflict_key="attack"):
    """The damage of an attack was dealt."""


@dataclass(frozen=True, slots=True)
class AttackCalledOff(SeatMove, kind="call_off", conflict_key="attack"):
    """An attack that was being declared is not made."""


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

    phase: RoundPhase


MOVES: tuple[type[Move], ...] = (
    Wounded,
    LifeChanged,
    PileChanged,
    CardsDrawn,
    HandChanged,
    ReactionPlayed,
    DiceChanged,
    DieTurned,
    DiceRolled,
    AllRolled,
    CardEntered,
    CardCounted,
    CardLeft,
    ControlChanged,
    PhoenixbornMarked,
    AttackerChosen,
    TargetChosen,
    Blocked,
    Guarded,
    Countered,
    DamageSplit,
    AttackResolved,
    AttackCalledOff,
    LifeRead,
    FirstChosen,
    TurnEnded,
    PhaseEnded,
)
