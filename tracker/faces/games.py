"""The pages of a game, in a campaign or one-off."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from campaign.exchange.content import Content
from campaign.models import Game
from campaign.rules.core.sheet import SetupSheet
from tracker.forms.results import ResultForm
from tracker.people.access import Access
from tracker.pictures.look import EndingForm
from tracker.sheets.compiler import Document
from tracker.words.records import RecordWords

Files = MultiValueDict[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The headings of a game's pages."""

    title: str  # the game's name: its opponent
    kicker: str
    page: str  # the ``<title>``
    against: str  # of the result form
    setup: str = ""  # of the set-up of a one-off game


@dataclass(frozen=True, slots=True)
class Action:
    """A link from a game's page; the first is the main one."""

    url: str
    label: str
    style: str = "secondary"


class GameFace(ABC):
    """The pages of a game, of a campaign or one-off.

    ``result_fields.html`` in its system's folder draws the fields of how it ended, and reads
    ``form``; ``ended.html`` draws how it ended, and reads ``ended``.
    """

    @abstractmethod
    def file_words(self, content: Content) -> RecordWords:
        """Return the words for an export file, whose story may not replay."""

    @abstractmethod
    def heading(self, game: Game) -> Heading:
        """Return the headings of a game's pages."""

    @abstractmethod
    def document(self, sheet: SetupSheet[Any], heading: str) -> Document:
        """Return a set-up sheet as a document."""

    @abstractmethod
    def result_form(
        self, data: QueryDict | None, files: Files, *, access: Access, game: Game, stands: Any
    ) -> ResultForm:
        """Return the form of a result; ``stands`` is the result that it corrects, or None."""

    @abstractmethod
    def ended(self, game: Game, played: Any) -> object:
        """Return the values of ``ended.html``; ``outcome`` is for its mark."""

    def ending_form(self, ended: Any, heading: Heading) -> EndingForm:
        """Return the form of an ending, from the values of ``ended.html``."""
        return EndingForm(str(ended.outcome), heading.title)

    def sheet_url(self, game: Game, sheet: str) -> str:
        """Return the URL of the page on which the steps of a sheet are ticked."""
        return reverse("game", args=[game.code])

    def after_result(self, game: Game) -> str:
        """Return the URL of the page that follows a new result; "" for the game's own."""
        return ""

    @abstractmethod
    def share_document(self, game: Game, *, names: bool = False) -> Document:
        """Return the picture of a game to share; only with ``names`` it has any of them."""
