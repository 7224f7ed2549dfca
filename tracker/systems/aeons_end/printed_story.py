"""What the chronicles and posters of both kinds of campaign print, beside what any has."""

from dataclasses import dataclass
from typing import Any, cast

from campaign.models import Game
from campaign.rules.core.live import Position
from tracker.charts.values import WIDTH
from tracker.systems.aeons_end.live.course import Course
from tracker.systems.aeons_end.live.face import LIVE


@dataclass(frozen=True, slots=True)
class PrintedCourse:
    """The chart of a game that was played live, with what it says."""

    drawn: Course
    width: int
    height: int
    says: str


@dataclass(frozen=True, slots=True)
class PileTime:
    """When a pile was in the market, from one period to another."""

    name: str
    kind: str
    cost: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class MarketThroughTime:
    """The periods between one change of the market and the next, and its piles."""

    periods: tuple[str, ...]
    piles: tuple[PileTime, ...]


def course_of(game: Game, position: Position[Any]) -> PrintedCourse:
    """Return the chart of a game that was played live."""
    chart = LIVE.picture(game, position)
    says = f"{chart.text} {chart.note}"
    return PrintedCourse(cast("Course", chart.drawn), WIDTH, chart.height, says)
