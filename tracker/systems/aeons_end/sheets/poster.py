"""The poster of a campaign, A3: its path, photos, quotes, mages and market, as far as it went.

Everything on it comes from the record of the group, so there is nothing that it has not opened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaign.models import Campaign, Photo
from campaign.rules.aeons_end.systems import SERIES
from tracker.sheets.compiler import Document
from tracker.systems.aeons_end import look, selectors
from tracker.systems.aeons_end.presenters.expedition_barracks import barracks_of
from tracker.systems.aeons_end.presenters.expedition_statistics import CountRow, statistics_of
from tracker.systems.aeons_end.presenters.expedition_story import story_of
from tracker.systems.aeons_end.presenters.story import game_summaries
from tracker.systems.aeons_end.sheets import TYPST, Data, expedition_chronicle, results
from tracker.systems.aeons_end.sheets.chronicle import (
    MarketThroughTime,
    PrintedStock,
    between,
    market_through_time,
    photo_files,
)
from tracker.systems.aeons_end.sheets.mats import mage_data
from tracker.systems.aeons_end.words import expeditions as words
from tracker.words import labelled

# What there is room for; the latest of a long campaign are shown.
MAX_PHOTOS = 6
MAX_QUOTES = 4
MAX_MAGES = 8
MAX_PILES = 30
MAX_QUOTE = 170  # letters
MAX_NUMBERS = 5


@dataclass(frozen=True, slots=True)
class Stop:
    """A station of the path, with whom the group met there."""

    number: str
    state: str
    nemesis: str = ""
    games: str = ""  # how many, if it took more than one


@dataclass(frozen=True, slots=True)
class Quote:
    """What somebody wrote after a game."""

    text: str
    where: str


@dataclass(frozen=True, slots=True)
class PosterMage:
    """A mage with the breaches of the mat, if they are known."""

    name: str
    player: str
    colour: str
    detail: str
    breaches: Sequence[Data] = ()


@dataclass(frozen=True, slots=True)
class Poster:
    """What stands on the poster."""

    kicker: str
    between: str
    ending: str
    path: Sequence[Stop]
    numbers: Sequence[Data]
    mages: Sequence[PosterMage]
    quotes: Sequence[Quote]
    has_begun: bool  # a game was played
    market: MarketThroughTime | None = None
    stock: Sequence[PrintedStock] = ()


def poster_document(campaign: Campaign, photos: Sequence[Photo] = ()) -> Document:
    """Return the poster of a campaign of either kind."""
    is_expedition = campaign.system == SERIES.slug
    poster = _of_expedition(campaign) if is_expedition else _of_legacy(campaign)
    files, by_game = photo_files(_chosen(photos))
    return Document(
        template=TYPST / "poster.typ",
        title=_("Poster · %(campaign)s") % {"campaign": campaign.name},
        data={
            "heading": campaign.name,
            "poster": poster,
            "photos": [photo for number in sorted(by_game) for photo in by_game[number]],
            "words": {
                "mages": _("The mages"),
                "market": _("The market over time"),
                "games": _("games"),
                "begins": _("The first game is still ahead."),
            },
        },
        look=look.BY_SLUG[campaign.system],
        files=files,
    )


def _chosen(photos: Sequence[Photo]) -> list[Photo]:
    """Return one photo of each of the latest games, and more of them while there is room."""
    seen: dict[int, int] = {}
    ranked: list[tuple[int, int, Photo]] = []
    for photo in photos:
        number = photo.game.number or 0
        seen[number] = seen.get(number, 0) + 1
        ranked.append((seen[number], -number, photo))
    return [photo for _rank, _game, photo in sorted(ranked, key=lambda it: it[:2])[:MAX_PHOTOS]]


def _of_legacy(campaign: Campaign) -> Poster:
    state, pack = selectors.campaign_state(campaign), selectors.box(campaign.system)
    rows = selectors.results_table(campaign)
    met = {row.game.chapter: row.nemesis for row in rows}
    counts = {chapter: sum(row.game.chapter == chapter for row in rows) for chapter in met}
    path = [
        Stop(
            station.number,
            str(station.state),
            met.get(int(station.number), ""),
            _games(counts.get(int(station.number), 0)),
        )
        for station in results.chapter_path(state, pack)
    ]
    summaries = game_summaries(campaign)
    namer = selectors.namer_of(campaign)
    market = market_through_time(campaign)
    return Poster(
        kicker=pack.name.in_language(campaign.language),
        between=between(rows),
        ending=results.story_so_far(state),
        path=path,
        numbers=results.campaign_numbers(campaign)[:MAX_NUMBERS],
        mages=[_mage(mage_data(namer.mat(mat))) for mat in state.mats],
        quotes=_quotes({number: told.notes for number, told in summaries.items()}),
        has_begun=any(game.tally is not None for game in state.games),
        market=replace(market, piles=market.piles[-MAX_PILES:]),
    )


def _mage(printed: Data) -> PosterMage:
    return PosterMage(
        name=printed["name"],
        player=printed["player"],
        colour=printed["colour"] or "",
        detail=" · ".join(held.name for held in printed["abilities"]),
        breaches=printed["breaches"],
    )


def _of_expedition(campaign: Campaign) -> Poster:
    state, story = selectors.expedition_state(campaign), story_of(campaign)
    battles = {str(battle.number): battle for battle in story.battles}
    path = []
    for station in expedition_chronicle.path(state):
        battle = battles.get(station["number"])
        nemesis, tries = (battle.nemesis, len(battle.tries)) if battle else ("", 0)
        path.append(Stop(station["number"], station["state"], nemesis, _games(tries)))
    tables = {table.key: table.rows for table in statistics_of(state, campaign).tables}
    notes = {game.game: game.notes for battle in story.battles for game in battle.tries}
    held = expedition_chronicle.stock(barracks_of(state, campaign))
    return Poster(
        kicker=words.variant(state.recipe),
        between=expedition_chronicle.between(story),
        ending=expedition_chronicle.ending(story),
        path=path,
        numbers=expedition_chronicle.numbers(campaign, state, story)[:MAX_NUMBERS],
        mages=[_fighter(row) for row in tables.get("mages", ())[:MAX_MAGES]],
        quotes=_quotes(notes),
        has_begun=any(game.tally is not None for game in state.tries),
        stock=[it for it in held if it.title != _("Mages")],
    )


def _fighter(row: CountRow) -> PosterMage:
    games = ngettext("%(count)s game", "%(count)s games", row.games) % {"count": row.games}
    won = labelled(pgettext("number of games", "Won"), str(row.won))
    return PosterMage(row.name, "", "", f"{games} · {won}")


def _games(count: int) -> str:
    """Return how many games a station took; "" for one."""
    if count < 2:  # the second is the first that is worth a word
        return ""
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}


def _quotes(notes: Mapping[int, Sequence[str]]) -> list[Quote]:
    """Return the latest notes, one of each game before a second of any."""
    told = [
        (place, -number, Quote(Truncator(note).chars(MAX_QUOTE), str(number)))
        for number, of_game in notes.items()
        for place, note in enumerate(of_game)
    ]
    chosen = sorted(told, key=lambda it: it[:2])[:MAX_QUOTES]
    return [
        replace(quote, where=_("Game %(game)s") % {"game": quote.where})
        for _place, _number, quote in sorted(chosen, key=lambda it: -it[1])
    ]
