"""Statistics as charts: those that any game has, and those of each family of systems."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.registry import SYSTEMS
from campaign.selectors.statistics import Row, Statistics
from tracker.presenters import charts
from tracker.presenters.charts import Chart
from tracker.presenters.plays import play_url
from tracker.systems.registry import play_face

# What stands out in all games: its label, value and text, and the address of its game or "".
Highlight = tuple[str, str, str, str]
AROUND = 150  # a chart's heading, its words and its folded table, in the units of its picture


def overview(told: Statistics, own: Iterable[Chart]) -> dict[str, Any]:
    """Return what ``plays/charts.html`` shows; ``own`` are the charts of no other game."""
    low, high = map(charts.percent, told.score.interval)
    return {
        "columns": in_columns([chart for chart in _with_common(told, own) if chart.drawn]),
        "highlights": list(_highlights(told)),
        # Where nothing is decided there is no share.
        "summary": {
            "score": told.score,
            "share": charts.percent(told.score.share),
            "interval": _("%(low)s to %(high)s") % {"low": low, "high": high},
            # Minutes; empty where nobody looked at a clock.
            "median": charts.number(median(told.minutes)) if told.minutes else "",
            "how_to_read": charts.how_to_read(),
        },
    }


def family_charts(told: Statistics) -> Iterator[Chart]:
    """Yield the charts of each family of systems, which is counted by itself."""
    families = defaultdict(list)
    for slug in told.systems:
        if slug in SYSTEMS:
            families[SYSTEMS[slug].family].append(slug)
    for slugs in families.values():
        if face := play_face(slugs[0]):
            yield from face.charts(told.of(slugs))


def _with_common(told: Statistics, own: Iterable[Chart]) -> Iterator[Chart]:
    """Yield charts amid those that any game has."""
    if len({share.score for share in told.players}) > 1:  # else there is nothing to compare
        caption = _("Games by player")
        yield charts.rates("players", _("By player"), _("Player"), told.players, caption=caption)
    if told.months and told.score.decided:
        yield charts.through_time(told.months, told.undated)
    yield from own
    if told.minutes:
        yield charts.how_long(told.minutes)


def _highlights(told: Statistics) -> Iterator[Highlight]:
    """Yield what stands out."""
    found = (face.closest(told) for face in map(play_face, told.systems) if face)
    closest = next(filter(None, found), None)  # the play that was won by least, and how
    names = {share.key: share.name for share in told.against}

    def of_game(label: str, value: str, game: Row) -> Highlight:
        day = date_format(game.played_on, "SHORT_DATE_FORMAT") if game.played_on else ""
        text = " · ".join(filter(None, (names.get(game.against, ""), day)))
        url = play_url(game.game__campaign__code or game.game__code, game.number)
        return label, value, text, url

    if closest is not None:
        pk, by = closest
        game = next(game for game in told.games if game.pk == pk)
        yield of_game(_("Closest win"), by, game)
    if told.longest is not None:
        minutes = {"minutes": told.longest.minutes}
        yield of_game(_("Longest game"), _("%(minutes)s min") % minutes, told.longest)
    if told.streak > 1:
        wins = ngettext("%(count)s win", "%(count)s wins", told.streak) % {"count": told.streak}
        yield _("Best streak"), wins, _("in a row"), ""
    if told.toughest is not None:
        score = told.toughest.score
        shown = {"lost": score.lost, "games": score.games}
        text = _("won %(lost)s of %(games)s against you") % shown
        yield _("Toughest opponent"), told.toughest.name, text, ""


def in_columns(drawn: Sequence[Chart]) -> tuple[tuple[Chart, ...], ...]:
    """Return charts in two columns of about the same height, to be read down one and the other.

    So no column waits for its neighbour's longer chart, and opening a table moves nothing across.
    """
    heights = [chart.height + AROUND for chart in drawn]
    whole = sum(heights)
    ends = range(1, len(drawn) + 1)
    middle = min(ends, key=lambda end: abs(2 * sum(heights[:end]) - whole), default=0)
    return tuple(filter(None, (tuple(drawn[:middle]), tuple(drawn[middle:]))))
