"""Bars: games through time, and how long they took."""

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from campaign.selectors.statistics import Score
from tracker.charts.values import (
    EDGE,
    WIDTH,
    Chart,
    Table,
    Tick,
    anchor,
    number,
    tall,
    won_and_lost,
)
from tracker.words import month

BARS = "plays/bars.html"
MAX_PERIODS = 36
MAX_NAMED = 3  # periods whose names fit beside each other
FEWEST_BINS = 6  # or the bar of a single game would fill the picture
MAX_TICKS = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart."""

    x: int
    width: int
    y: int
    height: int
    hollow: bool = False


@dataclass(frozen=True, slots=True)
class BarPicture:
    """Bars above or below a line, for ``plays/bars.html``."""

    bars: tuple[Bar, ...]
    base: int  # the place of the line
    ticks: Sequence[Tick]
    mark: Tick  # with a line across the picture if it has a place


def drawn(bars: Iterable[Bar], base: int, ticks: Sequence[Tick], mark: Tick) -> BarPicture:
    """Return a picture of bars, without empty ones."""
    return BarPicture(tuple(bar for bar in bars if bar.height), base, ticks, mark)


def through_time(months: Mapping[datetime.date, Score], undated: int) -> Chart:
    """Draw games won above a line and games lost below it, by month, quarter or year."""
    size, periods = _periods(months)
    most = max(max(score.won, score.lost) for score in periods.values()) or 1
    tallest, base = 56, 74
    step = (WIDTH - 2 * EDGE) / len(periods)
    wide = max(min(round(step) - 2, 24), 1)
    lefts = [EDGE + round(step * (place + 0.5)) - wide // 2 for place in range(len(periods))]
    bars: list[Bar] = []
    for x, score in zip(lefts, periods.values(), strict=True):
        won, lost = (tall(n, most, tallest) for n in (score.won, score.lost))
        bars += [Bar(x, wide, base - won, won), Bar(x, wide, base, lost, hollow=True)]
    ticks = _when([x + wide // 2 for x in lefts], list(periods), size)
    text = _("Games won are above the line, filled; games lost are below it, hollow.")
    if undated:
        text += " " + ngettext(
            "%(count)s game without a date is not shown.",
            "%(count)s games without a date are not shown.",
            undated,
        ) % {"count": undated}
    return Chart(
        id="time",
        title=_("Won and lost over time"),
        text=text,
        height=base + max(bar.height for bar in bars if bar.hollow) + 22,
        template=BARS,
        drawn=drawn(bars, base, ticks, Tick(None, _("most: %(games)s") % {"games": most})),
        table=Table(
            _("Games by when they were played"),
            (_("When"), _("Games"), *won_and_lost()),
            tuple(
                (_period_name(p, size), str(score.games), str(score.won), str(score.lost))
                for p, score in periods.items()
                if score.games
            ),
        ),
    )


def _when(places: Sequence[int], periods: Sequence[int], size: int) -> tuple[Tick, ...]:
    """Return the names of the periods, of all if they fit, else of the first and the last."""
    if len(periods) <= MAX_NAMED:
        named = zip(places, periods, strict=True)
        return tuple(Tick(x, _period_name(period, size)) for x, period in named)
    first, last = (_period_name(period, size) for period in (periods[0], periods[-1]))
    return Tick(EDGE, first, "start"), Tick(WIDTH - EDGE, last, "end")


def _periods(months: Mapping[datetime.date, Score]) -> tuple[int, dict[int, Score]]:
    """Return how many months a period has, and the score of each period."""
    first, last = min(months), max(months)
    span = (last.year - first.year) * 12 + last.month - first.month + 1
    size = 1 if span <= MAX_PERIODS else 3 if span <= 3 * MAX_PERIODS else 12

    def period(day: datetime.date) -> int:
        return (day.year * 12 + day.month - 1) // size

    scores = {number: Score() for number in range(period(first), period(last) + 1)}
    for day, score in months.items():
        scores[period(day)] += score
    return size, scores


def _period_name(period: int, size: int) -> str:
    first = datetime.date(period * size // 12, period * size % 12 + 1, 1)
    if size == 1:
        return month(first)
    if size == 12:
        return str(first.year)
    last = datetime.date(first.year, first.month + size - 1, 1)
    # French abbreviates its months unevenly, and with a full stop.
    short = "N" if get_language() == "fr" else "M"
    names = {"first": month(first, short), "last": month(last, short), "year": first.year}
    return _("%(first)s–%(last)s %(year)s") % names


def how_long(minutes: Sequence[int]) -> Chart:
    """Draw a histogram of how long games took, with the median."""
    size = 15 if max(minutes) <= 300 else 60
    games_by_bin = Counter(value // size for value in minutes)
    first, last = _range(min(games_by_bin), max(games_by_bin))
    bins = [(place, games_by_bin[place]) for place in range(first, last + 1)]
    most = max(games_by_bin.values())
    step = (WIDTH - 2 * EDGE) / len(bins)
    base, tallest = 96, 70

    def at(value: float) -> int:
        return EDGE + round((value / size - first) * step)

    wide = max(round(step) - 2, 1)
    heights = ((place, tall(times, most, tallest)) for place, times in bins)
    bars = (Bar(at(place * size) + 1, wide, base - high, high) for place, high in heights)
    text = _("Games by length; the line is the median: half took less, half took more.")
    text += " " + ngettext(
        "%(count)s game has a length.",
        "%(count)s games have a length.",
        len(minutes),
    ) % {"count": len(minutes)}
    half = _("median %(minutes)s min") % {"minutes": number(median(minutes))}
    middle = at(median(minutes))
    ticks = list(_minutes(first, last + 1, size, at))
    return Chart(
        id="minutes",
        title=_("How long games take"),
        text=text,
        height=base + 18,
        template=BARS,
        drawn=drawn(bars, base, ticks, Tick(middle, half, anchor(middle))),
        table=Table(
            _("Games by how long they took; %(median)s") % {"median": half},
            (_("Minutes"), _("Games")),
            tuple((f"{b * size}–{(b + 1) * size - 1}", str(n)) for b, n in bins if n),
        ),
    )


def _range(first: int, last: int) -> tuple[int, int]:
    """Return the first and the last bin, of at least ``FEWEST_BINS``."""
    lacking = max(FEWEST_BINS - (last - first + 1), 0)
    first = max(first - lacking // 2, 0)
    return first, max(last, first + FEWEST_BINS - 1)


def _minutes(first: int, end: int, size: int, at: Callable[[float], int]) -> Iterator[Tick]:
    """Yield the minutes under the bars, as many as fit, the last with its unit."""
    every = -(-(end - first) // MAX_TICKS)
    places = list(range(first, end + 1, every))
    for place in places:
        text = str(place * size)
        if place == places[-1]:
            text = _("%(minutes)s min") % {"minutes": text}
        x = at(place * size)
        side = "start" if x <= EDGE else "end" if x > WIDTH - 4 * EDGE else "middle"
        yield Tick(x, text, side)
