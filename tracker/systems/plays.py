"""How the plays of each system read in the log, in files and in statistics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from campaign.models import Play
from campaign.selectors.statistics import Statistics
from tracker.presenters.charts import Chart
from tracker.systems.aeons_end.presenters import plays as aeons_end


class PlayFace(Protocol):
    """What a family of systems says of its plays. One family is counted together."""

    @property
    def systems(self) -> tuple[str, ...]:
        """Return the slugs of its systems."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns of the spreadsheet that only its plays fill."""

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return what stands in these columns."""

    def level(self, play: Play, language: str) -> str:
        """Return how far or how hard it was: a chapter, a difficulty."""

    def ending(self, play: Play) -> str:
        """Return how it ended, in words; "" where that was not noted."""

    def charts(self, counted: Statistics) -> Iterable[Chart]:
        """Yield the charts of these plays."""


FACES: tuple[PlayFace, ...] = (aeons_end.FACE,)


def face_of(system: str) -> PlayFace | None:
    """Return the face of a system's plays."""
    return next((face for face in FACES if system in face.systems), None)
