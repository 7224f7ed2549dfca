"""Problems as values: what is wrong with an entry. The web layer has the sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar

T = TypeVar("T")
Detail = str | int | tuple[str, ...] | tuple[int, ...]
UNFIT = "file.unfit"  # inconsistent with the rest of the file


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, by code, with the names and numbers a sentence needs.

    ``path`` says which part of the entry it is about (``"banished"``), so that a form can show it
    beside the field. ``overrulable`` marks a refusal that rests on the pack rather than on
    arithmetic: the box in the players' hands may know better, and a written reason lifts it.
    ``new_only`` marks a rule that came after campaigns had begun: it binds what is entered now,
    and what was recorded before still replays.
    """

    code: str
    details: Mapping[str, Detail] = field(default_factory=dict)
    path: str = ""
    overrulable: bool = False
    new_only: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "details", MappingProxyType(dict(self.details)))

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self.details.items()), self.path))

    def __str__(self) -> str:
        """Return the problem in English, for authors of catalogues and for logs."""
        match self.details:
            case {"expected": expected, "got": got}:
                said = f"expected {expected}, got {got}"
            case {"least": least, "most": most, "actual": actual}:
                said = f"expected a whole number from {least} to {most}, got {actual}"
            case {"most": most, "actual": actual}:
                said = f"expected {most} at most, got {actual}"
            case _:
                said = ", ".join((self.code, *(f"{k} {v}" for k, v in self.details.items())))
        return f"{self.path or '(top)'}: {said}"


def mismatch(path: str, expected: str, got: str, code: str = UNFIT, **details: Detail) -> Problem:
    """Return the problem of a value in a document that is not what was expected at its path."""
    return Problem(code, {"expected": expected, "got": got, **details}, path)


class RulesError(Exception):
    """Raised by operations that must not be called with an illegal entry; carries every problem."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(problem.code for problem in self.problems))


def refuse(problems: Iterable[Problem]) -> None:
    """Raise every problem, if there is any."""
    listed = tuple(problems)
    if listed:
        raise RulesError(listed)


def or_refuse(found: T | None, problem: Problem) -> T:
    """Return what was found, or refuse."""
    if found is None:
        raise RulesError([problem])
    return found


def not_overruled(problems: Iterable[Problem], reason: str) -> tuple[Problem, ...]:
    """Return the problems that remain once a written reason has lifted what it may lift."""
    if reason.strip():
        return tuple(problem for problem in problems if not problem.overrulable)
    return tuple(problems)
