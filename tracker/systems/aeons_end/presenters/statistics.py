"""Statistics as charts: which ones there are, in which order, and what each is called."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy.facts import CardEvolved, CardTransformed
from campaign.rules.aeons_end.market.piles import Pile
from campaign.statistics import Share, Statistics
from tracker.presenters import charts
from tracker.presenters.charts import Chart
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.look import Look
from tracker.systems.aeons_end.presenters.market import growths_of, time_in_words, tracks_of

AROUND = 150  # a chart's heading, its words and its folded table, in the units of its picture


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
    return (*_by_nemesis(told), *_by_table(told), *_at_the_end(told))


def campaign_charts(told: Statistics, look: Look) -> tuple[Chart, ...]:
    """Return the charts of a campaign's games, and of what happened to its cards."""
    drawn = [*_by_nemesis(told), *_by_chapter(told), *_at_the_end(told)]
    chapters = _evolutions(look)
    if any(took or became for _chapter, took, became in chapters):
        drawn.append(charts.evolutions(chapters))
    drawn.append(_market(look))
    return tuple(drawn)


def in_columns(drawn: Sequence[Chart]) -> tuple[tuple[Chart, ...], ...]:
    """Return charts in two columns of about the same height, to be read down one and the other.

    So no column waits for its neighbour's longer chart, and opening a table moves nothing across.
    """
    heights = [chart.height + AROUND for chart in drawn]
    whole = sum(heights)
    ends = range(1, len(drawn) + 1)
    middle = min(ends, key=lambda end: abs(2 * sum(heights[:end]) - whole), default=0)
    return tuple(filter(None, (tuple(drawn[:middle]), tuple(drawn[middle:]))))


def _by_nemesis(told: Statistics) -> Iterator[Chart]:
    """Yield how games went through time, and against whom."""
    if told.months:
        yield charts.through_time(told.months, told.undated)
    caption = _("Games by nemesis")
    yield _rates(told, "nemeses", _("By nemesis"), _("Nemesis"), told.nemeses, caption)


def _by_table(told: Statistics) -> Iterator[Chart]:
    """Yield how games went by who sat down, and at which difficulty."""
    caption = _("Games by mage")
    yield _rates(told, "mages", _("By mage"), _("Mage"), told.mages, caption)
    counts = tuple(replace(share, name=_mages(int(share.key))) for share in told.mage_counts)
    caption = _("Games by number of mages")
    yield _rates(told, "counts", _("By number of mages"), _("Mages"), counts, caption)
    levels = tuple(_difficulty(share) for share in told.difficulties)
    caption = _("Games by difficulty")
    yield _rates(told, "difficulties", _("By difficulty"), _("Difficulty"), levels, caption)


def _by_chapter(told: Statistics) -> Iterator[Chart]:
    """Yield how games went by chapter: everybody plays every game of a campaign."""
    chapters = tuple(replace(share, name=_chapter(share.key)) for share in told.chapters)
    caption = _("Games by chapter")
    yield _rates(told, "chapters", _("By chapter"), _("Chapter"), chapters, caption)


def _at_the_end(told: Statistics) -> Iterator[Chart]:
    """Yield how the dials and the clock stood at the end, and which piles were in the market."""
    if told.gravehold.total:
        yield charts.left("gravehold", _("Gravehold’s life at the end"), told.gravehold)
    if told.nemesis_life.total:
        yield charts.left("nemesis-life", _("The nemesis’ life at the end"), told.nemesis_life)
    if told.minutes.total:
        yield charts.how_long(told.minutes)
    if told.piles:
        caption = _("Games by the piles in their market")
        yield _rates(told, "piles", _("Piles in the market"), _("Pile"), told.piles, caption)


def _rates(
    told: Statistics, name: str, title: str, first: str, shares: Sequence[Share], caption: str
) -> Chart:
    """Return shares won beside what all games say."""
    return charts.rates(name, title, first, shares, caption=caption, overall=told.score)


def _market(look: Look) -> Chart:
    """Return the market through time; a pile that came after a game is there from the next on."""
    played = [game for game in look.state.games if game.tally is not None]
    numbers = [game.number for game in played]
    growths = growths_of(look)
    after: list[int | None] = [None, *(game for game, _fact in growths)]
    places = [0, *(bisect_right(numbers, game) for game, _fact in growths)]
    tracks = tracks_of(look, [fact for _game, fact in growths])
    return charts.market(
        [charts.GamePlayed(game.number, game.won) for game in played],
        [
            charts.PileTime(
                name=look.namer.pile(track.pile),
                card=_card(track.pile),
                stays=tuple(
                    (places[came], None if went is None else places[went])
                    for came, went in zip_longest(track.came, track.went)
                ),
                words=time_in_words(track, after),
            )
            for track in tracks.values()
            if track.came  # one that was only ever offered has no time in the market
        ],
        finished=look.state.finished,
    )


def _card(pile: Pile) -> str:
    """Return what kind of card lies in a pile, and what it costs."""
    return f"{words.card_kind(str(pile.kind))} {pile.cost}"


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
