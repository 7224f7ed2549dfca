"""Everything that can be done at the table."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from campaign.rules.aeons_end.bounds import Dial as DialValue
from campaign.rules.aeons_end.bounds import SeatNumber, Tier
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.exhaustion import ExhaustionStep
from campaign.rules.aeons_end.turn_order import TurnCard
from campaign.rules.core import sizes
from campaign.rules.core.entries import Name, Verbatim
from campaign.rules.core.live import Move
from campaign.rules.core.serialize import between

By = Annotated[int, between(-99, 99)]
Number = Annotated[int, between(1, 999)]
Place = Annotated[int, between(1, 50)]

TURNS, NEMESIS_CARDS, CLOCK = "turns", "nemesis cards", "clock"


class Whose(StrEnum):
    """What is counted beside the mages."""

    GRAVEHOLD = "gravehold"
    NEMESIS = "nemesis"
    TOKENS = "tokens"  # on the nemesis' mat
    SUPPORT = "support"  # cards resolved from the support deck


class From(StrEnum):
    """Where a turn-order card is taken from."""

    DRAWN = "drawn"  # the one drawn last
    TOP = "top"  # one that was looked at


class To(StrEnum):
    """Where a turn-order card goes."""

    TOP = "top"
    UNDER = "under"
    SHUFFLED = "shuffled"


class BreachAct(StrEnum):
    """What happens to a breach."""

    FOCUS = "focus"
    OPEN = "open"
    CLOSE = "close"
    DESTROY = "destroy"


# --- turn order ---


@dataclass(frozen=True, slots=True)
class DrawTurn(Move):
    """Draw the next turn-order card: chance draws it, or the group says which one came."""

    kind: ClassVar[str] = "draw"
    about: ClassVar[str] = TURNS

    card: TurnCard | None = None


@dataclass(frozen=True, slots=True)
class Act(Move):
    """Let a mage take the wild card or the pair's card that was drawn."""

    kind: ClassVar[str] = "act"
    about: ClassVar[str] = TURNS

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Look(Move):
    """Look at the next card of the turn-order deck; it stays there."""

    kind: ClassVar[str] = "look"
    about: ClassVar[str] = TURNS

    card: TurnCard | None = None


@dataclass(frozen=True, slots=True)
class PutBack(Move):
    """Put a turn-order card back on top, under the deck, or shuffle it in."""

    kind: ClassVar[str] = "put_back"
    about: ClassVar[str] = TURNS

    to: To
    source: From = From.DRAWN


# --- dials and mages ---


@dataclass(frozen=True, slots=True)
class Dial(Move):
    """Turn a dial; ``beyond`` lets it go above where it began."""

    kind: ClassVar[str] = "dial"

    whose: Whose
    by: By
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Life(Move):
    """Deal damage to a mage (below 0), or heal them."""

    kind: ClassVar[str] = "life"

    seat: SeatNumber
    by: By
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Charge(Move):
    """Gain charges, or lose them."""

    kind: ClassVar[str] = "charge"

    seat: SeatNumber
    by: By


@dataclass(frozen=True, slots=True)
class BreachMove(Move):
    """Focus, open, close or destroy a breach of a mage."""

    kind: ClassVar[str] = "breach"
    about: ClassVar[str] = "breaches {.seat}"

    seat: SeatNumber
    number: Annotated[str, Verbatim(4)]
    act: BreachAct


@dataclass(frozen=True, slots=True)
class Exhaust(Move):
    """Take the next step of a mage's exhaustion; a rule that this box lacks is skipped."""

    kind: ClassVar[str] = "exhaust"
    about: ClassVar[str] = "breaches {.seat}"

    seat: SeatNumber
    step: ExhaustionStep
    breach: Annotated[str, Verbatim(4)] = ""  # that is destroyed with its spell
    skipped: bool = False


# --- the nemesis ---


@dataclass(frozen=True, slots=True)
class Enter(Move):
    """Put a nemesis card into play, drawn or otherwise; an attack only passes through."""

    kind: ClassVar[str] = "enter"
    about: ClassVar[str] = NEMESIS_CARDS

    card: NemesisKind
    name: Name = ""
    tokens: DialValue = 0  # a minion's life, a power's tokens
    tier: Tier | None = None  # where the deck does not know it
    drawn: bool = True  # from the nemesis deck


@dataclass(frozen=True, slots=True)
class Tokens(Move):
    """Change a minion's life or a power's tokens; a minion without life leaves."""

    kind: ClassVar[str] = "tokens"

    card: Number
    by: By


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """Discard a card in play."""

    kind: ClassVar[str] = "leave"
    about: ClassVar[str] = NEMESIS_CARDS

    card: Number


@dataclass(frozen=True, slots=True)
class Tick(Move):
    """Resolve the next card of the nemesis' main phase."""

    kind: ClassVar[str] = "tick"
    about: ClassVar[str] = NEMESIS_CARDS

    card: Number


@dataclass(frozen=True, slots=True)
class DeckOut(Move):
    """Unleash three times: a card was to be drawn, and there is none."""

    kind: ClassVar[str] = "deck_out"
    about: ClassVar[str] = NEMESIS_CARDS


@dataclass(frozen=True, slots=True)
class Evolve(Move):
    """Note that a basic card evolved, for the aftermath."""

    kind: ClassVar[str] = "evolve"
    about: ClassVar[str] = NEMESIS_CARDS

    name: Name
    key: Annotated[str, Verbatim(sizes.KEY)] = ""  # in the campaign's pool, where it is known
    transformed: bool = False
    text: Name = ""  # the sticker in the players' words, or the name of the new card


# --- market and clock ---


@dataclass(frozen=True, slots=True)
class Pile(Move):
    """Take cards from a pile of the market, or put them back."""

    kind: ClassVar[str] = "pile"

    place: Place
    by: By


@dataclass(frozen=True, slots=True)
class Clock(Move):
    """Stop the clock, or let it go on."""

    kind: ClassVar[str] = "clock"
    about: ClassVar[str] = CLOCK

    runs: bool
