"""The chronicle: a campaign, finished or running, as a booklet."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models import Campaign, Photo
from campaign.selectors.live import played_live
from tracker.sheets.compiler import Document
from tracker.sheets.story import (
    Fellow,
    PrintedChapter,
    PrintedGame,
    PrintedPhoto,
    first_and_last,
    photo_files,
    when,
)
from tracker.systems.aeons_end.legacy.presenters.market import market_changes, tracks_of
from tracker.systems.aeons_end.legacy.presenters.story import GameSummary, game_summaries
from tracker.systems.aeons_end.legacy.sheets import results
from tracker.systems.aeons_end.printed_story import MarketThroughTime, PileTime, course_of
from tracker.systems.aeons_end.shared import look, selectors
from tracker.systems.aeons_end.shared.presenters.results import totals
from tracker.systems.aeons_end.shared.selectors import ResultRow
from tracker.systems.aeons_end.shared.sheets import TYPST
from tracker.systems.aeons_end.shared.sheets.mats import mat_data, mat_words
from tracker.systems.aeons_end.shared.words import terms

MAX_GAMES = 200  # keeps rendering within seconds


def chronicle_document(campaign: Campaign, photos: Sequence[Photo] = ()) -> Document:
    """Return the booklet: cover, chapters, results, mats, market through time, numbers."""
    state = selectors.campaign_state(campaign)
    files, printed_photos = photo_files(photos)
    every = selectors.results_table(campaign)
    rows = every[-MAX_GAMES:]
    pack = selectors.box(campaign.system)
    return Document(
        template=TYPST / "chronicle.typ",
        sigil=campaign.name,
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
    days = first_and_last((counted.first, counted.last))
    if len(rows) <= MAX_GAMES:
        return days
    return f"{days} · " + ngettext(
        "the last %(number)s game", "the last %(number)s games", MAX_GAMES
    ) % {"number": MAX_GAMES}


def _chapters(
    campaign: Campaign, rows: Sequence[ResultRow], photos: Mapping[int, list[PrintedPhoto]]
) -> list[PrintedChapter]:
    summaries, live = game_summaries(campaign), played_live(campaign)

    def game(row: ResultRow) -> PrintedGame:
        number = row.game.number
        summary = summaries.get(number, GameSummary())
        return PrintedGame(
            title=_("Game %(game)s") % {"game": number},
            against=row.nemesis,
            state=results.game_state(row.game),
            when=when(row.played_on, row.minutes),
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


def market_through_time(campaign: Campaign) -> MarketThroughTime:
    """Return when each pile was in the market, in periods between one change and the next."""
    namer = selectors.namer_of(campaign)
    changes = market_changes(selectors.campaign_facts(campaign).entries)
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
