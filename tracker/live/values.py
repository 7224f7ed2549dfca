"""Buttons and counters of a live page, for any game."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from campaign.rules.core.live import Move, payload_of
from campaign.rules.core.sizes import MAX_NUMBER

MINUS = "−"


@dataclass(frozen=True, slots=True)
class Tap:
    """A button that makes a move."""

    label: str
    move: str  # as JSON
    colour: str = ""
    style: str = "secondary"
    opens: str = ""  # the form that it opens instead
    rests: str = ""  # the conflict key of its move: not without a network, and only if unchanged


@dataclass(frozen=True, slots=True)
class Counter:
    """A number with a button on either side."""

    key: str
    label: str
    value: int
    less: str
    more: str
    most: int | None = None  # as it is printed beside it
    colour: str = ""
    limit: int = MAX_NUMBER  # that its button can reach
    low: int = 0
    overflows: bool = False  # what goes below 0 counts elsewhere

    @property
    def extra(self) -> bool:
        """Say whether it has no maximum, and is shown smaller than a dial."""
        return self.most is None


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a table, which a script lets run."""

    spent: int  # seconds, until it was started last
    since: int | None  # seconds of the table at which it was started; None while it is paused
    move: str  # as JSON: starts or pauses it


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """A move to choose from a list; the number of the chosen one is typed beside it."""

    label: str
    move: str  # as JSON


def as_json(move: Move) -> str:
    """Return a move as the JSON that a button sends."""
    return json.dumps(payload_of(move), separators=(",", ":"))


def tap(label: str, move: Move, colour: str = "", style: str = "secondary") -> Tap:
    """Return a button that makes a move."""
    return Tap(label, as_json(move), colour, style, rests=move.conflict_key)


def move_choice(label: str, move: Move) -> MoveChoice:
    """Return a move to choose from a list."""
    return MoveChoice(label, as_json(move))


def counter(
    key: str,
    label: str,
    value: int,
    turned: Callable[[int], Move],
    most: int | None = None,
    colour: str = "",
    *,
    limit: int | None = None,
    low: int = 0,
    overflows: bool = False,
) -> Counter:
    """Return a counter whose buttons make the moves that change it by one.

    Its limit is ``most``, or what it shows already if that is more, unless another one is given.
    """
    if limit is None:
        limit = MAX_NUMBER if most is None else max(most, value)
    less, more = as_json(turned(-1)), as_json(turned(1))
    return Counter(key, label, value, less, more, most, colour, limit, low, overflows)


def change(name: str, before: int, after: int) -> str:
    """Return how a number changed, and what it is now: "Life −3 (27)"."""
    shown = f"{MINUS}{-after}" if after < 0 else f"{after}"
    return f"{name} {signed(after - before)} ({shown})"


def signed(by: int) -> str:
    """Return a number with its sign, with a real minus instead of a hyphen."""
    if by == 0:
        return "±0"
    return f"+{by}" if by > 0 else f"{MINUS}{-by}"
