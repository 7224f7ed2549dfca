"""Everything that can be done at the table."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

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
class DrawTurn(Move, kind="draw", about=TURNS):
    """Draw the next turn-order card: chance draws it, or the group says which one came."""

    card: TurnCard | None = None


@dataclass(frozen=True, slots=True)
class Act(Move, kind="act", about=TURNS):
    """Let a mage take the wild card or the pair's card that was drawn."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Look(Move, kind="look", about=TURNS):
    """Look at the next card of the turn-order deck; it stays there."""

    card: TurnCard | None = None


@dataclass(frozen=True, slots=True)
class PutBack(Move, kind="put_back", about=TURNS):
    """Put a turn-order card back on top, under the deck, or shuffle it in."""

    to: To
    source: From = From.DRAWN


# --- dials and mages ---


@dataclass(frozen=True, slots=True)
class Dial(Move, kind="dial"):
    """Turn a dial; ``beyond`` lets it go above where it began."""

    whose: Whose
    by: By
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Life(Move, kind="life"):
    """Deal damage to a mage (below 0), or heal them."""

    seat: SeatNumber
    by: By
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Charge(Move, kind="charge"):
    """Gain charges, or lose them."""

    seat: SeatNumber
    by: By


@dataclass(frozen=True, slots=True)
class BreachMove(Move, kind="breach", about="breaches {.seat}"):
    """Focus, open, close or destroy a breach of a mage."""

    seat: SeatNumber
    number: Annotated[str, Verbatim(4)]
    act: BreachAct


@dataclass(frozen=True, slots=True)
class Exhaust(Move, kind="exhaust", about="breaches {.seat}"):
    """Take the next step of a mage's exhaustion; a rule that this box lacks is skipped."""

    seat: SeatNumber
    step: ExhaustionStep
    breach: Annotated[str, Verbatim(4)] = ""  # that is destroyed with its spell
    skipped: bool = False


# --- the nemesis ---


@dataclass(frozen=True, slots=True)
class Enter(Move, kind="enter", about=NEMESIS_CARDS):
    """Put a nemesis card into play, drawn or otherwise; an attack only passes through."""

    card: NemesisKind
    name: Name = ""
    tokens: DialValue = 0  # a minion's life, a power's tokens
    tier: Tier | None = None  # where the deck does not know it
    drawn: bool = True  # from the nemesis deck


@dataclass(frozen=True, slots=True)
class Tokens(Move, kind="tokens"):
    """Change a minion's life or a power's tokens; a minion without life leaves."""

    card: Number
    by: By


@dataclass(frozen=True, slots=True)
class Leave(Move, kind="leave", about=NEMESIS_CARDS):
    """Discard a card in play."""

    card: Number


@dataclass(frozen=True, slots=True)
class Tick(Move, kind="tick", about=NEMESIS_CARDS):
    """Resolve the next card of the nemesis' main phase."""

    card: Number


@dataclass(frozen=True, slots=True)
class DeckOut(Move, kind="deck_out", about=NEMESIS_CARDS):
    """Unleash three times: a card was to be drawn, and there is none."""


@dataclass(frozen=True, slots=True)
class Evolve(Move, kind="evolve", about=NEMESIS_CARDS):
    """Note that a basic card evolved, for the aftermath."""

    name: Name
    key: Annotated[str, Verbatim(sizes.KEY)] = ""  # in the campaign's pool, where it is known
    transformed: bool = False
    text: Name = ""  # the sticker in the players' words, or the name of the new card


# --- market and clock ---


@dataclass(frozen=True, slots=True)
class Pile(Move, kind="pile"):
    """Take cards from a pile of the market, or put them back."""

    place: Place
    by: By


@dataclass(frozen=True, slots=True)
class Clock(Move, kind="clock", about=CLOCK):
    """Stop the clock, or let it go on."""

    runs: bool
