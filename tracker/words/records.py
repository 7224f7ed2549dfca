"""The words for a record: what the shared pages ask a system for."""

from collections.abc import Sequence
from typing import Protocol

from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Problem


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
