"""Charts that only this game has: a campaign's evolutions, and its market through time.

In the market piles are rows and games are columns, with a bar while a pile lies there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tracker.presenters.charts.bars import Bar, BarsChart, drawn
from tracker.presenters.charts.values import (
    EDGE,
    WIDTH,
    Chart,
    Mark,
    Table,
    Tick,
    tall,
    won_and_lost,
)

TOP = 34
ROW = 34  # of a name over its bar
MOST_LANES = 30
LABEL = 24  # a number of three digits and its air
MOST_DOTS = 40  # more games than this would be a smear


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A column: a game and how it ended."""

    number: int
    won: bool


@dataclass(frozen=True, slots=True)
class PileTime:
    """A pile and the games it lay in the market for.

    ``stays`` are places in the row of games, the end not included; None while it lies there.
    """

    name: str
    card: str
    stays: tuple[tuple[int, int | None], ...]
    words: str


@dataclass(frozen=True, slots=True)
class Stay:
    """A pile's time in the market; ``ended`` where it was banished."""

    x: int
    width: int
    ended: bool


@dataclass(frozen=True, slots=True)
class Lane:
    """A pile's way through the games of a campaign."""

    name: str
    card: str  # its kind and cost
    y: int
    stays: tuple[Stay, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A game of the market's picture; ``won`` is None for the one still to come."""

    x: int
    won: bool | None
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketChart(Chart):
    """Piles through the games of a campaign."""

    template = "aeons_end/market_chart.html"
    columns: tuple[Column, ...]
    lanes: tuple[Lane, ...]
    radius: int  # of a game's dot; 0 where there is no room for dots


def market(
    games: Sequence[GamePlayed], piles: Sequence[PileTime], *, finished: bool = False
) -> MarketChart:
    """Draw when each pile lay in the market: one column a game, and one for what comes next.

    A story that is told has no next game, so no column for it; a pile that came after its last
    game was in the market of none, and stands in the table alone.
    """
    columns = len(games) + (not finished)
    step = (WIDTH - 2 * EDGE) / columns

    def at(place: int) -> int:
        return EDGE + round(place * step)

    in_games = [pile for pile in piles if any(first < columns for first, _end in pile.stays)]
    shown = in_games[:MOST_LANES]
    dotted = len(games) <= MOST_DOTS
    text = _in_words(finished=finished)
    if dotted:
        text += " " + _("A filled dot is a game that was won, a hollow one a game that was lost.")
    return MarketChart(
        id="market",
        title=_("The market through time"),
        text=text,
        note=text,
        height=TOP + ROW * len(shown) + 4,
        columns=tuple(_columns(games, at, finished=finished)),
        lanes=tuple(
            Lane(pile.name, pile.card, TOP + ROW * row, tuple(_stays(pile, at, columns)))
            for row, pile in enumerate(shown)
        ),
        radius=max(min(round(step / 2) - 1, 4), 2) if dotted else 0,
        table=_table(games, piles),
        left_out=len(piles) - len(shown),
    )


def _stays(pile: PileTime, at: Callable[[int], int], columns: int) -> Iterator[Stay]:
    """Yield a pile's bars, up to the last column."""
    for first, end in pile.stays:
        if first < columns:
            last = columns if end is None else end
            yield Stay(
                x=at(first) + 1,
                width=max(at(last) - at(first) - 2, 2),
                ended=end is not None,
            )


def _table(games: Sequence[GamePlayed], piles: Sequence[PileTime]) -> Table:
    return Table(
        _("Piles by when they came and went"),
        (
            _("Pile"),
            pgettext("of a card", "Kind and cost"),
            _("Time in the market"),
            _("Games"),
            *won_and_lost(),
        ),
        tuple((p.name, p.card, p.words, *_counted(games, p)) for p in piles),
    )


def _in_words(*, finished: bool) -> str:
    if finished:
        return _(
            "A column is a game. A bar is a pile’s time in the market: filled if it was there at "
            "the end, hollow where it ended because the pile was banished."
        )
    return _(
        "A column is a game, the last one the next game. A bar is a pile’s time in the market: "
        "filled while it is there still, hollow where it ended because the pile was banished."
    )


def _columns(
    games: Sequence[GamePlayed], at: Callable[[int], int], *, finished: bool
) -> Iterator[Column]:
    """Yield the columns; numbers stand over as many as have room for them."""
    step = max(at(1) - at(0), 1)
    every = -(-LABEL // step)
    for place, game in enumerate(games):
        middle = (at(place) + at(place + 1)) // 2
        label = str(game.number) if place % every == 0 else ""
        yield Column(middle, game.won, label)
    if not finished:
        yield Column((at(len(games)) + at(len(games) + 1)) // 2, None)


def _counted(games: Sequence[GamePlayed], pile: PileTime) -> tuple[str, str, str]:
    """Return how many games a pile was in the market for, and how they ended."""
    there = [game for first, end in pile.stays for game in games[first:end]]
    won = sum(game.won for game in there)
    return str(len(there)), str(won), str(len(there) - won)


def evolutions(chapters: Iterable[tuple[int, int, int]]) -> BarsChart:
    """Draw how many basic cards took a sticker or transformed, by chapter."""
    told = tuple(chapters)
    most = max((took + became for _chapter, took, became in told), default=1) or 1
    base, tallest = 86, 64
    step = (WIDTH - 2 * EDGE) / max(len(told), 1)
    wide = min(round(step) - 6, 34)
    bars: list[Bar] = []
    ticks: list[Tick] = []
    for place, (chapter, took, became) in enumerate(told):
        low, high = tall(took, most, tallest), tall(became, most, tallest)
        x = EDGE + round(step * (place + 0.5)) - wide // 2
        bars += [Bar(x, wide, base - low, low), Bar(x, wide, base - low - high, high, hollow=True)]
        ticks.append(Tick(x + wide // 2, str(chapter)))
    text = _("Filled: basic cards that took a sticker. Hollow, above them: cards that transformed.")
    return BarsChart(
        id="evolutions",
        title=_("Evolutions by chapter"),
        text=text,
        note=text,
        height=base + 18,
        base=base,
        bars=drawn(bars),
        ticks=tuple(ticks),
        table=Table(
            _("Evolutions by chapter"),
            (_("Chapter"), _("Stickers"), _("Transformed")),
            tuple((str(chapter), str(took), str(became)) for chapter, took, became in told),
        ),
        mark=Mark(_("most: %(cards)s") % {"cards": most}),
    )
