"""Statistics as charts: those that any game has, and those of each family of systems."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.models.plays import PlayQuerySet
from campaign.rules.registry import SYSTEMS
from campaign.selectors.statistics import Row, Statistics
from tracker.presenters import charts
from tracker.presenters.charts import Chart
from tracker.presenters.plays import play_url
from tracker.systems.registry import play_face

# What stands out in all games: its label, value and text, and the address of its game or "".
Highlight = tuple[str, str, str, str]
AROUND = 150  # a chart's heading, its words and its folded table, in the units of its picture


def summary(told: Statistics) -> dict[str, Any]:
    """Return what everything adds up to, in a line; where nothing is decided there is no share."""
    low, high = map(charts.percent, told.score.interval)
    return {
        "score": told.score,
        "share": charts.percent(told.score.share),
        "interval": _("%(low)s to %(high)s") % {"low": low, "high": high},
        # Minutes; empty where nobody looked at a clock.
        "median": charts.number(median(told.minutes)) if told.minutes else "",
        "how_to_read": charts.how_to_read(),
    }


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
            mine = told if alone else Statistics(told.rows.of(slugs), language)
            yield from face.charts(mine, plays.filter(system__in=slugs)) if face else ()

    return with_common(told, of_families())


def with_common(told: Statistics, own: Iterator[Chart]) -> Iterator[Chart]:
    """Yield charts after those that any game has; one without a share to draw is left out."""
    if len({share.score for share in told.players}) > 1:  # else there is nothing to compare
        yield from _drawn(
            charts.rates(
                "players", _("By player"), _("Player"), told.players, caption=_("Games by player")
            )
        )
    if told.months and told.score.decided:
        yield charts.through_time(told.months, told.undated)
    for chart in own:
        yield from _drawn(chart)
    if told.minutes:
        yield charts.how_long(told.minutes)


def _drawn(chart: Chart) -> Iterator[Chart]:
    if not isinstance(chart, charts.RatesChart) or chart.rates:
        yield chart


def person_highlights(told: Statistics) -> list[Highlight]:
    """Return what stands out in somebody's games."""
    faces = {SYSTEMS[slug].family: play_face(slug) for slug in told.systems if slug in SYSTEMS}
    found = (face.closest(told) for face in faces.values() if face)
    return list(highlights(told, next(filter(None, found), None)))


def highlights(told: Statistics, closest: tuple[int, str] | None) -> Iterator[Highlight]:
    """Yield what stands out; ``closest`` is the play that was won by least, and how."""
    names = {share.key: share.name for share in told.against}

    def of_game(label: str, value: str, game: Row) -> Highlight:
        day = date_format(game.played_on, "SHORT_DATE_FORMAT") if game.played_on else ""
        text = " · ".join(filter(None, (names.get(game.against, ""), day)))
        url = play_url(game.game__campaign__code or game.game__code, game.number)
        return label, value, text, url

    if closest is not None:
        pk, by = closest
        game = next(game for game in told.rows.games if game.pk == pk)
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
