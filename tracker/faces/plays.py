"""The face of a system in the play log and statistics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from campaign.models import Play
from campaign.selectors.statistics import Statistics
from tracker.charts import Chart

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class PlayFace(ABC):
    """A system's plays in the log, its files and statistics.

    The systems of a family are counted together, with the charts of the first of them.
    """

    has_opponents = True  # whom players beat; not where games are played of chapters

    @property
    @abstractmethod
    def columns(self) -> Mapping[str, StrPromise]:
        """Return the CSV columns that only this system has, with their labels."""

    @abstractmethod
    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return the values of these columns."""

    def level(self, play: Play) -> str:
        """Return the level of a play, such as its chapter; "" to show its difficulty."""
        return ""

    @abstractmethod
    def ending(self, play: Play) -> str:
        """Return how it ended, in words; "" if that was not noted."""

    def closest(self, counted: Statistics) -> tuple[int, str] | None:
        """Return the id of the closest win, and how close it was, in words; None if unknown."""
        return None

    @abstractmethod
    def charts(self, counted: Statistics) -> Iterable[Chart]:
        """Yield the charts of this system, beside those of any game."""
