"""Why a file is refused: its problems, each with a path and a code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from campaign.exchange.content import Content
from campaign.rules.core.problems import Detail, Problem

MAX_PROBLEMS = 20  # reading stops at so many: nobody reads the twenty-first
_MAX_SHOWN = 240  # characters of a value that is quoted


class Refused(Exception):
    """The file is refused, and nothing imported; ``problems`` are the first of its problems."""

    content: Content | None = None  # if it could be read: for names in the messages

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(
            replace(
                problem,
                path=_printable(problem.path),
                details={
                    key: _printable(value) if isinstance(value, str) else value
                    for key, value in problem.details.items()
                },
            )
            for problem in problems
        )
        super().__init__("; ".join(map(str, self.problems)))

    @classmethod
    def because(cls, code: str, path: str = "", got: object = "", **details: Detail) -> Refused:
        """Refuse a file for one reason."""
        return cls([file_problem(code, path, got, **details)])


def file_problem(code: str, path: str, got: object = "", **details: Detail) -> Problem:
    """Return a problem of a file by its code; the web layer has the sentence."""
    return Problem(code, {"got": str(got), **details}, path)


class Problems(list[Problem]):
    """A list of problems; raises :class:`Refused` when there are too many."""

    def append(self, problem: Problem) -> None:
        """Add a problem; refuse the file if there are too many."""
        super().append(problem)
        if len(self) >= MAX_PROBLEMS:
            raise Refused(self)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add problems one by one; refuse the file as soon as there are too many."""
        for problem in problems:
            self.append(problem)

    def raise_if_any(self) -> None:
        """Refuse the file if it has any problem."""
        if self:
            raise Refused(self)


def _printable(text: str) -> str:
    """Return a text shortened, with unprintable characters escaped."""
    shown = text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in shown
    )
