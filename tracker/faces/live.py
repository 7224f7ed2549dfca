"""The face of a system that has live games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from campaign.models import Game, Person
from campaign.rules.core.live import Move, Position
from campaign.rules.core.seeing import Audience
from tracker.charts import Chart
from tracker.pictures.look import EndingForm


class Edge(StrEnum):
    """An edge of a tablet in the middle of the table, clockwise from who holds it."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


def edges(seats: int) -> tuple[Edge, ...]:
    """Return the edge of each of so many seats: two sit opposite, a fifth shares a long edge."""
    few: dict[int, tuple[Edge, ...]] = {
        2: (Edge.BOTTOM, Edge.TOP),
        3: (Edge.BOTTOM, Edge.LEFT, Edge.RIGHT),
    }
    around = tuple(Edge)
    shared = (Edge.BOTTOM, Edge.TOP)[: max(0, seats - len(around))]
    return few.get(seats) or tuple(sorted((*around, *shared), key=around.index))[:seats]


@dataclass(frozen=True, slots=True)
class LivePart:
    """A part of the live page; parts that compare equal look the same."""

    template: str  # it reads ``part``, and ``may``: whether this visitor makes moves
    value: object
    edge: Edge | None = None  # of a tablet on the table, to which it is turned; None: the middle


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat at the live table."""

    number: int
    name: str


class Outcome(StrEnum):
    """What everybody at a table has in common when a game is decided."""

    WIN = "win"
    LOSS = "loss"
    DECIDED = "decided"  # some have won and others lost, or nobody


@dataclass(frozen=True, slots=True)
class PlayerName:
    """Somebody who played, as the ending names them."""

    name: str
    detail: str = ""  # such as what they played
    colour: str = ""
    has_won: bool = False  # in a game in which not all win or lose together


@dataclass(frozen=True, slots=True)
class LiveEnding:
    """How a live game is decided: on every phone it takes the place of the table."""

    outcome: Outcome
    title: str
    reasons: tuple[str, ...]
    players: tuple[PlayerName, ...]
    form: EndingForm


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """A dial over the moves of a game, for its replay."""

    name: str
    values: tuple[int, ...]  # one for each table
    most: int  # the top of its scale


class LiveFace(ABC):
    """A system's live games.

    ``live/panels.html`` in its system's folder draws the forms that take more than a tap, and
    reads ``panels``.
    """

    @abstractmethod
    def parts(self, game: Game, position: Position[Any]) -> Mapping[str, LivePart]:
        """Return the parts of a position by their names, in order."""

    @abstractmethod
    def ending(self, game: Game, position: Position[Any]) -> LiveEnding | None:
        """Return how the game is decided; None while it goes on."""

    @abstractmethod
    def panels(self, game: Game, to: Audience, person: Person | None) -> object:
        """Return the values of ``live/panels.html``, which moves do not change.

        ``to`` is the audience that looks, and may see its own secrets; ``person`` is who that is.
        """

    @abstractmethod
    def seats(self, game: Game) -> tuple[SeatName, ...]:
        """Return whose a phone at the table can be."""

    @abstractmethod
    def move(self, game: Game, move: Move, before: Any, after: Any) -> str:
        """Return what a move did, in a few words; ``before`` and ``after`` are the tables.

        It may have done less than was asked: a number stops at its limits.
        """

    @abstractmethod
    def initial(self, table: Any, at: int) -> Mapping[str, Any]:
        """Return the initial values of the result form, ``at`` so many seconds into the game."""

    @abstractmethod
    def picture(self, game: Game, position: Position[Any]) -> Chart:
        """Return a chart of a finished game."""

    @abstractmethod
    def replay(self, game: Game, tables: Sequence[Any]) -> tuple[ReplayLine, ...]:
        """Return the dials that a replay shows, the most telling first, at each of these tables."""
