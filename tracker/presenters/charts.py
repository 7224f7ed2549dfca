"""Charts: statistics as geometry, each with a title, a description and the same numbers in a table.

Everything is drawn in whole units of a picture 360 units wide, about a phone's width: words in it
stay readable there, and a decimal comma never gets into a coordinate.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format, localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.statistics import Month, Score, Share, Spread, Tellings

WIDTH = 360
EDGE = 8
ROW = 38  # of a name over its line
MOST_ROWS = 12
MOST_PERIODS = 36
STRIP = 46


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of a chart."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A word at a place of the axis; ``anchor`` keeps it inside the picture."""

    x: int
    text: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Rate:
    """A share won, as a dot on the line of where it may lie."""

    name: str
    count: str
    y: int
    x: int
    low: int
    width: int
    few: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar, or the two bars of a period: won above the line, lost below it."""

    x: int
    width: int
    y: int
    height: int
    below: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """So many games at one number."""

    x: int
    y: int
    r: int


@dataclass(frozen=True, slots=True)
class Strip:
    """How a dial stood after games of one result."""

    name: str
    y: int
    dots: tuple[Dot, ...]
    median: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture and its numbers; the kind names the template that draws it."""

    kind: str
    id: str
    title: str
    text: str
    height: int
    table: Table
    note: str = ""  # beside the picture; the whole description is in it
    rates: tuple[Rate, ...] = ()
    bars: tuple[Bar, ...] = ()
    strips: tuple[Strip, ...] = ()
    ticks: tuple[Tick, ...] = ()
    base: int = 0
    mark: int | None = None
    mark_label: str = ""
    mark_anchor: str = "middle"
    left_out: int = 0


# --- shares won ---


def how_to_read() -> str:
    """Return what a dot and its line mean."""
    return _(
        "A dot is the share of games won; the line through it is where that share lies in 95 of "
        "100 cases (Wilson’s interval). Few games, long line."
    )


def rates(id: str, title: str, first: str, shares: Sequence[Share], *, caption: str) -> Chart:  # noqa: A002
    """Draw shares won with their intervals, a row each."""
    shown = shares[:MOST_ROWS]
    rows = tuple(_rate(share, 24 + ROW * place) for place, share in enumerate(shown))
    few = sum(share.score.is_few for share in shown)
    note = ""
    if few:
        note = ngettext(
            "%(count)s has fewer than five games, and its dot is hollow.",
            "%(count)s have fewer than five games, and their dots are hollow.",
            few,
        ) % {"count": few}
    half = EDGE + (WIDTH - 2 * EDGE) // 2
    return Chart(
        kind="rates",
        id=id,
        title=title,
        text=f"{how_to_read()} {note}".strip(),
        note=note,
        height=24 + ROW * len(rows) + 12,
        table=Table(
            caption,
            (first, _("Games"), _("Won"), _("Lost"), _("Share won"), _("95% interval")),
            tuple((share.name, *score_cells(share.score)) for share in shares),
        ),
        rates=rows,
        ticks=(
            Tick(EDGE, percent(0), "start"),
            Tick(half, percent(0.5)),
            Tick(WIDTH - EDGE, percent(1), "end"),
        ),
        left_out=len(shares) - len(shown),
    )


def score_cells(score: Score) -> tuple[str, ...]:
    """Return a score as cells: games, won, lost, share, interval."""
    interval = _("%(low)s to %(high)s") % {
        "low": percent(score.interval.low),
        "high": percent(score.interval.high),
    }
    return (str(score.games), str(score.won), str(score.lost), percent(score.share), interval)


def percent(share: float) -> str:
    """Return a share in words."""
    return _("%(number)s%%") % {"number": round(100 * share)}


def _rate(share: Share, y: int) -> Rate:
    score = share.score
    low, high = _along(score.interval.low), _along(score.interval.high)
    return Rate(
        name=share.name,
        count=_("%(won)s of %(games)s") % {"won": score.won, "games": score.games},
        y=y,
        x=_along(score.share),
        low=low,
        width=max(high - low, 1),
        few=score.is_few,
    )


def _along(share: float) -> int:
    return EDGE + round(share * (WIDTH - 2 * EDGE))


# --- through time ---


