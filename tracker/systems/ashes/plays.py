"""Duels in the log, in files and in statistics."""

from collections.abc import Iterator, Mapping

from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from campaign.models import Play
from campaign.models.plays import PlayQuerySet
from campaign.rules.ashes.systems import ROUNDS
from campaign.selectors.statistics import Statistics
from tracker.presenters import charts
from tracker.presenters.charts import Chart
from tracker.systems.ashes.selectors import deck_shares, meetings
from tracker.systems.ashes.words.terms import ENDINGS


class DuelPlays:
    """What the log and statistics say of duels."""

    columns = {"rounds": gettext_lazy("Rounds")}

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return how many rounds it took."""
        return {"rounds": play.numbers().get((ROUNDS, ROUNDS))}

    def level(self, play: Play, language: str) -> str:
        """Return whether two or more fought."""
        del language
        seats = len(play.seats.all())
        return _("Duel") if seats == 2 else _("Melee of %(number)s") % {"number": seats}

    def ending(self, play: Play) -> str:
        return str(ENDINGS.get(play.ending, play.ending))

    def closest(self, counted: Statistics) -> tuple[int, str] | None:
        """Say that no game is won by all."""
        del counted
        return None

    def charts(self, counted: Statistics, plays: PlayQuerySet) -> Iterator[Chart]:
        """Yield shares won by Phoenixborn and by deck, and who met whom."""
        language = get_language() or "en"
        yield charts.rates(
            "phoenixborn",
            _("By Phoenixborn"),
            _("Phoenixborn"),
            counted.characters,
            caption=_("Games by Phoenixborn"),
        )
        decks = deck_shares(counted.rows, plays, language)
        if decks:
            yield charts.rates(
                "decks",
                _("By deck"),
                pgettext("thirty cards to play with", "Deck"),
                decks,
                caption=_("Games by deck"),
            )
        met = meetings(counted.rows, language)
        if met.won:
            yield charts.matrix(
                "phoenixborn-matrix",
                _("Phoenixborn against Phoenixborn"),
                _("Phoenixborn"),
                met.names,
                met.score,
                text=_(
                    "Wins per 100 games of the Phoenixborn in the row against the one in the "
                    "column. Column numbers are row numbers."
                ),
            )
