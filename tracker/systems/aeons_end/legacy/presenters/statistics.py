"""The statistics of one campaign."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from campaign.rules.aeons_end.legacy.facts import CardEvolved, CardTransformed
from campaign.rules.aeons_end.plays import CHAPTER
from campaign.selectors.statistics import Statistics
from tracker.charts import Chart
from tracker.charts.bars import BARS, Bar, drawn
from tracker.charts.values import EDGE, WIDTH, Table, Tick, tall
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.shared.presenters.statistics import (
    at_the_end,
    by_nemesis,
    chapter_name,
    win_rates,
)


def campaign_charts(counted: Statistics, snapshot: CampaignSnapshot) -> Iterator[Chart]:
    """Yield the charts of a campaign."""
    yield by_nemesis(counted)
    # No chart by mage: everybody plays every game of a campaign.
    chapters = tuple(
        replace(share, name=chapter_name(share.key)) for share in counted.of_kind(CHAPTER)
    )
    caption = _("Games by chapter")
    yield win_rates(counted, "chapters", _("By chapter"), _("Chapter"), chapters, caption)
    yield from at_the_end(counted)
    evolved = _evolutions(snapshot)
    if any(count.total for count in evolved):
        yield evolutions(evolved)


@dataclass(frozen=True, slots=True)
class EvolutionCount:
    """How many basic cards took a sticker or transformed in the games of a chapter."""

    chapter: int
    stickers: int
    transformed: int

    @property
    def total(self) -> int:
        """Return both together."""
        return self.stickers + self.transformed


def _evolutions(snapshot: CampaignSnapshot) -> tuple[EvolutionCount, ...]:
    chapter_of = {game.number: game.chapter for game in snapshot.state.games}
    evolved = snapshot.entries_of(CardEvolved, CardTransformed)
    counts = Counter((chapter_of.get(entry.game), type(entry.fact)) for entry in evolved)
    return tuple(
        EvolutionCount(chapter, counts[chapter, CardEvolved], counts[chapter, CardTransformed])
        for chapter in sorted(set(chapter_of.values()))
    )


def evolutions(counts: Sequence[EvolutionCount]) -> Chart:
    """Draw how many basic cards took a sticker or transformed, by chapter."""
    most = max((count.total for count in counts), default=1) or 1
    base, tallest = 86, 64
    step = (WIDTH - 2 * EDGE) / max(len(counts), 1)
    wide = min(round(step) - 6, 34)
    bars: list[Bar] = []
    ticks: list[Tick] = []
    for place, count in enumerate(counts):
        low = tall(count.stickers, most, tallest)
        high = tall(count.transformed, most, tallest)
        x = EDGE + round(step * (place + 0.5)) - wide // 2
        bars += [Bar(x, wide, base - low, low), Bar(x, wide, base - low - high, high, hollow=True)]
        ticks.append(Tick(x + wide // 2, str(count.chapter)))
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
            tuple(
                (str(count.chapter), str(count.stickers), str(count.transformed))
                for count in counts
            ),
        ),
    )