def through_time(months: Sequence[Month], undated: int) -> Chart:
    """Draw games won above a line and games lost below it, by month, quarter or year."""
    periods = _periods(months)
    most = max((max(p.score.won, p.score.lost) for p in periods), default=1) or 1
    tallest, base = 56, 70
    step = (WIDTH - 2 * EDGE) / max(len(periods), 1)
    wide = max(min(round(step) - 2, 24), 1)
    bars = tuple(
        Bar(
            x=EDGE + round(step * (place + 0.5)) - wide // 2,
            width=wide,
            y=base - _tall(period.score.won, most, tallest),
            height=_tall(period.score.won, most, tallest),
            below=_tall(period.score.lost, most, tallest),
            label=period.name,
        )
        for place, period in enumerate(periods)
    )
    text = _("Games won stand above the line, filled; games lost hang below it, hollow.")
    if undated:
        text += " " + ngettext(
            "%(count)s game has no date and is not here.",
            "%(count)s games have no date and are not here.",
            undated,
        ) % {"count": undated}
    ends: tuple[Tick, ...] = ()
    if periods:
        first = Tick(EDGE, periods[0].name, "start")
        ends = (
            (first, Tick(WIDTH - EDGE, periods[-1].name, "end")) if len(periods) > 1 else (first,)
        )
    return Chart(
        kind="months",
        id="time",
        title=_("Won and lost through time"),
        text=text,
        note=text,
        height=2 * base + 18,
        base=base,
        bars=bars,
        ticks=ends,
        table=Table(
            _("Games by when they were played"),
            (_("When"), _("Games"), _("Won"), _("Lost")),
            tuple(
                (p.name, str(p.score.games), str(p.score.won), str(p.score.lost))
                for p in periods
                if p.score.games
            ),
        ),
        mark_label=_("most: %(games)s") % {"games": most},
    )


def _tall(games: int, most: int, tallest: int) -> int:
    return max(round(games / most * tallest), 2) if games else 0


def _periods(months: Sequence[Month]) -> list[Share]:
    """Return the scores of every month, or quarter, or year, from the first to the last."""
    if not months:
        return []
    first, last = months[0].first, months[-1].first
    span = (last.year - first.year) * 12 + last.month - first.month + 1
    size = 1 if span <= MOST_PERIODS else 3 if span <= 3 * MOST_PERIODS else 12

    def period(day: datetime.date) -> int:
        return (day.year * 12 + day.month - 1) // size

    found = {number: Score() for number in range(period(first), period(last) + 1)}
    for month in months:
        found[period(month.first)] += month.score
    return [
        Share(str(number), _period_name(number * size, size), score)
        for number, score in found.items()
    ]


