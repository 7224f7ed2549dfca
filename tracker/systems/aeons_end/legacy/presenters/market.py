"""The market: its nine piles, and when each pile was added and banished."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _

from campaign.records import Entry
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy.card_facts import MARKET_FACTS, market_change
from campaign.rules.aeons_end.market.growth import MarketChange
from campaign.rules.aeons_end.market.piles import Pile, arranged, first_market
from campaign.rules.aeons_end.sheet import SheetPile
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.words import series

LANE = 320  # width of a pile's time line, in SVG units
EDGE = 14


@dataclass(frozen=True, slots=True)
class Column:
    """A moment in the time lines: where it is drawn, and the game; None is the start."""

    x: int
    game: int | None


@dataclass(frozen=True, slots=True)
class Stay:
    """When a pile was in the market, from x to x; ``end`` is None while it is there."""

    start: int
    end: int | None

    @property
    def line_end(self) -> int:
        """Return where its line ends: at the edge while it is there."""
        return LANE if self.end is None else self.end


@dataclass(frozen=True, slots=True)
class Lane:
    """A pile's time line."""

    pile: Pile
    name: str
    stays: tuple[Stay, ...]
    declined: tuple[int, ...]  # x of where it was offered and not taken
    words: str
    rename_url: str
    is_banished: bool


@dataclass(frozen=True, slots=True)
class MarketHistory:
    """The time lines of the piles in the market, and of those that are banished."""

    columns: tuple[Column, ...]
    present: tuple[Lane, ...]
    banished: tuple[Lane, ...]
    unnamed: int  # piles that were banished without a name


@dataclass(slots=True)
class Track:
    """When a pile was added, banished and declined, as columns: 0 is the start, 1 … the changes."""

    pile: Pile
    came: list[int]
    went: list[int]
    declined: list[int]

    @property
    def here(self) -> bool:
        """Return whether it is in the market now."""
        return len(self.came) > len(self.went)


def piles(snapshot: CampaignSnapshot) -> tuple[SheetPile, ...]:
    """Return the market's piles in the order of the set-up, new ones marked."""
    since = {
        pile.key: game for game, change in market_changes(snapshot.entries) for pile in change.came
    }
    # New: added after the latest game that was played, or later.
    latest = max(
        (game.number for game in snapshot.state.games if game.tally is not None), default=1
    )
    new = [key for key, game in since.items() if game >= latest]
    return snapshot.namer.piles(snapshot.state.market, changed=new)


def market_history(snapshot: CampaignSnapshot) -> MarketHistory:
    """Return the time line of every pile."""
    changes = market_changes(snapshot.entries)
    tracks = tracks_of(snapshot.pack, [change for _game, change in changes])
    games: list[int | None] = [None, *(game for game, _change in changes)]
    width, count = LANE - 2 * EDGE, max(len(games), 2)  # the last leaves room for what goes on
    columns = tuple(Column(EDGE + place * width // count, game) for place, game in enumerate(games))

    def lanes(*, here: bool) -> tuple[Lane, ...]:
        piles = arranged(track.pile for track in tracks.values() if track.here is here)
        return tuple(_lane(snapshot, tracks[pile.key], columns) for pile in piles)

    return MarketHistory(
        columns,
        present=lanes(here=True),
        banished=lanes(here=False),
        unnamed=snapshot.state.unnamed,
    )


def market_changes(entries: Iterable[Entry]) -> list[tuple[int, MarketChange]]:
    """Return the changes to the market, each with its game."""
    changing = (entry for entry in entries if type(entry.fact) in MARKET_FACTS)
    changes = ((entry.game, market_change(entry.fact)) for entry in changing)
    return [(game, change) for game, change in changes if change]


def tracks_of(pack: Pack, changes: Iterable[MarketChange]) -> Mapping[str, Track]:
    """Return the track of every pile by its key, in the order in which they came."""
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


def _lane(snapshot: CampaignSnapshot, track: Track, columns: Sequence[Column]) -> Lane:
    return Lane(
        pile=track.pile,
        name=snapshot.namer.name(track.pile),
        stays=tuple(
            Stay(columns[came].x, None if went is None else columns[went].x)
            for came, went in zip_longest(track.came, track.went)
        ),
        declined=tuple(columns[place].x for place in track.declined),
        words=_in_words(track, columns),
        rename_url=snapshot.rename_url(track.pile.key),
        is_banished=not track.here,
    )


def _in_words(track: Track, columns: Sequence[Column]) -> str:
    """Return the time line in words."""
    declined = _("offered after game %(game)s, not taken")
    came, first = _("joined after game %(game)s"), _("from the start")
    banished = _("banished after game %(game)s")
    happened = [(place, declined) for place in track.declined]
    happened += [(place, came if place else first) for place in track.came]
    happened += [(place, banished) for place in track.went]
    # No pile comes and goes in one change, so the column alone puts them in order.
    ordered = sorted(happened, key=lambda event: event[0])
    return series(text % {"game": columns[place].game} for place, text in ordered)
