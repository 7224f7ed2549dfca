"""Replay: facts in, state out; the first fact that does not fit is named."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from campaign.rules.core.facts import SECOND, Fact
from campaign.rules.core.problems import Detail, Problem, RulesError
from campaign.rules.core.story import Game

State_co = TypeVar("State_co", covariant=True)


class Ledger(Protocol[State_co]):
    """A campaign's state while its facts are being replayed, one after the other."""

    def problems(self, game: int, fact: Fact) -> tuple[Problem, ...]:
        """Return everything that stands against a fact here and now."""

    def apply(self, game: int, fact: Fact) -> None:
        """Enter one fact that fits."""

    def state(self) -> State_co:
        """Return what the facts so far add up to."""


class ReplayError(RulesError):
    """The story does not hold: ``fact``, the ``index``-th of its game, is the first that fails."""

    def __init__(
        self, problems: tuple[Problem, ...], *, game: int, index: int, fact: Fact | None
    ) -> None:
        super().__init__(problems)
        self.game = game
        self.index = index
        self.fact = fact


def enter(ledger: Ledger[object], game: Game, entered: Fact | None = None) -> None:
    """Enter a game's facts in order, and stop at the first that does not fit.

    ``entered`` is the fact that is only now being written down, if one is.
    """
    for index, fact in enumerate(game.facts):
        found = ledger.problems(game.number, fact)
        if fact is not entered:
            found = _lasting(found)
        if found:
            raise ReplayError(found, game=game.number, index=index, fact=fact)
        ledger.apply(game.number, fact)


def unfit_facts(ledger: Ledger[object], game: Game) -> tuple[Fact, ...]:
    """Return what of a game's aftermath does not fit its plan and result, in order.

    Each fact is judged after those before it that do fit. A result that cannot stand itself makes
    nothing else unfit: that is for whoever enters it to hear first.
    """
    found: list[Fact] = []
    for fact in game.facts:
        if not _lasting(ledger.problems(game.number, fact)):
            ledger.apply(game.number, fact)
        elif fact.rank <= SECOND:
            return ()
        else:
            found.append(fact)
    return tuple(found)


def _lasting(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    return tuple(problem for problem in problems if not problem.new_only)


def breaks_later(error: ReplayError) -> Problem:
    """Return the problem that names the fact at which a changed story no longer holds."""
    kind = error.fact.kind if error.fact else ""
    codes = tuple(problem.code for problem in error.problems)
    details: dict[str, Detail] = {
        "game": error.game,
        "kind": kind,
        "index": error.index,
        "codes": codes,
    }
    return Problem("story.later_fact_breaks", details)


def breaks_own(game: int, facts: Sequence[Fact]) -> Problem:
    """Return the problem that these facts of a game no longer fit its own result."""
    details: dict[str, Detail] = {"game": game, "kind": facts[0].kind, "count": len(facts)}
    return Problem("story.aftermath_breaks", details)
