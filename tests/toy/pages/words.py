"""What is wrong, in words."""

from __future__ import annotations

from typing import Any

from campaign.rules.core.problems import Problem
from tracker.words.problems import SENTENCES, detail, worded

PROBLEMS: dict[str, Any] = {
    **SENTENCES,
    "dice.sides": "Dice have %(allowed)s sides.",
    "dice.roll": "No die shows %(actual)s: it has %(most)s sides.",
    "dice.not_thrown": "Throw the die first.",
    "match.over": "The match is over.",
    "match.not_played": "Round %(game)s is not played yet.",
    "match.party": "A match has two sides.",
}


def sentence(problem: Problem) -> str:
    """Return what is wrong."""
    shown = {key: detail(key, value) for key, value in problem.details.items()}
    return worded(problem, shown, PROBLEMS)
