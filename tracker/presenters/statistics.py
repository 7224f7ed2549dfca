"""The charts of statistics: those of any game, and those of each family of systems."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.packs import family_name
from campaign.rules.registry import SYSTEMS
from campaign.selectors.statistics import Row, Score, Statistics
from tracker import charts
from tracker.charts import Chart
from tracker.faces.registry import play_face

CHART_CHROME_HEIGHT = (
    150  # height of a chart's heading, text and folded table, in units of its picture
)


@dataclass(frozen=True, slots=True)
class Highlight:
    """A game, a streak or an opponent that stands out."""

    label: str
    value: str
    text: str
    url: str = ""  # of the game


@dataclass(frozen=True, slots=True)
class Summary:
    """What all games add up to; the shares are for games that were won or lost."""

    score: Score
    share: str
    median: str  # in minutes; "" if no game has any
    how_to_read: str

    @property
    def has_share(self) -> bool:
        """Say whether there are enough games for a share to mean something."""
        return self.score.decided >= charts.MANY


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game among several, and the address of its own charts."""

    name: str
    score: Score
    url: str


@dataclass(frozen=True, slots=True)
class Overview:
    """All that ``plays/charts.html`` shows."""

    summary: Summary
    highlights: tuple[Highlight, ...]
    columns: tuple[tuple[Chart, ...], ...]
    tiles: tuple[GameTile, ...]  # if several games are counted, whose own charts are elsewhere
    one_sided: bool  # only games that were won, or only games that were lost, are counted

    @property
    def games(self) -> int:
        """Return how many games are counted."""
        return self.summary.score.games


def overview(
    stats: Statistics,
    own: Iterable[Chart],
    *,
    tiles: Iterable[GameTile] = (),
    one_sided: bool = False,
) -> Overview:
    """Return what games add up to; ``own`` are charts of the systems."""
    return Overview(
        summary=_summary(stats),
        highlights=tuple(_highlights(stats)),
        columns=in_columns([chart for chart in _with_common(stats, own) if chart.drawn]),
        tiles=tuple(tiles),
        one_sided=one_sided,
    )


def _summary(stats: Statistics) -> Summary:
    return Summary(
        score=stats.score,
        share=charts.percent(stats.score.share),
        median=charts.number(round(median(stats.minutes))) if stats.minutes else "",
        how_to_read=charts.how_to_read(),
    )


def statistics_of(
    stats: Statistics, filters: Mapping[str, str], *, one_sided: bool = False
) -> Overview:
    """Return what games add up to, with the charts of their game.

    The systems of a family are counted together. Where there are several families, each gets a tile
    with the address of its own charts: the same filters, and that game.
    """
    families = defaultdict(list)
    for slug in stats.systems:
        if slug in SYSTEMS:
            families[SYSTEMS[slug].family].append(slug)
    if len(families) > 1:
        tiles = [
            GameTile(
                family_name(family, stats.language),
                stats.of(slugs).score,
                reverse("statistics", query={**filters, "game": family}),
            )
            for family, slugs in families.items()
        ]
        return overview(stats, (), tiles=tiles, one_sided=one_sided)
    faces = (play_face(slugs[0]) for slugs in families.values())
    own = (chart for face in faces if face for chart in face.charts(stats))
    return overview(stats, own, one_sided=one_sided)


def _with_common(stats: Statistics, own: Iterable[Chart]) -> Iterator[Chart]:
    """Yield the charts of any game, with those of the systems among them."""
    if len({share.score for share in stats.players}) > 1:  # else there is nothing to compare
        caption = _("Games by player")
        yield charts.rates("players", _("By player"), _("Player"), stats.players, caption=caption)
    if stats.points:
        yield charts.points(stats.points)
    if stats.months and stats.score.decided:
        yield charts.through_time(stats.months, stats.undated)
    yield from own
    if stats.minutes:
        yield charts.how_long(stats.minutes)


def _highlights(stats: Statistics) -> Iterator[Highlight]:
    """Yield the closest win, the longest game, the best streak and the toughest opponent."""
    closest_wins = (face.closest(stats) for face in map(play_face, stats.systems) if face)
    closest = next(filter(None, closest_wins), None)  # the play that was won by least, and how
    names = {share.key: share.name for share in stats.against}

    def of_game(label: str, value: str, game: Row) -> Highlight:
        day = date_format(game.played_on, "SHORT_DATE_FORMAT") if game.played_on else ""
        day = day.replace(" ", "\u00a0")  # on one line
        text = " · ".join(filter(None, (names.get(game.against, ""), day)))
        return Highlight(label, value, text, reverse("game", args=[game.game__code]))

    if closest is not None:
        pk, by = closest
        game = next(game for game in stats.games if game.pk == pk)
        yield of_game(_("Closest win"), by, game)
    if stats.longest is not None:
        minutes = {"minutes": stats.longest.minutes}
        yield of_game(_("Longest game"), _("%(minutes)s min") % minutes, stats.longest)
    if stats.streak > 1:
        wins = ngettext("%(count)s win", "%(count)s wins", stats.streak) % {"count": stats.streak}
        yield Highlight(_("Best streak"), wins, _("in a row"))
    faces = {slug: play_face(slug) for slug in stats.systems}
    against = stats.of([slug for slug, face in faces.items() if face and face.has_opponents])
    if against.toughest is not None:
        score = against.toughest.score
        counts = {"lost": score.lost, "games": score.games}
        text = _("won %(lost)s of %(games)s against you") % counts
        yield Highlight(_("Toughest opponent"), against.toughest.name, text)


def in_columns(drawn: Sequence[Chart]) -> tuple[tuple[Chart, ...], ...]:
    """Return charts in two columns of about the same height, each read from top to bottom.

    So there are no gaps beside longer charts, and opening a table moves no chart to the other side.
    """
    heights = [chart.height + CHART_CHROME_HEIGHT for chart in drawn]
    total = sum(heights)
    ends = range(1, len(drawn) + 1)
    middle = min(ends, key=lambda end: abs(2 * sum(heights[:end]) - total), default=0)
    return tuple(filter(None, (tuple(drawn[:middle]), tuple(drawn[middle:]))))