def _period_name(month: int, size: int) -> str:
    first = datetime.date(month // 12, month % 12 + 1, 1)
    if size == 1:
        return date_format(first, "YEAR_MONTH_FORMAT")
    if size == 12:
        return str(first.year)
    last = datetime.date(first.year, first.month + size - 1, 1)
    names = {"first": date_format(first, "M"), "last": date_format(last, "M"), "year": first.year}
    return _("%(first)s–%(last)s %(year)s") % names


# --- numbers on a dial ---


def left(id: str, title: str, told: Tellings) -> Chart:  # noqa: A002
    """Draw how a dial stood at the end, after games won and after games lost."""
    highest = max([spread.highest for spread in (told.won, told.lost) if spread.total], default=1)
    top = max(-(-highest // 10) * 10, 10)
    most = max((n for s in (told.won, told.lost) for _value, n in s.counts), default=1)
    named = [(_("won"), told.won, True), (_("lost"), told.lost, False)]
    shown = [each for each in named if each[1].total]
    strips = tuple(
        _strip(name, spread, won, 28 + STRIP * place, top, most)
        for place, (name, spread, won) in enumerate(shown)
    )
    text = _(
        "A dot is a number on the dial, larger where it was seen more often; the bar is the median."
    )
    return Chart(
        kind="left",
        id=id,
        title=title,
        text=text,
        note=text,
        height=28 + STRIP * len(strips) + 6,
        strips=strips,
        ticks=_numbers(top),
        table=Table(
            title,
            (_("Games"), _("Noted"), _("Median"), _("Middle half"), _("Lowest"), _("Highest")),
            tuple((name, *_spread_cells(spread)) for name, spread, _won in shown),
        ),
    )


def _strip(name: str, spread: Spread, won: bool, y: int, top: int, most: int) -> Strip:
    dots = tuple(
        Dot(_on(value, top), y, max(round(9 * (times / most) ** 0.5), 2))
        for value, times in spread.counts
    )
    return Strip(name, y, dots, _on(spread.median, top), won)


def _spread_cells(spread: Spread) -> tuple[str, ...]:
    half = _("%(low)s to %(high)s") % {
        "low": number(spread.at(0.25)),
        "high": number(spread.at(0.75)),
    }
    return (
        str(spread.total),
        number(spread.median),
        half,
        str(spread.lowest),
        str(spread.highest),
    )


def number(value: float) -> str:
    """Return a number with at most one decimal, as the language writes it."""
    rounded = round(value, 1)
    return str(localize(int(rounded) if rounded == int(rounded) else rounded))


def _on(value: float, top: int) -> int:
    return 12 + round(value / top * (WIDTH - 24))


def _numbers(top: int) -> tuple[Tick, ...]:
    return tuple(Tick(_on(value, top), str(value)) for value in (0, top // 2, top))


# --- how long ---


def how_long(minutes: Spread) -> Chart:
    """Draw how many games took how long, with the median across."""
    size = 15 if minutes.highest <= 300 else 60
    found: dict[int, int] = {}
    for value, times in minutes.counts:
        found[value // size] = found.get(value // size, 0) + times
    first, last = min(found), max(found)
    bins = [(place, found.get(place, 0)) for place in range(first, last + 1)]
    most = max(found.values())
    step = (WIDTH - 2 * EDGE) / len(bins)
    base, tallest = 96, 70
    bars = tuple(
        Bar(
            EDGE + round(step * place) + 1,
            max(round(step) - 2, 1),
            base - _tall(times, most, tallest),
            _tall(times, most, tallest),
        )
        for place, (_bin, times) in enumerate(bins)
    )
    span = (last + 1 - first) * size

    def at(value: float) -> int:
        return EDGE + round((value - first * size) / span * (WIDTH - 2 * EDGE))

    text = _("Games by their minutes; the line is the median: half took less, half took more.")
    median = _("median %(minutes)s min") % {"minutes": number(minutes.median)}
    return Chart(
        kind="how_long",
        id="minutes",
        title=_("How long games take"),
        text=text,
        note=text,
        height=base + 18,
        base=base,
        bars=bars,
        mark=at(minutes.median),
        mark_anchor=_anchor(at(minutes.median)),
        mark_label=median,
        ticks=(
            Tick(EDGE, str(first * size), "start"),
            Tick(WIDTH - EDGE, _("%(minutes)s min") % {"minutes": (last + 1) * size}, "end"),
        ),
        table=Table(
            _("Games by how long they took; %(median)s") % {"median": median},
            (_("Minutes"), _("Games")),
            tuple((f"{b * size}–{(b + 1) * size - 1}", str(n)) for b, n in bins if n),
        ),
    )


def _anchor(x: int) -> str:
    """Keep a word inside the picture."""
    return "start" if x < WIDTH // 5 else "end" if x > WIDTH * 4 // 5 else "middle"


# --- a campaign ---


def evolutions(chapters: Iterable[tuple[int, int, int]]) -> Chart:
    """Draw how many basic cards took a sticker or transformed, by chapter."""
    told = tuple(chapters)
    most = max((took + became for _chapter, took, became in told), default=1) or 1
    base, tallest = 86, 64
    step = (WIDTH - 2 * EDGE) / max(len(told), 1)
    wide = min(round(step) - 6, 34)
    bars = []
    for place, (chapter, took, became) in enumerate(told):
        low, high = _tall(took, most, tallest), _tall(became, most, tallest)
        x = EDGE + round(step * (place + 0.5)) - wide // 2
        bars.append(Bar(x, wide, base - low - high, high, low, str(chapter)))
    text = _("Filled: basic cards that took a sticker. Hollow, above them: cards that transformed.")
    return Chart(
        kind="evolutions",
        id="evolutions",
        title=_("Evolutions by chapter"),
        text=text,
        note=text,
        height=base + 18,
        base=base,
        bars=tuple(bars),
        ticks=tuple(Tick(bar.x + bar.width // 2, bar.label) for bar in bars),
        table=Table(
            _("Evolutions by chapter"),
            (_("Chapter"), _("Stickers"), _("Transformed")),
            tuple((str(chapter), str(took), str(became)) for chapter, took, became in told),
        ),
        mark_label=_("most: %(cards)s") % {"cards": most},
    )
