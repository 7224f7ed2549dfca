"""What the pages that every game shares ask of a game system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern

from campaign.models import Campaign, Play
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Problem
from campaign.selectors.statistics import Statistics
from tracker.access import Access
from tracker.presenters.ahead import Ahead
from tracker.presenters.charts import Chart


class RecordWords(Protocol):
    """The words for what one campaign's or one game's record holds, with its names."""

    def sentence(self, problem: Problem) -> str:
        """Return what is wrong."""
        ...

    def kind(self, kind: str) -> str:
        """Return what a kind of fact is called."""
        ...

    def fact(self, fact: Fact) -> str:
        """Return what a fact says."""
        ...

    def facts(self, facts: Sequence[Fact]) -> str:
        """Return what facts say, reasons included."""
        ...

    def lines(self, facts: Sequence[Fact]) -> list[str]:
        """Return what facts say, in lines of a list."""
        ...

    def plan(self, plan: Fact, game: int) -> str:
        """Return what a campaign's plan for a game says, its reason included."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """A page in a campaign's navigation; ``looks_back``: it can show an earlier game's state."""

    name: str  # of its url, which takes the campaign's code
    label: str
    icon: str
    looks_back: bool = False


class CampaignFace(Protocol):
    """A system whose games make up a campaign."""

    def words(self, campaign: Campaign) -> RecordWords:
        """Return the words for a campaign's record."""
        ...

    def places(self) -> Sequence[Place]:
        """Return the pages of a campaign, in their order; the first four stand in the bar."""
        ...

    def front(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Answer with the front page of a campaign."""
        ...

    def ahead(self, access: Access) -> Ahead:
        """Return the next step of a campaign."""
        ...

    def games(self, campaign: Campaign) -> list[tuple[int, str]]:
        """Return the games of a campaign to branch off after, by number and in words."""
        ...


class PlayFace(Protocol):
    """What the log, its files and statistics say of a system's plays.

    The systems of a family are counted together, with the charts of any of them.
    """

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns of the spreadsheet that only these plays fill."""
        ...

    def cells(self, play: Play) -> Mapping[str, int | None]:
        """Return what stands in these columns."""
        ...

    def level(self, play: Play, language: str) -> str:
        """Return how far or how hard it was: a chapter, a difficulty."""
        ...

    def ending(self, play: Play) -> str:
        """Return how it ended, in words; "" where that was not noted."""
        ...

    def charts(self, counted: Statistics) -> Iterable[Chart]:
        """Yield the charts of plays, beside those that any game has."""
        ...


@dataclass(frozen=True, slots=True)
class Face:
    """How one game system looks."""

    slug: str
    styles: str  # a static file
    campaign: CampaignFace | None = None
    plays: PlayFace | None = None
    urls: tuple[URLPattern, ...] = ()  # that only this system has
