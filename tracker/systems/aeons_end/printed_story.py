"""What the chronicles and posters of both kinds of campaign print."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext as _

from campaign.models import Game, Photo
from campaign.rules.core.live import Position
from tracker.charts.values import WIDTH
from tracker.systems.aeons_end.live.course import Course
from tracker.systems.aeons_end.live.face import LIVE
from tracker.systems.aeons_end.shared.sheets.mats import picture_files

MAX_PHOTOS = 100  # keeps rendering within seconds
PHOTO_WIDTH = 900  # pixels: half a page of a booklet at 300 to the inch


@dataclass(frozen=True, slots=True)
class PrintedPhoto:
    """A photo of a game."""

    file: str
    caption: str
    alt: str


@dataclass(frozen=True, slots=True)
class PrintedCourse:
    """The chart of a game that was played live, with what it says."""

    drawn: Course
    width: int
    height: int
    says: str


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game of a chapter."""

    title: str
    nemesis: str
    state: str  # won, lost or planned
    when: str
    ending: str
    decisions: tuple[str, ...]
    notes: tuple[str, ...]
    course: PrintedCourse | None
    photos: tuple[PrintedPhoto, ...]


@dataclass(frozen=True, slots=True)
class PrintedChapter:
    """A chapter with its games."""

    title: str
    games: tuple[PrintedGame, ...]
    lines: tuple[str, ...] = ()  # before the first game


@dataclass(frozen=True, slots=True)
class Fellow:
    """Somebody on the cover."""

    name: str
    player: str


@dataclass(frozen=True, slots=True)
class PrintedStock:
    """Things of one kind that a group holds."""

    title: str
    names: str


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


def photo_files(
    photos: Sequence[Photo],
) -> tuple[dict[str, bytes], dict[int, list[PrintedPhoto]]]:
    """Return the files of the readable photos, and the photos by game."""
    names = {f"photo-{photo.pk}.svg": photo for photo in photos}
    files = picture_files({name: photo.name for name, photo in names.items()}, PHOTO_WIDTH)
    by_game: dict[int, list[PrintedPhoto]] = {}
    for name in files:
        photo = names[name]
        alt = photo.caption or _("Photo of this game")
        by_game.setdefault(photo.game.number, []).append(PrintedPhoto(name, photo.caption, alt))
    return files, by_game
