"""How a result looks in the record: the same for a Legacy game and a one-off game."""

from collections.abc import Iterator
from dataclasses import replace

from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.aeons_end.turn_order import MAGES_MAX
from campaign.rules.core.entries import entry_problems
from campaign.rules.core.problems import Problem


def tidy_tally(tally: Tally) -> Tally:
    """Return a tally that lists every seat it says anything about."""
    # A seat beyond the table is refused later; a list that long is not to be made before.
    last = max((seat for seat in tally.exhausted if seat <= MAGES_MAX), default=0)
    missing = (None,) * (last - len(tally.lives))
    return replace(tally, lives=(*tally.lives, *missing))


def tally_problems(tally: Tally) -> Iterator[Problem]:
    """Yield each number of a tally that no dial shows."""
    for problem in entry_problems(tally):
        # Below nothing is the engine's to refuse, with the name of whose life it is.
        if int(str(problem.details["actual"])) >= 0:
            yield problem
