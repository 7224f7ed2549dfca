"""What the chronicle of any campaign prints; ``booklet.typ`` draws it."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Photo
from tracker.sheets.photos import picture_files
from tracker.words.phrases import date_text, hours

MAX_PHOTOS = 100  # keeps rendering within seconds
PHOTO_WIDTH = 900  # pixels: half a page of a booklet at 300 to the inch
OUTCOMES = {"win": "won", "loss": "lost", "": "planned"}  # results, and how they are drawn


@dataclass(frozen=True, slots=True)
class PrintedPhoto:
    """A photo of a game."""

    file: str
    caption: str
    alt: str


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game of a chapter."""

    title: str
    against: str  # whom or what it was played against
    state: str  # won, lost or planned
    when: str
    ending: str
    decisions: tuple[str, ...]
    notes: tuple[str, ...]
    course: object | None  # of a game that was played live, as its system draws it
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


def when(day: datetime.date | None, minutes: int | None) -> str:
    """Return when a game was played, and for how long."""
    return " · ".join([*([date_text(day)] if day else []), *([hours(minutes)] if minutes else [])])


def first_and_last(days: Iterable[datetime.date | None]) -> str:
    """Return the dates of the first game and of the last one; days are in their order."""
    known = [day for day in days if day]
    return " – ".join(dict.fromkeys(map(date_text, known[:1] + known[-1:])))


def photo_files(
    photos: Sequence[Photo],
) -> tuple[dict[str, bytes], dict[int, list[PrintedPhoto]]]:
    """Return the files of the readable photos, of the latest if they are many, and them by game."""
    names = {f"photo-{photo.pk}.svg": photo for photo in photos[-MAX_PHOTOS:]}
    files = picture_files({name: photo.name for name, photo in names.items()}, PHOTO_WIDTH)
    by_game: dict[int, list[PrintedPhoto]] = {}
    for name in files:
        photo = names[name]
        alt = photo.caption or _("Photo of this game")
        by_game.setdefault(photo.game.number, []).append(PrintedPhoto(name, photo.caption, alt))
    return files, by_game
