"""What the pages that every game shares ask of a game system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from campaign.rules.aeons_end.legacy.facts import Fact
from campaign.rules.core.problems import Problem


class RecordWords(Protocol):
    """The words for what one campaign's or one game's record holds, with its names."""

    def sentence(self, problem: Problem) -> str:
        """Return what is wrong."""
        ...

    def facts(self, facts: Sequence[Fact]) -> str:
        """Return what facts say, reasons included."""
        ...

    def plan(self, plan: Fact, game: int) -> str:
        """Return what a campaign's plan for a game says, its reason included."""
        ...
