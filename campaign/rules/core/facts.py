"""Facts: what was decided in a game. Every state is replayed from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Generic, TypeVar

C = TypeVar("C")
S = TypeVar("S")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Fact:
    """What every fact has: the reason with which the players overruled the pack, if they did."""

    reason: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Noted(Fact):
    """The players' own words about a game."""

    text: str


@dataclass(frozen=True, slots=True)
class Planned(Fact, Generic[C, S]):
    """A one-off game was planned: what players chose, and the set-up that was drawn for it.

    ``setup`` is None in a game that is older than stored set-ups: the seed draws it again.
    """

    choices: C
    seed: str
    setup: S | None = None


@dataclass(frozen=True, slots=True)
class Played(Fact, Generic[R]):
    """A one-off game ended; ``players`` by seat."""

    result: R
    players: tuple[str, ...] = ()
    played_on: date | None = None
    minutes: int | None = None
