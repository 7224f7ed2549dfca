"""What the parts of the live page show."""

from dataclasses import dataclass

from tracker.live.values import Counter, Tap


@dataclass(frozen=True, slots=True)
class Chip:
    """A turn-order card, or several equal ones."""

    label: str
    colour: str = ""
    nemesis: bool = False
    chance: str = ""


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock: what it showed when it was last started or stopped, in seconds."""

    spent: int
    since: int | None  # seconds after the table was opened; None while it stands
    move: str  # as JSON: stop it, or let it go on


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose turn it is, what was drawn, and what may come."""

    round: int
    turn: int
    title: str
    lead: str
    colour: str
    acting: int | None
    taps: tuple[Tap, ...]  # the big ones
    drawn: tuple[Chip, ...]
    left: tuple[Chip, ...]
    left_says: str
    by_hand: tuple[Tap, ...]
    ends: tuple[str, ...]
    clock: ClockView


@dataclass(frozen=True, slots=True)
class DialsView:
    """What is counted beside the mages."""

    counters: tuple[Counter, ...]
    says: str  # the nemesis' tier and deck


@dataclass(frozen=True, slots=True)
class BreachView:
    """A breach, and what can be done to it."""

    number: str
    state: str
    cost: int | None
    taps: tuple[Tap, ...]


@dataclass(frozen=True, slots=True)
class MageView:
    """A mage in this game."""

    seat: int
    name: str
    colour: str
    exhausted: bool
    life: Counter
    charges: Counter | None
    breaches: tuple[BreachView, ...]
    step: str
    taps: tuple[Tap, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """A nemesis card in play."""

    kind: str
    tokens: Counter  # with its name
    next: bool
    discard: str  # the move as JSON
