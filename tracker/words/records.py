"""The words for a record: what the shared pages ask a system for."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.packs import name_of
from campaign.rules.core.facts import Fact
from campaign.rules.core.play import BOX
from campaign.rules.core.problems import Problem
from tracker.words.phrases import listed


def closed_boxes(boxes: Iterable[str]) -> str:
    """Return why a record is not shown to somebody who must not see boxes in it yet."""
    names = sorted(name_of(BOX, slug, get_language() or "en") for slug in boxes)
    text = _("Closed until everybody has finished it and said so in My boxes: %(boxes)s.")
    return text % {"boxes": listed(names)}


class RecordWords(Protocol):
    """The words for a record of either kind, with its own names."""

    def sentence(self, problem: Problem) -> str:
        """Return a problem in words."""

    def facts(self, facts: Sequence[Fact]) -> str:
        """Return facts in words, with reasons."""


class CampaignRecordWords(RecordWords, Protocol):
    """The words for a campaign's record."""

    def fact(self, fact: Fact) -> str:
        """Return a fact in words."""

    def groups(self, facts: Sequence[Fact]) -> list[list[Fact]]:
        """Return facts in the same order, grouped by the sentence that says them."""

    def plan(self, plan: Fact, game: int) -> str:
        """Return the plan of a game in words, with its reason."""

    def won(self, fact: Fact) -> bool | None:
        """Say whether a result is a win; None if the game is not won or lost together."""

    def kind(self, kind: str) -> str:
        """Return the name of a kind of fact."""

    def against(self, plan: Fact) -> str:
        """Return the opponent of a planned game."""
