"""Statistics as charts: which ones there are, in which order, and what each is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy.facts import CardEvolved, CardTransformed
from campaign.statistics import Share, Statistics
from tracker.presenters import charts
from tracker.presenters.charts import Chart
from tracker.presenters.look import Look


@dataclass(frozen=True, slots=True)
class Summary:
    """What everything adds up to, in a line."""

    games: int
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
        won=told.score.won,
        lost=told.score.lost,
        share=cells[3],
        interval=cells[4],
        median=charts.number(told.minutes.median) if told.minutes.total else "",
        few=told.score.is_few,
        how_to_read=charts.how_to_read(),
    )


def person_charts(told: Statistics) -> tuple[Chart, ...]:
    """Return the charts of somebody's games."""
    return tuple(_charts(told, with_difficulty=True))


def campaign_charts(told: Statistics, look: Look) -> tuple[Chart, ...]:
    """Return the charts of a campaign's games, and of what happened to its cards."""
    drawn = list(_charts(told, with_difficulty=False))
    chapters = _evolutions(look)
    if any(took or became for _chapter, took, became in chapters):
        drawn.append(charts.evolutions(chapters))
    return tuple(drawn)


def _charts(told: Statistics, *, with_difficulty: bool) -> Iterator[Chart]:
    if told.months:
        yield charts.through_time(told.months, told.undated)
    yield charts.rates(
        "nemeses", _("By nemesis"), _("Nemesis"), told.nemeses, caption=_("Games by nemesis")
    )
    if with_difficulty:
        yield charts.rates("mages", _("By mage"), _("Mage"), told.mages, caption=_("Games by mage"))
        yield charts.rates(
            "counts",
            _("By number of mages"),
            _("Mages"),
            tuple(replace(share, name=_mages(int(share.key))) for share in told.mage_counts),
            caption=_("Games by number of mages"),
        )
        yield charts.rates(
            "difficulties",
            _("By difficulty"),
            _("Difficulty"),
            tuple(_difficulty(share) for share in told.difficulties),
            caption=_("Games by difficulty"),
        )
    else:
        # Everybody plays every game of a campaign: chapters are what differs.
        yield charts.rates(
            "chapters",
            _("By chapter"),
            _("Chapter"),
            tuple(replace(share, name=_chapter(share.key)) for share in told.chapters),
            caption=_("Games by chapter"),
        )
    if told.gravehold.total:
        yield charts.left("gravehold", _("Gravehold’s life at the end"), told.gravehold)
    if told.nemesis_life.total:
        yield charts.left("nemesis-life", _("The nemesis’ life at the end"), told.nemesis_life)
    if told.minutes.total:
        yield charts.how_long(told.minutes)
    if told.piles:
        yield charts.rates(
            "piles",
            _("Piles in the market"),
            _("Pile"),
            told.piles,
            caption=_("Games by the piles in their market"),
        )


def _mages(count: int) -> str:
    return ngettext("%(count)s mage", "%(count)s mages", count) % {"count": count}


def _chapter(number: str) -> str:
    return _("Chapter %(number)s") % {"number": number}


def _difficulty(share: Share) -> Share:
    return share if share.key else replace(share, name=_("Campaign games"))


def _evolutions(look: Look) -> tuple[tuple[int, int, int], ...]:
    chapter_of = {game.number: game.chapter for game in look.state.games}
    found = {chapter: [0, 0] for chapter in sorted(set(chapter_of.values()))}
    for entry in look.entries:
        if isinstance(entry.fact, CardEvolved):
            found[chapter_of[entry.game]][0] += 1
        elif isinstance(entry.fact, CardTransformed):
            found[chapter_of[entry.game]][1] += 1
    return tuple((chapter, took, became) for chapter, (took, became) in found.items())
