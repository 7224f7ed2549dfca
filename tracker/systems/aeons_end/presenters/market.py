"""The market: the nine piles as they are, and when each pile came and went."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.records import Entry
from campaign.rules.aeons_end import sheet_parts
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.facts import market_change
from campaign.rules.aeons_end.market.piles import (
    MarketChange,
    Pile,
    arranged,
    first_market,
)
from campaign.rules.aeons_end.sheet import SheetPile
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.look import Look

LANE = 320  # width of the picture of a pile's time in the market, in its own units
EDGE = 14


@dataclass(frozen=True, slots=True)
class Lane:
    """A pile's way through the campaign; ``declined`` are the columns where it was left out."""

    of: Pile
    name: str
    stays: tuple[
        tuple[int, int, int | None], ...
    ]  # from where, how wide; where it ended, if it did
    declined: tuple[int, ...]
    words: str
    rename_url: str


@dataclass(frozen=True, slots=True)
class Passage:
    """The market through time: what is there now above what is gone, over the same columns."""

    ticks: tuple[
        tuple[int, int | None], ...
    ]  # columns: where, after which game; the start has none
    here: tuple[Lane, ...]
    gone: tuple[Lane, ...]


@dataclass(slots=True)
class Track:
    """A pile's comings and goings by column: 0 is the start, the others are changes."""

    pile: Pile
    came: list[int]
    went: list[int]
    declined: list[int]

    @property
    def here(self) -> bool:
        """Say whether it lies in the market."""
        return len(self.came) > len(self.went)


def piles(look: Look) -> tuple[SheetPile, ...]:
    """Return the market's piles in the order they are laid out."""
    since = {
        pile.key: game for game, change in market_changes(look.entries) for pile in change.came
    }
    latest = _latest_aftermath(look)
    new = [key for key, game in since.items() if game >= latest]
    return sheet_parts.piles(look.state.market, look.namer.pile, look.pack.market, changed=new)


def _latest_aftermath(look: Look) -> int:
    """Return the latest game that was played: what came with it or since is new to the table."""
    return max((game.number for game in look.state.games if game.tally is not None), default=1)


def passage(look: Look) -> Passage:
    """Return when each pile came and went."""
    changes = market_changes(look.entries)
    tracks = tracks_of(look.pack, [change for _game, change in changes])
    games: list[int | None] = [None, *(game for game, _change in changes)]
    lanes = {key: _lane(look, track, games) for key, track in tracks.items()}
    ticks = tuple((_x(column, len(games)), game) for column, game in enumerate(games))

    def shown(here: bool) -> tuple[Lane, ...]:
        kept = arranged(track.pile for track in tracks.values() if track.here is here)
        return tuple(lanes[pile.key] for pile in kept)

    return Passage(ticks, here=shown(True), gone=shown(False))


def market_changes(entries: Iterable[Entry]) -> list[tuple[int, MarketChange]]:
    """Return what changed the market, each with its game."""
    found = ((entry.game, market_change(entry.fact)) for entry in entries)
    return [(game, change) for game, change in found if change]


def tracks_of(pack: Pack, changes: Iterable[MarketChange]) -> Mapping[str, Track]:
    """Return every pile's comings and goings, in the order in which they came."""
    tracks = {pile.key: Track(pile, [0], [], []) for pile in first_market(pack)}

    def track(pile: Pile) -> Track:
        return tracks.setdefault(pile.key, Track(pile, [], [], []))

    for column, change in enumerate(changes, start=1):
        for pile in change.came:
            track(pile).came.append(column)
            track(pile).pile = pile  # an earlier offer may have left out its kind and its cost
        for pile in change.declined:
            track(pile).declined.append(column)
        for key in change.went:
            tracks[key].went.append(column)
    return tracks


def _lane(look: Look, track: Track, games: list[int | None]) -> Lane:
    columns = len(games)
    ends: list[int | None] = [*track.went]
    if track.here:
        ends.append(None)
    stays = []
    for came, went in zip(track.came, ends, strict=True):
        start = _x(came, columns)
        end = None if went is None else _x(went, columns)
        stays.append((start, (LANE if end is None else end) - start, end))
    return Lane(
        of=track.pile,
        name=look.namer.pile(track.pile),
        stays=tuple(stays),
        declined=tuple(_x(column, columns) for column in track.declined),
        words=time_in_words(track, games),
        rename_url=look.rename_url(track.pile.key),
    )


def _x(column: int, columns: int) -> int:
    """Return where a column stands; the last leaves room for what goes on."""
    return EDGE + column * (LANE - 2 * EDGE) // max(columns, 2)


def time_in_words(track: Track, games: list[int | None]) -> str:
    """Return the same in words, in the order in which it happened."""
    declined = _("offered after game %(game)s, not taken")
    came, first = _("joined after game %(game)s"), _("from the start")
    banished = _("banished after game %(game)s")
    happened = [(column, declined) for column in track.declined]
    happened += [(column, came if column else first) for column in track.came]
    happened += [(column, banished) for column in track.went]
    # No pile comes and goes in one change, so the column alone puts them in order.
    ordered = sorted(happened, key=lambda event: event[0])
    return words.series(text % {"game": games[column]} for column, text in ordered)
