"""What the parts of a live page are made of, whatever the game."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from campaign.rules.core.live import Move, payload_of

MINUS = "−"


@dataclass(frozen=True, slots=True)
class Tap:
    """A button that makes a move."""

    label: str
    move: str  # as JSON
    colour: str = ""
    style: str = "secondary"
    opens: str = ""  # the form that is filled in instead


@dataclass(frozen=True, slots=True)
class Counter:
    """A number with a button on either side."""

    key: str
    label: str
    value: int
    less: str
    more: str
    most: int | None = None
    colour: str = ""

    @property
    def extra(self) -> bool:
        """Say whether it has no end, and is shown smaller than a dial."""
        return self.most is None


@lru_cache(maxsize=4096)
def as_json(move: Move) -> str:
    """Return a move as a button sends it.

    A page has some eighty of them, and every move of a game makes the page again: remembering them
    spares a tenth of what a move costs.
    """
    return json.dumps(payload_of(move), separators=(",", ":"))


def tap(label: str, move: Move, colour: str = "", style: str = "secondary") -> Tap:
    """Return a button that makes a move."""
    return Tap(label, as_json(move), colour, style)


def counter(
    key: str,
    label: str,
    value: int,
    turned: Callable[[int], Move],
    most: int | None = None,
    colour: str = "",
) -> Counter:
    """Return a number whose buttons make the move that turns it by one."""
    return Counter(key, label, value, as_json(turned(-1)), as_json(turned(1)), most, colour)


def signed(by: int) -> str:
    """Return a change with its sign: a minus is a minus, not a hyphen."""
    if by == 0:
        return "±0"
    return f"+{by}" if by > 0 else f"{MINUS}{-by}"
