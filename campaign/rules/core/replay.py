"""Where a replay breaks: the first fact that does not fit is named."""

from collections.abc import Sequence

from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Detail, Problem, RulesError


class ReplayError(RulesError):
    """The story does not hold: ``fact``, the ``index``-th of its game, is the first that fails."""

    def __init__(
        self, problems: tuple[Problem, ...], *, game: int, index: int, fact: Fact | None
    ) -> None:
        super().__init__(problems)
        self.game = game
        self.index = index
        self.fact = fact


def lasting(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the problems that stand against what was recorded long ago as well."""
    return tuple(problem for problem in problems if not problem.new_only)


def breaks_later(error: ReplayError) -> Problem:
    """Return the problem that names the fact at which a changed story no longer holds."""
    kind = error.fact.kind if error.fact else ""
    codes = tuple(problem.code for problem in error.problems)
    return Problem(
        "story.later_fact_breaks",
        {"game": error.game, "kind": kind, "index": error.index, "codes": codes},
    )


def breaks_own(game: int, facts: Sequence[Fact]) -> Problem:
    """Return the problem that these facts of a game no longer fit its own result."""
    details: dict[str, Detail] = {"game": game, "kind": facts[0].kind, "count": len(facts)}
    return Problem("story.aftermath_breaks", details)
