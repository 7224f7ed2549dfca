"""Statistics as charts: those that any game has, and those of each family of systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models.plays import PlayQuerySet
from campaign.rules.registry import SYSTEMS
from campaign.selectors.statistics import Statistics, count_plays
from tracker.presenters import charts
from tracker.presenters.charts import Chart
from tracker.systems.registry import play_face

AROUND = 150  # a chart's heading, its words and its folded table, in the units of its picture


@dataclass(frozen=True, slots=True)
class Summary:
    """What everything adds up to, in a line."""

    games: int
    decided: int  # 0: there is no share, only players who won or lost
    won: int
    lost: int
    share: str
    interval: str
    median: str  # minutes; empty where nobody looked at a clock
    few: bool
    how_to_read: str


def summary(told: Statistics) -> Summary:
    """Return what everything adds up to."""
    cells = charts.score_cells(told.score)
    return Summary(
        games=told.score.games,
        decided=told.score.decided,
        won=told.score.won,
        lost=told.score.lost,
        share=cells[3],
        interval=cells[4],
        median=charts.number(told.minutes.median) if told.minutes.total else "",
        few=told.score.is_few,
        how_to_read=charts.how_to_read(),
    )


def person_charts(told: Statistics, plays: PlayQuerySet, language: str) -> Iterator[Chart]:
    """Yield the charts of somebody's games; each family of systems is counted by itself."""
    families: dict[str, list[str]] = {}
    for slug in told.systems:
        if slug in SYSTEMS:
            families.setdefault(SYSTEMS[slug].family, []).append(slug)

    def of_families() -> Iterator[Chart]:
        for slugs in families.values():
            face = play_face(slugs[0])
            alone = len(slugs) == len(told.systems)
            mine = told if alone else count_plays(plays.filter(system__in=slugs), language)
            yield from face.charts(mine) if face else ()

    return with_common(told, of_families())


def with_common(told: Statistics, own: Iterator[Chart]) -> Iterator[Chart]:
    """Yield charts between those that any game has: through time, by player, by minutes."""
    if told.months and told.score.decided:
        yield charts.through_time(told.months, told.undated)
    if told.players:
        yield charts.rates(
            "players", _("By player"), _("Player"), told.players, caption=_("Games by player")
        )
    yield from own
    if told.minutes.total:
        yield charts.how_long(told.minutes)


def in_columns(drawn: Sequence[Chart]) -> tuple[tuple[Chart, ...], ...]:
    """Return charts in two columns of about the same height, to be read down one and the other.

    So no column waits for its neighbour's longer chart, and opening a table moves nothing across.
    """
    heights = [chart.height + AROUND for chart in drawn]
    whole = sum(heights)
    ends = range(1, len(drawn) + 1)
    middle = min(ends, key=lambda end: abs(2 * sum(heights[:end]) - whole), default=0)
    return tuple(filter(None, (tuple(drawn[:middle]), tuple(drawn[middle:]))))
