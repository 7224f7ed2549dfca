"""The poster of a Legacy campaign."""

from collections.abc import Sequence
from dataclasses import replace

from campaign.models import Campaign, Photo
from tracker.sheets.compiler import Document
from tracker.sheets.poster import MAX_NUMBERS, Poster, Stop, games_text, latest_quotes
from tracker.systems.aeons_end.legacy.presenters.story import game_summaries
from tracker.systems.aeons_end.legacy.sheets import results
from tracker.systems.aeons_end.legacy.sheets.chronicle import between, market_through_time
from tracker.systems.aeons_end.printed_story import PosterMage, drawn_poster
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.sheets import Data
from tracker.systems.aeons_end.shared.sheets.mats import mage_data

MAX_PILES = 30  # what there is room for


def poster_document(campaign: Campaign, photos: Sequence[Photo] = ()) -> Document:
    """Return the poster of a Legacy campaign."""
    market = market_through_time(campaign)
    shown = replace(market, piles=market.piles[-MAX_PILES:])
    return drawn_poster(campaign, _poster(campaign), photos, shown)


def _poster(campaign: Campaign) -> Poster:
    state, pack = selectors.campaign_state(campaign), selectors.box(campaign.system)
    rows = selectors.results_table(campaign)
    met = {row.game.chapter: row.nemesis for row in rows}
    counts = {chapter: sum(row.game.chapter == chapter for row in rows) for chapter in met}
    path = [
        Stop(
            station.number,
            str(station.state),
            met.get(int(station.number), ""),
            games_text(counts.get(int(station.number), 0)),
        )
        for station in results.chapter_path(state, pack)
    ]
    summaries = game_summaries(campaign)
    namer = selectors.namer_of(campaign)
    return Poster(
        kicker=pack.name.in_language(campaign.language),
        between=between(rows),
        ending=results.story_so_far(state),
        path=path,
        numbers=results.campaign_numbers(campaign)[:MAX_NUMBERS],
        cards=[_mage(mage_data(namer.mat(mat))) for mat in state.mats],
        quotes=latest_quotes({number: told.notes for number, told in summaries.items()}),
        has_begun=any(game.tally is not None for game in state.games),
    )


def _mage(printed: Data) -> PosterMage:
    return PosterMage(
        name=printed["name"],
        player=printed["player"],
        colour=printed["colour"] or "",
        detail=" · ".join(held.name for held in printed["abilities"]),
        breaches=printed["breaches"],
    )
