"""Checks of a one-off game's record as a whole: for what a file brings, or an undo brings back."""

from collections.abc import Iterator
from typing import Any

from campaign.records import GameFacts
from campaign.rules.core.facts import Planned, Played
from campaign.rules.core.problems import Problem, not_overruled
from campaign.rules.core.system import OneOff

# What the rules raise for values that are well-formed, but were never drawn by them.
UNEXPECTED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def game_problems(
    rules: OneOff[Any, Any, Any, Any], facts: GameFacts
) -> Iterator[tuple[Planned[Any, Any] | Played[Any], Problem]]:
    """Yield the problems of a set-up that makes no sheet, or of the result, each with its fact.

    A sheet is for those who chose: it has as many players.
    """
    planned, played = facts.planned, facts.played
    if planned.setup is None:  # it is drawn again when it is viewed, if its box still can
        return
    players = rules.players(planned.choices)
    try:
        sheet = rules.sheet(planned.setup, seed=planned.seed, players=players)
        found = tuple(rules.result_problems(planned.setup, played.result)) if played else ()
        fits = sheet.players == len(players)
    except UNEXPECTED:
        fits = False
    if not fits:
        yield planned, Problem("setup.unfit")
        return
    if played:
        yield from ((played, problem) for problem in not_overruled(found, played.reason))
