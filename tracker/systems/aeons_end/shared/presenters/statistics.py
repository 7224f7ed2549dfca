"""Plays of Aeon's End in the log, in exports and in statistics."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Play
from campaign.packs import get_pack
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.plays import (
    BATTLE,
    CHAPTER,
    DIAL,
    GRAVEHOLD,
    NEMESIS,
    PILE,
    ROUNDS,
    START,
)
from campaign.rules.aeons_end.systems import SLUGS
from campaign.rules.core.play import BOX
from campaign.selectors.statistics import Share, Statistics
from tracker import charts
from tracker.charts import Chart
from tracker.faces.plays import PlayFace
from tracker.systems.aeons_end.shared.words import terms

UNTOUCHED = 30  # the life that Gravehold begins with: a win with all of it was not close


def by_nemesis(counted: Statistics) -> Chart:
    """Return the chart of win rates by nemesis."""
    caption = _("Games by nemesis")
    return win_rates(counted, "nemeses", _("By nemesis"), _("Nemesis"), counted.against, caption)


def at_the_end(counted: Statistics) -> Iterator[Chart]:
    """Yield the charts of the dials at the end and of the piles in the market."""
    if any(gravehold := counted.dial(GRAVEHOLD)):
        yield charts.left("gravehold", _("Gravehold’s life at the end"), *gravehold)
    if any(nemesis := counted.dial(NEMESIS)):
        yield charts.left("nemesis-life", _("The nemesis’ life at the end"), *nemesis)
    if piles := counted.of_kind(PILE):
        caption = _("Games by the piles in their market")
        yield win_rates(counted, "piles", _("Piles in the market"), _("Pile"), piles, caption)


def win_rates(
    counted: Statistics, name: str, title: str, first: str, shares: Sequence[Share], caption: str
) -> Chart:
    """Return a chart of win rates, with the overall rate."""
    return charts.rates(name, title, first, shares, caption=caption, overall=counted.score)


def chapter_name(number: int | str) -> str:
    """Return what a chapter is called."""
    return _("Chapter %(number)s") % {"number": number}


def easiest_first(shares: Sequence[Share]) -> tuple[Share, ...]:
    """Order shares by difficulty; games of campaigns, which have none, come last."""
    packs = map(get_pack, SLUGS)
    order = {level.id: n for pack in packs for n, level in enumerate(pack.difficulties)}
    return tuple(sorted(shares, key=lambda s: (not s.key, order.get(s.key, len(order)), s.key)))


class AeonsEndPlays(PlayFace):
    """Legacy and the boxes without a campaign share their nemeses, mages and piles."""

    columns = {
        "gravehold_life": gettext_lazy("Gravehold"),
        "nemesis_life": gettext_lazy("Nemesis"),
        "rounds": gettext_lazy("Rounds"),
    }

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return the rounds, and the dials at the end.

        In a one-off game a nemesis without life has none.
        """
        dials = play.numbers(DIAL)
        says = play.number is not None or NEMESIS in play.numbers(START)
        return {
            "gravehold_life": dials.get(GRAVEHOLD),
            "nemesis_life": dials.get(NEMESIS) if says else None,
            "rounds": play.numbers(ROUNDS).get(ROUNDS),
        }

    def level(self, play: Play) -> str:
        """Return the chapter or the battle; "" for a one-off game, which has a difficulty."""
        chapter = next(iter(play.numbers(CHAPTER).values()), None)
        battle = next(iter(play.numbers(BATTLE).values()), None)
        if battle is not None:
            return _("Battle %(battle)s") % {"battle": battle}
        return "" if chapter is None else chapter_name(chapter)

    def ending(self, play: Play) -> str:
        """Return how it ended; a nemesis without life is never at 0."""
        return terms.ending(play.ending, has_life=NEMESIS in play.numbers(START))

    def closest(self, counted: Statistics) -> tuple[int, str] | None:
        """Return the win with least life left in Gravehold, of several the one entered last."""
        won, _lost = counted.dial(GRAVEHOLD)
        if not won or won[0] >= UNTOUCHED:
            return None
        sought = (DIAL, GRAVEHOLD, won[0], Result.WIN)
        latest = (
            tag["latest"]
            for tag in counted.tags
            if (tag["kind"], tag["key"], tag["number"], tag["play__result"]) == sought
        )
        text = _("Gravehold at %(life)s life") % {"life": won[0]}
        return max(latest), text

    def charts(self, counted: Statistics) -> Iterator[Chart]:
        """Yield the charts of somebody's games, of campaigns and one-off games together."""
        yield by_nemesis(counted)
        mages, caption = counted.characters, _("Games by mage")
        yield win_rates(counted, "mages", _("By mage"), _("Mage"), mages, caption)
        counts = tuple(replace(share, name=terms.mages(int(share.key))) for share in counted.sizes)
        caption = _("Games by number of mages")
        yield win_rates(counted, "counts", _("By number of mages"), _("Mages"), counts, caption)
        levels = tuple(
            share if share.key else replace(share, name=_("Campaign games"))
            for share in easiest_first(counted.difficulties)
        )
        caption = _("Games by difficulty")
        yield win_rates(
            counted, "difficulties", _("By difficulty"), _("Difficulty"), levels, caption
        )
        boxes = counted.of_kind(BOX)
        if len(boxes) > 1:  # one box alone is the same as all games
            yield win_rates(counted, "boxes", _("By box"), _("Box"), boxes, _("Games by box"))
        yield from at_the_end(counted)
