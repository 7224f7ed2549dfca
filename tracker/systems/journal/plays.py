"""Journals in the play log and statistics."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from campaign.models import Play
from campaign.selectors.statistics import Statistics
from tracker.charts import Chart
from tracker.faces.plays import PlayFace

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class JournalPlays(PlayFace):
    """Plays of journals: everything that they have is shared."""

    has_opponents = False

    @property
    def columns(self) -> Mapping[str, "StrPromise"]:
        """Return no columns of their own."""
        return {}

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return no values of their own."""
        del play
        return {}

    def ending(self, play: Play) -> str:
        """Return nothing: the result says it all."""
        del play
        return ""

    def charts(self, counted: Statistics) -> Iterable[Chart]:
        """Return no charts of their own."""
        del counted
        return ()
