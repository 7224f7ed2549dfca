"""What the chronicles and posters of both kinds of campaign print, beside what any has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext as _

from campaign.models import Campaign, Game, Photo
from campaign.rules.core.live import Position
from tracker.charts.values import WIDTH
from tracker.sheets.compiler import Document
from tracker.sheets.poster import Poster, PosterCard, poster_document
from tracker.systems.aeons_end.live.course import Course
from tracker.systems.aeons_end.live.face import LIVE
from tracker.systems.aeons_end.shared import look
from tracker.systems.aeons_end.shared.sheets import TYPST, Data


@dataclass(frozen=True, slots=True)
class PrintedCourse:
    """The chart of a game that was played live, with what it says."""

    drawn: Course
    width: int
    height: int
    says: str


@dataclass(frozen=True, slots=True)
class PosterMage(PosterCard):
    """A mage with the breaches of the mat, if they are known."""

    colour: str = ""
    breaches: Sequence[Data] = ()


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


def drawn_poster(
    campaign: Campaign,
    poster: Poster,
    photos: Sequence[Photo],
    market: MarketThroughTime | None = None,
) -> Document:
    """Return a poster with its mages, and the market over time if there is one."""
    words = {
        "cards": _("The mages"),
        "market": _("The market over time"),
        "games": _("games"),
    }
    return poster_document(
        campaign,
        poster,
        photos,
        template=TYPST / "poster.typ",
        look=look.BY_SLUG[campaign.system],
        words=words,
        market=market,
    )
