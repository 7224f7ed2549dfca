"""What players choose for a one-off game; what they leave open is drawn.

A mage of a campaign is kept in the choices as they were when they were invited: what becomes of
that campaign later changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.market.draw import AtLeast, Constraint, Exclude
from campaign.rules.aeons_end.turn_order import MAGES_MAX, Pairs
from campaign.rules.core.entries import ELSEWHERE, At, PersonName, Reason

NORMAL = "normal"


@dataclass(frozen=True, slots=True)
class MarketRequest:
    """A market: suggested, chosen card by card, or random by a template and with wishes."""

    suggested: str | None = None
    chosen: tuple[str, ...] = ()
    template: str | None = None  # None: so many of each kind as the rules say
    locks: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class Guest:
    """A mage of a campaign: the mat as it was, and whose row it came from."""

    mat: Mat
    mage: int | None = None  # id of the campaign's mage
    campaign: str = ""  # what that campaign is called


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the table: a mage of the box, a guest, or whoever is drawn."""

    mage: str = ""
    guest: Annotated[Guest, ELSEWHERE] | None = None  # tidied as an entry of their campaign
    player: Annotated[PersonName, At("")] = ""

    @property
    def is_drawn(self) -> bool:
        """Say whether chance seats somebody here."""
        return not self.mage and self.guest is None


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything that players chose; what they left open is drawn."""

    places: Annotated[tuple[Place, ...], At("players", first=1)]
    nemesis: str | None = None
    nemesis_difficulty: tuple[int, int] | None = None
    difficulty: str = NORMAL
    market: MarketRequest = field(default_factory=MarketRequest)
    paired: bool = False
    partner: int = 2  # of seat 1, where the mages play in pairs
    solo_cards: int = 3
    solo_life: int | None = None
    boxes: tuple[str, ...] = ()  # further boxes on the table
    reason: Reason = ""  # lifts what rests on the pack, such as a market of other shares

    @property
    def wishes(self) -> tuple[AtLeast, ...]:
        """Return the wishes for certain cards."""
        return tuple(c for c in self.market.constraints if isinstance(c, AtLeast))

    @property
    def excluded(self) -> frozenset[str]:
        """Return the cards that are to stay in the box."""
        excludes = (c.keys for c in self.market.constraints if isinstance(c, Exclude))
        return frozenset[str]().union(*excludes)

    @property
    def pairs(self) -> Pairs:
        """Return who shares cards with whom."""
        others = [seat for seat in range(2, MAGES_MAX + 1) if seat != self.partner]
        return (1, self.partner), tuple(others)  # type: ignore[return-value] # two of three


def open_choices(mages: int) -> Choices:
    """Return the choices of a game that leaves everything but its size to chance."""
    return Choices(tuple(Place() for _ in range(mages)))
