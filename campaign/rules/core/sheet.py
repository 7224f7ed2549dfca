"""The set-up sheet: one value that is rendered as page, print, PDF, picture and JSON.

It holds names and numbers, never sentences: a step, a change and a thing to restore have a code
and the values that a sentence in any language needs. What lies on the table is the system's body.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import to_plain

Value = str | int | tuple[str, ...] | tuple[int, ...]
plain = partial(to_plain, defaults=True)  # a client does not know them
LISTS = ("before", "steps", "changes", "restore", "put_away")  # of lines, in a sheet


class Body(Protocol):
    """What lies on the table, in the values of one system."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values, by keys that the envelope does not have."""


B_co = TypeVar("B_co", bound=Body, covariant=True)


@dataclass(frozen=True, slots=True)
class Line:
    """A step, a change or a thing to restore: the code of a sentence, and its values."""

    part: str  # of the box, as the system divides it
    code: str
    values: Mapping[str, Value] = field(default_factory=dict)
    changed: bool = False  # differs from the last time this table was set up


@dataclass(frozen=True, slots=True)
class SetupSheet(Generic[B_co]):
    """Everything that people need to set up one game: a common envelope, and the game itself."""

    system: str
    pack_version: int
    language: str
    players: int
    body: B_co
    steps: tuple[Line, ...] = ()
    put_away: tuple[Line, ...] = ()
    game: int | None = None  # its number in a campaign
    seed: str = ""
    changes: tuple[Line, ...] = ()
    restore: tuple[Line, ...] = ()
    before: tuple[Line, ...] = ()  # what is to be done first, and is not done yet
    notes: tuple[str, ...] = ()  # codes of rule notes worth showing beside the sheet
    problems: tuple[Problem, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the sheet as plain JSON values, in the shape the JSON face promises."""
        return {
            **picked(self, "system", "pack_version", "language", "game", "players"),
            "seed": self.seed or None,
            **self.body.as_dict(),
            **{name: [_line(line) for line in getattr(self, name)] for name in LISTS},
            "notes": list(self.notes),
            "problems": [
                {"code": problem.code, **plain(problem.details)} for problem in self.problems
            ],
        }


def _line(line: Line) -> dict[str, Any]:
    return picked(line, "part", "code", "changed", "values")


def picked(value: Any, *names: str) -> dict[str, Any]:
    """Return what a value has under some names, as JSON has it."""
    return {name: plain(getattr(value, name)) for name in names}
