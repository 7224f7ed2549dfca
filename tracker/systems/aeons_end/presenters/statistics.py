"""Plays of Aeon's End in the log, in files and in statistics: which charts, in which order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Play
from campaign.packs import get_pack
from campaign.rules.aeons_end.legacy.facts import CardEvolved, CardTransformed
from campaign.rules.aeons_end.outcome import Result
from campaign.rules.aeons_end.plays import CHAPTER, DIAL, GRAVEHOLD, NEMESIS, PILE, START
from campaign.rules.aeons_end.systems import FAMILY
from campaign.rules.core.play import BOX
from campaign.rules.registry import SYSTEMS
from campaign.selectors.statistics import Share, Statistics
from tracker.presenters import charts
from tracker.presenters.charts import Chart
from tracker.presenters.charts.bars import BARS, Bar, drawn
from tracker.presenters.charts.values import EDGE, WIDTH, Table, Tick, tall
from tracker.systems.aeons_end.presenters.look import Look
from tracker.systems.aeons_end.words import terms


def campaign_charts(told: Statistics, look: Look) -> Iterator[Chart]:
    """Yield the charts of a campaign's games, and of what happened to its cards."""
    yield _by_nemesis(told)
    # Everybody plays every game of a campaign: there is nothing to compare by mage.
    chapters = tuple(replace(share, name=_chapter(share.key)) for share in told.of_kind(CHAPTER))
    caption = _("Games by chapter")
    yield _rates(told, "chapters", _("By chapter"), _("Chapter"), chapters, caption)
    yield from _at_the_end(told)
    evolved = _evolutions(look)
    if any(took or became for _number, took, became in evolved):
        yield evolutions(evolved)


def _by_nemesis(told: Statistics) -> Chart:
    caption = _("Games by nemesis")
    return _rates(told, "nemeses", _("By nemesis"), _("Nemesis"), told.against, caption)


def _at_the_end(told: Statistics) -> Iterator[Chart]:
    """Yield how the dials stood at the end, and which piles were in the market."""
    if any(gravehold := told.dial(GRAVEHOLD)):
        yield charts.left("gravehold", _("Gravehold’s life at the end"), *gravehold)
    if any(nemesis := told.dial(NEMESIS)):
        yield charts.left("nemesis-life", _("The nemesis’ life at the end"), *nemesis)
    if piles := told.of_kind(PILE):
        caption = _("Games by the piles in their market")
        yield _rates(told, "piles", _("Piles in the market"), _("Pile"), piles, caption)


def _rates(
    told: Statistics, name: str, title: str, first: str, shares: Sequence[Share], caption: str
) -> Chart:
    """Return shares won beside what all games say."""
    return charts.rates(name, title, first, shares, caption=caption, overall=told.score)


def _chapter(number: int | str) -> str:
    return _("Chapter %(number)s") % {"number": number}


def easiest_first(shares: Sequence[Share]) -> tuple[Share, ...]:
    """Order shares by difficulty; games of campaigns, which have none, come last."""
    boxes = (get_pack(system.slug) for system in SYSTEMS.values() if system.family == FAMILY)
    order = {level.id: n for pack in boxes for n, level in enumerate(pack.difficulties)}
    return tuple(sorted(shares, key=lambda s: (not s.key, order.get(s.key, len(order)), s.key)))


def _evolutions(look: Look) -> tuple[tuple[int, int, int], ...]:
    chapter_of = {game.number: game.chapter for game in look.state.games}
    found = Counter((chapter_of.get(entry.game), type(entry.fact)) for entry in look.entries)
    return tuple(
        (chapter, found[chapter, CardEvolved], found[chapter, CardTransformed])
        for chapter in sorted(set(chapter_of.values()))
    )


def evolutions(told: Sequence[tuple[int, int, int]]) -> Chart:
    """Draw how many basic cards took a sticker or transformed, by chapter."""
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
    return Chart(
        id="evolutions",
        title=_("Evolutions by chapter"),
        text=text,
        height=base + 18,
        template=BARS,
        drawn=drawn(bars, base, ticks, Tick(None, _("most: %(cards)s") % {"cards": most})),
        table=Table(
            _("Evolutions by chapter"),
            (_("Chapter"), _("Stickers"), _("Transformed")),
            tuple((str(chapter), str(took), str(became)) for chapter, took, became in told),
        ),
    )


class AeonsEndPlays:
    """Legacy and the boxes without a campaign share their nemeses, mages and piles."""

    columns = {"gravehold_life": gettext_lazy("Gravehold"), "nemesis_life": gettext_lazy("Nemesis")}

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return what the dials showed; that of a box's nemesis without life says nothing."""
        dials = play.numbers(DIAL)
        says = play.number is not None or NEMESIS in play.numbers(START)
        return {
            "gravehold_life": dials.get(GRAVEHOLD),
            "nemesis_life": dials.get(NEMESIS) if says else None,
        }

    def level(self, play: Play) -> str:
        """Return the chapter; a one-off game has a difficulty instead."""
        chapter = next(iter(play.numbers(CHAPTER).values()), None)
        return "" if chapter is None else _chapter(chapter)

    def ending(self, play: Play) -> str:
        """Return how it ended; a nemesis without life never was at 0."""
        return terms.ending(play.ending, has_life=NEMESIS in play.numbers(START))

    def closest(self, counted: Statistics) -> tuple[int, str] | None:
        """Return the win with least life left in Gravehold, of several the one entered last."""
        won, _lost = counted.dial(GRAVEHOLD)
        if not won:
            return None
        sought = (DIAL, GRAVEHOLD, won[0], Result.WIN)
        found = (
            tag["latest"]
            for tag in counted.tags
            if (tag["kind"], tag["key"], tag["number"], tag["play__result"]) == sought
        )
        text = _("Gravehold at %(life)s life") % {"life": won[0]}
        return max(found), text

    def charts(self, counted: Statistics) -> Iterator[Chart]:
        """Yield the charts of somebody's games, of campaigns and one-off games together."""
        yield _by_nemesis(counted)
        mages, caption = counted.characters, _("Games by mage")
        yield _rates(counted, "mages", _("By mage"), _("Mage"), mages, caption)
        counts = tuple(replace(share, name=terms.mages(int(share.key))) for share in counted.sizes)
        caption = _("Games by number of mages")
        yield _rates(counted, "counts", _("By number of mages"), _("Mages"), counts, caption)
        levels = tuple(
            share if share.key else replace(share, name=_("Campaign games"))
            for share in easiest_first(counted.difficulties)
        )
        caption = _("Games by difficulty")
        yield _rates(counted, "difficulties", _("By difficulty"), _("Difficulty"), levels, caption)
        boxes = counted.of_kind(BOX)
        if len(boxes) > 1:  # one box alone says what all games say
            yield _rates(counted, "boxes", _("By box"), _("Box"), boxes, _("Games by box"))
        yield from _at_the_end(counted)
