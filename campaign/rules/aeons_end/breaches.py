"""Breaches: focusing turns one, opening flips it (War Eternal p. 15; Legacy p. 15).

A focus turns a closed breach 90° clockwise, which makes opening it cheaper. With the yellow quarter
on top, an effect that would focus it opens it.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from campaign.rules.aeons_end.catalogue.pack import BreachStart, BreachState, BreachType
from campaign.rules.core.constraints import Most
from campaign.rules.core.problems import Problem, RulesError

NUMBERS = ("I", "II", "III", "IV")
QUARTER = 90  # degrees that a focus turns a breach
MAX_BREACHES = 10  # of a mage, and sides of one; all boxes have four of both


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach on a mat; ``open_costs`` falls with each quarter turn made."""

    number: str
    state: BreachState
    turns: int = 0
    focus_cost: int | None = None
    open_costs: Annotated[tuple[int, ...], Most(MAX_BREACHES)] = ()
    bonus: int = 0  # damage added to a spell cast from it

    @property
    def open_cost(self) -> int | None:
        """Return what opening it costs now; None unless it is closed."""
        if self.state is not BreachState.CLOSED:
            return None
        return self.open_costs[self.turns]

    @property
    def rotation(self) -> int:
        """Return its rotation in degrees clockwise; at 0 the most expensive side is up."""
        return self.turns * QUARTER


Breaches = Annotated[tuple[Breach, ...], Most(MAX_BREACHES)]


def breach_of(start: BreachStart, types: tuple[BreachType, ...]) -> Breach:
    """Return a breach as it lies at the start; the loader has checked that its type exists."""
    breach_type = next(kind for kind in types if kind.number == start.number)
    return Breach(
        number=start.number,
        state=start.state,
        turns=start.turns,
        focus_cost=breach_type.focus_cost,
        open_costs=breach_type.open_costs,
        bonus=breach_type.bonus_damage,
    )


def focus(breach: Breach) -> Breach:
    """Turn a closed breach 90° clockwise, or open it when its yellow quarter is on top."""
    _require_closed(breach)
    if breach.turns == len(breach.open_costs) - 1:
        return opened(breach)
    return replace(breach, turns=breach.turns + 1)


def opened(breach: Breach) -> Breach:
    """Open a closed breach."""
    _require_closed(breach)
    return replace(breach, state=BreachState.OPEN, turns=0)


def _require_closed(breach: Breach) -> None:
    if breach.state is not BreachState.CLOSED:
        details = {"number": breach.number, "state": str(breach.state)}
        raise RulesError([Problem("breach.not_closed", details, "breach")])
