"""The play log as the page and the spreadsheet show it."""

from __future__ import annotations

import csv
import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign import phrases
from campaign.plays import CAMPAIGN, Play, Sitting

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
        ending=phrases.ending(play.ending) if play.ending else "",
        minutes=play.minutes,
        url=url,
        bgstats_url=bgstats,
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
