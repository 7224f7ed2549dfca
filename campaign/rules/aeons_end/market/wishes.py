"""Constraints on a drawn market."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from campaign.rules.aeons_end.catalogue.pack import Card, CardKind
from campaign.rules.core.constraints import Most

MAX_CARDS = 2000  # several times as many as all boxes have
MAX_CONSTRAINTS = 20  # the forms offer thirteen

Keys = Annotated[frozenset[str], Most(MAX_CARDS)]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least ``count`` cards of a kind (None: any), a range of costs, a box ("": any)."""

    count: int = 1
    kind: CardKind | None = None
    min_cost: int = 0
    max_cost: int | None = None
    box: str = ""

    def takes(self, card: Card) -> bool:
        """Say whether a card counts."""
        return _takes(self, card)


@dataclass(frozen=True, slots=True)
class AtMost:
    """At most ``most`` such cards; with ``keys``, of these cards only: "no two of them"."""

    most: int
    kind: CardKind | None = None
    min_cost: int = 0
    max_cost: int | None = None
    box: str = ""
    keys: Keys = frozenset()

    def takes(self, card: Card) -> bool:
        """Say whether a card counts."""
        return (not self.keys or card.id in self.keys) and _takes(self, card)


@dataclass(frozen=True, slots=True)
class Exclude:
    """None of these cards."""

    keys: Keys


Wish = AtLeast | AtMost
Constraint = AtLeast | AtMost | Exclude
Constraints = Annotated[tuple[Constraint, ...], Most(MAX_CONSTRAINTS)]


def excluded_by(constraints: Iterable[Constraint]) -> frozenset[str]:
    """Return the cards that must not be in the market."""
    return frozenset(key for c in constraints if isinstance(c, Exclude) for key in c.keys)


def _takes(wish: Wish, card: Card) -> bool:
    dear = wish.max_cost is not None and card.cost > wish.max_cost
    fits = card.cost >= wish.min_cost and not dear
    return fits and wish.kind in (None, card.kind) and wish.box in ("", card.box)
