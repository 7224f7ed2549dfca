"""What the templates of the live page read."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.rules.aeons_end.breaches import Breach
from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from tracker.live.values import Clock, Counter, MoveChoice, Tap

LONG_WORD = 9  # letters


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts, or what is done before anybody does."""

    title: str
    lead: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class TurnBadge:
    """A mage on a turn order card."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A turn order card that was drawn this round."""

    label: str
    badges: tuple[TurnBadge, ...]  # none of the nemesis, and none where any mage may act
    is_nemesis: bool

    @property
    def colour(self) -> str:
        """Return the colour of its mage; "" if there are several or none."""
        return self.badges[0].colour if len(self.badges) == 1 else ""


@dataclass(frozen=True, slots=True)
class ComingCard:
    """A turn order card that may come next, with its odds and the button that says it came."""

    label: str
    chance: str
    badges: tuple[TurnBadge, ...]
    is_nemesis: bool
    tap: Tap | None  # None while no card can be drawn

    @property
    def colour(self) -> str:
        """Return the colour of its mage; "" if there are several or none."""
        return self.badges[0].colour if len(self.badges) == 1 else ""


@dataclass(frozen=True, slots=True)
class PutBackView:
    """A card that was drawn this round, and the ways to put it back."""

    label: str
    taps: tuple[Tap, ...]


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose turn it is, the cards drawn, and those that may come."""

    round: int
    turn: int
    acting: int | None  # a seat; the nemesis is 0
    who: Acting
    taps: tuple[Tap, ...]
    drawn: tuple[DrawnCard, ...]
    coming: tuple[ComingCard, ...]
    left_says: str
    face_down: int  # cards that are left
    by_hand: tuple[Tap, ...]  # what players do with the deck, other than to draw
    put_back: tuple[PutBackView, ...]  # the latest card first
    ends: tuple[str, ...]  # why the game is over
    clock: Clock


@dataclass(frozen=True, slots=True)
class DialsView:
    """The dials and counters, and the nemesis' tier and deck."""

    counters: tuple[Counter, ...]
    says: str


@dataclass(frozen=True, slots=True)
class BreachView:
    """A breach and its buttons."""

    breach: Breach
    spells: int  # prepped on it
    taps: tuple[Tap, ...]


@dataclass(frozen=True, slots=True)
class HitView:
    """Whom an effect hits that looks for somebody."""

    label: str
    mages: tuple[TurnBadge, ...]
    note: str  # where players choose
    taps: tuple[Tap, ...]  # one for each amount of damage


@dataclass(frozen=True, slots=True)
class WhoChoice:
    """Whom an unleash can hit."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class EffectsView:
    """What an unleash does, and whom effects hit."""

    unleash: str  # "" until it is entered
    unleashes: tuple[Tap, ...]
    hits: tuple[HitView, ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a mage's exhaustion, and its buttons."""

    text: str
    taps: tuple[Tap, ...]


@dataclass(frozen=True, slots=True)
class MageView:
    """A mage in this game."""

    seat: int
    name: str
    colour: str
    exhausted: bool
    life: Counter
    charges: tuple[Counter, ...]
    uses: tuple[Tap, ...]  # of abilities that are fully charged
    breaches: tuple[BreachView, ...]
    step: StepView | None

    @property
    def has_long_name(self) -> bool:
        """Say whether a word of the name needs smaller letters on a phone."""
        return max(map(len, self.name.split()), default=0) >= LONG_WORD


@dataclass(frozen=True, slots=True)
class CardInPlay:
    """A card of the nemesis in play."""

    kind: NemesisKind
    tokens: Counter  # labelled with its name
    is_next: bool
    cost: str  # to discard it, where it is known
    evolves: str  # its name, where a card that evolves can be entered; "" elsewhere
    discard: str  # the move, as JSON


@dataclass(frozen=True, slots=True)
class PileView:
    """What a pile of the market has left."""

    kind: str
    left: Counter


@dataclass(frozen=True, slots=True)
class Panels:
    """The values of the forms that take more than a tap."""

    dials: tuple[MoveChoice, ...]
    evolves: bool
    basics: Sequence[str]
    typed_cards: tuple[str, ...]  # names that were typed, by this group or its owner
    has_dial: bool  # the nemesis has life
    who: tuple[WhoChoice, ...]  # an unleash can hit
    may_have_tokens: bool
    by_story: bool
    complete_url: str
