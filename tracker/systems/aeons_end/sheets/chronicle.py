"""The chronicle: a campaign, finished or running, as a booklet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Campaign, Game, Photo
from campaign.rules.core.live import Position
from campaign.selectors.live import played_live
from tracker.charts.values import WIDTH
from tracker.sheets.compiler import Document
from tracker.systems.aeons_end import look, selectors
from tracker.systems.aeons_end.live import LIVE
from tracker.systems.aeons_end.presenters.course import Course
from tracker.systems.aeons_end.presenters.market import market_changes, tracks_of
from tracker.systems.aeons_end.presenters.results import totals
from tracker.systems.aeons_end.presenters.story import GameSummary, game_summaries
from tracker.systems.aeons_end.selectors import ResultRow
from tracker.systems.aeons_end.sheets import TYPST, results
from tracker.systems.aeons_end.sheets.mats import mat_data, mat_words, picture_files
from tracker.systems.aeons_end.words import terms
from tracker.words.phrases import date_text, hours

# Limits that keep rendering within seconds.
MAX_GAMES = 200
MAX_PHOTOS = 100
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


def chronicle_document(campaign: Campaign, photos: Sequence[Photo] = ()) -> Document:
    """Return the booklet: cover, chapters, results, mats, market through time, numbers."""
    state = selectors.campaign_state(campaign)
    files, printed_photos = photo_files(photos[-MAX_PHOTOS:])
    every = selectors.results_table(campaign)
    rows = every[-MAX_GAMES:]
    pack = selectors.box(campaign.system)
    return Document(
        template=TYPST / "chronicle.typ",
        title=_("Chronicle · %(campaign)s") % {"campaign": campaign.name},
        data={
            "heading": campaign.name,
            "box": pack.name.in_language(campaign.language),
            "kicker": _("Chronicle"),
            "between": between(every),
            "ending": results.story_so_far(state),
            "words": {
                "mages": _("The mages"),
                "results": _("Results"),
                "market": _("The market over time"),
                "market_note": _(
                    "Each line is a pile, from the game it came in to the one it left after."
                ),
                "numbers": _("In numbers"),
                "games": _("games"),
                **mat_words(),
            },
            "path": results.chapter_path(state, pack),
            "fellows": [Fellow(seat.name, seat.player) for seat in state.seats],
            "chapters": _chapters(campaign, rows, printed_photos),
            "columns": results.result_columns(),
            "rows": [results.result_row(row) for row in rows],
            "mages": [mat_data(campaign, mat) for mat in state.mats],
            "market": market_through_time(campaign),
            "stock": (),
            "numbers": results.campaign_numbers(campaign),
        },
        look=look.LEGACY,
        files=files,
    )


def between(rows: Sequence[ResultRow]) -> str:
    """Return the dates of the first and the last game, and how many are printed if not all."""
    counted = totals(rows)
    when = " – ".join(dict.fromkeys(date_text(d) for d in (counted.first, counted.last) if d))
    if len(rows) <= MAX_GAMES:
        return when
    return f"{when} · " + ngettext(
        "the last %(number)s game", "the last %(number)s games", MAX_GAMES
    ) % {"number": MAX_GAMES}


def _chapters(
    campaign: Campaign, rows: Sequence[ResultRow], photos: Mapping[int, list[PrintedPhoto]]
) -> list[PrintedChapter]:
    summaries, live = game_summaries(campaign), played_live(campaign)

    def game(row: ResultRow) -> PrintedGame:
        number = row.game.number
        summary = summaries.get(number, GameSummary())
        when = [date_text(row.played_on)] if row.played_on else []
        when += [hours(row.minutes)] if row.minutes else []
        return PrintedGame(
            title=_("Game %(game)s") % {"game": number},
            nemesis=row.nemesis,
            state=results.game_state(row.game),
            when=" · ".join(when),
            ending=summary.ending or terms.phase(row.game.phase),
            decisions=summary.changes,
            notes=summary.notes,
            course=course_of(*live[number]) if summary.ending and number in live else None,
            photos=tuple(photos.get(number, ())),
        )

    return [
        PrintedChapter(_("Chapter %(chapter)s") % {"chapter": chapter}, tuple(map(game, run)))
        for chapter, run in groupby(rows, key=lambda row: row.game.chapter)
    ]


def course_of(game: Game, position: Position[Any]) -> PrintedCourse:
    """Return the chart of a game that was played live."""
    chart = LIVE.picture(game, position)
    says = f"{chart.text} {chart.note}"
    return PrintedCourse(cast("Course", chart.drawn), WIDTH, chart.height, says)


def market_through_time(campaign: Campaign) -> MarketThroughTime:
    """Return when each pile was in the market, in periods between one change and the next."""
    namer = selectors.namer_of(campaign)
    changes = market_changes(selectors.campaign_record(campaign).entries)
    tracks = tracks_of(namer.pack, [change for _game, change in changes]).values()
    games = len(selectors.campaign_state(campaign).games)
    return MarketThroughTime(
        periods=tuple(_periods([game for game, _change in changes], games)),
        piles=tuple(
            PileTime(
                name=namer.name(track.pile),
                kind=str(track.pile.kind),
                cost=str(track.pile.cost),
                first=track.came[-1],
                last=len(changes) + 1 if track.here else track.went[-1],
            )
            for track in sorted((t for t in tracks if t.came), key=lambda t: t.came[0])
        ),
    )


def _periods(changes: Sequence[int], games: int) -> list[str]:
    """Return the games of each period: "1", "2–3", "4"; "" if there is none yet."""
    firsts = [1, *(game + 1 for game in changes)]
    lasts = [*changes, games]
    return [
        "" if a > b else str(a) if a == b else f"{a}–{b}"
        for a, b in zip(firsts, lasts, strict=True)
    ]


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
