"""What players choose for a one-off game, and what they own and like.

What they leave open is drawn. A mage of a campaign is copied into the choices when invited: later
changes to that campaign do not matter.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated

from campaign.rules.aeons_end.catalogue.pack import SlotRule
from campaign.rules.aeons_end.endings import DeckOutTiming
from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.market.wishes import (
    AtLeast,
    AtMost,
    Constraints,
    Keys,
    Wish,
    excluded_by,
)
from campaign.rules.aeons_end.turn_order import Pairs, pairs_with
from campaign.rules.core.constraints import Most
from campaign.rules.core.entries import ELSEWHERE, At, Reason
from campaign.rules.core.players import PlayerName

NORMAL = "normal"

# More than any game has; what is wrong with fewer, the rules say.
MAX_PLACES = 20  # seats
MAX_PILES = 40  # chosen or locked
MAX_BOXES = 200
MAX_BASICS = 60

Slots = Annotated[tuple[SlotRule, ...], Most(20)]  # a market has nine places
Piles = Annotated[tuple[str, ...], Most(MAX_PILES)]
Boxes = Annotated[tuple[str, ...], Most(MAX_BOXES)]
Languages = Annotated[Mapping[str, str], Most(MAX_BOXES)]  # of boxes, by slug


class NemesisWish(StrEnum):
    """Which nemeses are drawn, by when they were last played."""

    ANY = ""
    NEW = "new"  # none that was played before
    LONGEST = "longest"  # one of those not met for longest


@dataclass(frozen=True, slots=True)
class MarketRequest:
    """How to get a market: suggested, chosen card by card, or drawn by template and wishes."""

    suggested: str | None = None
    chosen: Piles = ()
    template: str | None = None  # None: as many of each kind as the rules say
    slots: Slots = ()  # a template of the players' own
    locks: Piles = ()
    constraints: Constraints = ()


@dataclass(frozen=True, slots=True)
class Guest:
    """A mage of a campaign: a copy of the mat, and the row it came from."""

    mat: Mat
    mage: int | None = None  # id of the campaign's mage
    campaign: str = ""  # what that campaign is called


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat at the table: a mage of the box, a guest, or one to be drawn."""

    mage: str = ""
    guest: Annotated[Guest, ELSEWHERE] | None = None  # validated in their campaign
    player: Annotated[PlayerName, At("")] = ""

    @property
    def is_drawn(self) -> bool:
        """Say whether the mage of this seat is to be drawn."""
        return not self.mage and self.guest is None


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything that players chose; what they left open is drawn."""

    places: Annotated[tuple[SeatChoice, ...], Most(MAX_PLACES), At("players", first=1)]
    nemesis: str | None = None
    nemesis_difficulty: tuple[int, int] | None = None
    difficulty: str = NORMAL
    market: MarketRequest = field(default_factory=MarketRequest)
    paired: bool = False
    partner: int = 2  # of seat 1, where the mages play in pairs
    solo_cards: int = 3
    solo_life: int | None = None
    boxes: Boxes = ()  # further boxes on the table
    languages: Languages = field(default_factory=dict)  # of single boxes
    versions: bool = False  # two versions of one mage may play together
    never: Keys = frozenset()  # mages, nemeses, piles, basic cards that are not drawn
    resting: Keys = frozenset()  # not drawn tonight: played lately, or just drawn
    held: Keys | None = None  # see only_drawn; None: no re-roll, or one of long ago
    nemesis_wish: NemesisWish = NemesisWish.ANY
    new_mages: bool = False  # only mages that this group has not played
    basics: str = ""  # the box whose basic cards are used; "": those of all, mixed by tier
    basic_cards: Annotated[tuple[str, ...], Most(MAX_BASICS)] = ()  # exactly these
    deck_out: DeckOutTiming = DeckOutTiming.AT_ONCE  # the books differ: the group chooses
    reason: Reason = ""  # overrules the pack, such as for a market with other numbers of kinds

    @property
    def fixed(self) -> frozenset[str]:
        """Return the mages, the nemesis and the piles that are not left to chance."""
        mages = (place.mage for place in self.places if place.mage)
        return frozenset((*mages, *self.market.locks, *((self.nemesis,) if self.nemesis else ())))

    @property
    def only_drawn(self) -> frozenset[str]:
        """Return what is fixed only because a re-roll left it in place: nobody chose it.

        Of a re-roll of long ago, which fixed the basic cards too, that is everything.
        """
        if self.held is not None:
            return self.held
        return self.fixed if self.basic_cards else frozenset()

    @property
    def set_aside(self) -> frozenset[str]:
        """Return everything that is not drawn."""
        return self.never | self.resting

    @property
    def wishes(self) -> tuple[Wish, ...]:
        """Return the wishes for cards by kind, cost or box."""
        wished = (c for c in self.market.constraints if isinstance(c, AtLeast | AtMost))
        return tuple(wish for wish in wished if isinstance(wish, AtLeast) or not wish.keys)

    @property
    def apart(self) -> tuple[frozenset[str], ...]:
        """Return the groups of cards of which no two may be in the market."""
        limits = (c for c in self.market.constraints if isinstance(c, AtMost))
        return tuple(limit.keys for limit in limits if limit.keys)

    @property
    def excluded(self) -> frozenset[str]:
        """Return the cards that must not be in the market."""
        return excluded_by(self.market.constraints)

    @property
    def pairs(self) -> Pairs | None:
        """Return who shares cards with whom; None where nobody does."""
        return pairs_with(self.partner) if self.paired else None


def open_choices(players: int) -> Choices:
    """Return the choices of a game in which everything but its size is drawn."""
    return Choices((SeatChoice(),) * players)


def wishes_of(choices: Choices) -> Choices:
    """Return what was chosen, without who plays and what was drawn: for another game."""
    drawn = choices.only_drawn
    locks = tuple(pile for pile in choices.market.locks if pile not in drawn)
    return replace(
        choices,
        places=tuple(
            SeatChoice("" if place.mage in drawn else place.mage) for place in choices.places
        ),
        nemesis=None if choices.nemesis in drawn else choices.nemesis,
        market=replace(choices.market, locks=locks),
        resting=frozenset(),
        held=None,
        basic_cards=(),
        reason="",
    )


# --- what players own and like ---


@dataclass(frozen=True, slots=True)
class Collection:
    """The boxes of a person, and how they play with them."""

    boxes: Boxes = ()
    finished: Boxes = ()  # sealed boxes that they have played through
    languages: Languages = field(default_factory=dict)
    never: Keys = frozenset()  # keys; "<box>:<list>" is a whole list of a box


@dataclass(frozen=True, slots=True)
class Preset:
    """Saved wishes; the default is offered first."""

    choices: Choices
    default: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """A saved market pattern."""

    slots: Slots
