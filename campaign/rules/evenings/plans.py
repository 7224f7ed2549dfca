"""Where an evening is, who brings what, how long it is: changed by several people at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from campaign.rules.core.problems import Problem
from campaign.rules.evenings.agreement import USUAL_MINUTES


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of an evening."""

    place: str = ""
    brings: str = ""  # who brings what
    minutes: int = USUAL_MINUTES

    def changed(self, seen: Plan, wanted: Plan) -> Plan:
        """Return the plan with what somebody changed in the one that they saw."""
        return replace(self, **{name: getattr(wanted, name) for name in _changes(seen, wanted)})

    def collisions(self, seen: Plan, wanted: Plan) -> Iterator[Problem]:
        """Yield what others have changed since, and would be lost."""
        for name in _changes(seen, wanted):
            if getattr(self, name) not in (getattr(seen, name), getattr(wanted, name)):
                yield Problem("evening.changed_meanwhile", path=name)


def _changes(seen: Plan, wanted: Plan) -> list[str]:
    names = (field.name for field in fields(Plan))
    return [name for name in names if getattr(seen, name) != getattr(wanted, name)]
