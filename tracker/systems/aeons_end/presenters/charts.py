"""Charts that only this game has: a campaign's evolutions."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tracker.presenters.charts.bars import Bar, BarsChart, drawn
from tracker.presenters.charts.values import EDGE, WIDTH, Mark, Table, Tick, tall


def evolutions(chapters: Iterable[tuple[int, int, int]]) -> BarsChart:
    """Draw how many basic cards took a sticker or transformed, by chapter."""
    told = tuple(chapters)
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
    return BarsChart(
        id="evolutions",
        title=_("Evolutions by chapter"),
        text=text,
        note=text,
        height=base + 18,
        base=base,
        bars=drawn(bars),
        ticks=tuple(ticks),
        table=Table(
            _("Evolutions by chapter"),
            (_("Chapter"), _("Stickers"), _("Transformed")),
            tuple((str(chapter), str(took), str(became)) for chapter, took, became in told),
        ),
        mark=Mark(_("most: %(cards)s") % {"cards": most}),
    )
