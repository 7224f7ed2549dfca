"""The play log as the page and the spreadsheet show it."""

from __future__ import annotations

import csv
import datetime
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.plays import CAMPAIGN, OLDEST, ONE_OFF, LogPage, Place, Play, Sitting
from tracker.systems.aeons_end import words

COLUMNS = (
    "date",
    "game",
    "campaign",
    "number",
    "chapter",
    "difficulty",
    "nemesis",
    "mages",
    "players",
    "result",
    "ending",
    "gravehold_life",
    "nemesis_life",
    "minutes",
)
# A place in an address: "older.2024-05-31.c.17", "newer.none.o.4".
PLACE = re.compile(r"(older|newer)\.([0-9]{4}-[0-9]{2}-[0-9]{2}|none)\.([co])\.([0-9]{1,15})")
KINDS = {"c": CAMPAIGN, "o": ONE_OFF}
# A spreadsheet takes what begins with one of these for something to work out.
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@dataclass(frozen=True, slots=True)
class PlayView:
    """A game's row."""

    played_on: datetime.date | None
    game: str
    group: str
    level: str  # the chapter, or the difficulty
    nemesis: str
    mages: tuple[Sitting, ...]
    outcome: str
    ending: str
    minutes: int | None
    url: str
    bgstats_url: str


@dataclass(frozen=True, slots=True)
class Pages:
    """The ways to other pages; empty where there is none."""

    latest: str
    newer: str
    older: str
    oldest: str

    def __bool__(self) -> bool:
        return bool(self.newer or self.older)


def pages(shown: LogPage, query: str) -> Pages:
    """Return the ways from a page of the log to those beside it, with the same filter."""

    def way(place: Place | None) -> str:
        return "?" + "&".join(filter(None, (query, f"page={_written(place)}"))) if place else ""

    return Pages(
        latest=f"?{query}" if shown.newer else "",
        newer=way(shown.newer),
        older=way(shown.older),
        oldest=way(OLDEST) if shown.older else "",
    )


def asked_place(text: str) -> Place | None:
    """Return the place an address names; None, the first page, for what makes no sense."""
    if text == "oldest":
        return OLDEST
    found = PLACE.fullmatch(text)
    if found is None:
        return None
    way, day, kind, key = found.groups()
    try:
        when = None if day == "none" else datetime.date.fromisoformat(day)
    except ValueError:
        return None
    return Place(when, KINDS[kind], int(key), rising=way == "newer")


def _written(place: Place) -> str:
    if place == OLDEST:
        return "oldest"
    day = place.day.isoformat() if place.day else "none"
    return f"{'newer' if place.rising else 'older'}.{day}.{place.kind[0]}.{place.id}"


def play_view(play: Play) -> PlayView:
    """Return a game's row."""
    if play.kind == CAMPAIGN:
        url = reverse("game", args=[play.code, play.number])
        bgstats = reverse("game_bgstats", args=[play.code, play.number])
        level = _("Chapter %(number)s") % {"number": play.chapter}
    else:
        url = reverse("one_off", args=[play.code])
        bgstats = reverse("one_off_bgstats", args=[play.code])
        level = play.difficulty
    return PlayView(
        played_on=play.played_on,
        game=play.game,
        group=play.campaign,
        level=level,
        nemesis=play.nemesis,
        mages=play.mages,
        outcome=play.result,
        ending=words.ending(play.ending, has_life=play.nemesis_has_life) if play.ending else "",
        minutes=play.minutes,
        url=url,
        bgstats_url=bgstats if play.played_on else "",  # which takes none without a day
    )


class _Echo:
    """Hand a written line back, so that a file need not be held whole."""

    def write(self, line: str) -> str:
        return line


def csv_lines(plays: Iterable[Play]) -> Iterator[str]:
    """Yield the log as lines of CSV: the same words in every language, dates as ISO has them."""
    writer = csv.writer(_Echo())
    yield "\ufeff"  # without it a well-known spreadsheet takes UTF-8 for something older
    yield writer.writerow(COLUMNS)
    for play in plays:
        yield writer.writerow([harmless(cell) for cell in _cells(play)])


def harmless(cell: object) -> object:
    """Return a cell that no spreadsheet works out: a text that begins like a formula is quoted."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(DANGEROUS) else cell


def _cells(play: Play) -> tuple[object, ...]:
    return (
        play.played_on.isoformat() if play.played_on else "",
        play.game,
        play.campaign,
        play.number or "",
        play.chapter or "",
        play.difficulty,
        play.nemesis,
        "; ".join(sitting.mage for sitting in play.mages),
        "; ".join(sitting.player for sitting in play.mages if sitting.player),
        play.result,
        play.ending,
        play.gravehold_life,
        play.nemesis_life,
        play.minutes,
    )
