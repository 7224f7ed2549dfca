"""What the parts of a live page are made of, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass


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
