"""Plays of Aeon's End in the log, in files and in statistics."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Play
from campaign.models.plays import PlayQuerySet
from campaign.packs import name_of
from campaign.rules.aeons_end.plays import CHAPTER, DIAL, GRAVEHOLD, NEMESIS, START
from campaign.selectors.statistics import Statistics
from tracker.presenters.charts import Chart
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters import statistics
from tracker.systems.aeons_end.presenters.statistics import closest_win


class AeonsEndPlays:
    """Legacy and the boxes without a campaign share their nemeses, mages and piles."""

    columns = {"gravehold_life": gettext_lazy("Gravehold"), "nemesis_life": gettext_lazy("Nemesis")}
    closest = staticmethod(closest_win)

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return what the dials showed; that of a box's nemesis without life says nothing."""
        numbers = play.numbers()
        says = play.number is not None or (START, NEMESIS) in numbers
        return {
            "gravehold_life": numbers.get((DIAL, GRAVEHOLD)),
            "nemesis_life": numbers.get((DIAL, NEMESIS)) if says else None,
        }

    def level(self, play: Play, language: str) -> str:
        """Return the chapter, or the difficulty of a one-off game."""
        chapter = next((n for (kind, _key), n in play.numbers().items() if kind == CHAPTER), None)
        if chapter is not None:
            return _("Chapter %(number)s") % {"number": chapter}
        return name_of("difficulty", play.difficulty, language, system=play.system)

    def ending(self, play: Play) -> str:
        """Return how it ended; a nemesis without life never was at 0."""
        return words.ending(play.ending, has_life=(START, NEMESIS) in play.numbers())

    def charts(self, counted: Statistics, plays: PlayQuerySet) -> Iterator[Chart]:
        """Yield the charts of these plays."""
        del plays
        return statistics.person_charts(counted)
