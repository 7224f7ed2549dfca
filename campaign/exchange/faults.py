"""Why a file is refused: its faults, each with a path and a code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from campaign.exchange.content import Content
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import Fault

MAX_FAULTS = 20  # reading stops at so many: nobody reads the twenty-first
_SHOWN = 240  # characters of a value that is quoted


class Refused(Exception):
    """The file is refused, and nothing imported; ``faults`` are the first of its faults."""

    content: Content | None = None  # if it could be read: for names in the messages

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(
            replace(
                f,
                path=_printable(f.path),
                expected=_printable(f.expected),
                got=_printable(f.got),
                details={
                    k: _printable(v) if isinstance(v, str) else v for k, v in f.details.items()
                },
            )
            for f in faults
        )
        super().__init__("; ".join(map(str, self.faults)))

    @classmethod
    def because(cls, code: str, path: str = "", got: object = "", **details: str | int) -> Refused:
        """Refuse a file for one reason."""
        return cls([Fault(path, code, str(got), code, details)])


def fault(
    code: str, path: str, got: object = "", *, problem: Problem | None = None, **details: str | int
) -> Fault:
    """Return a fault by its code; the web layer has the sentence."""
    return Fault(path, code, str(got), code, details, problem)


class Faults(list[Fault]):
    """A list of faults; raises :class:`Refused` when there are too many."""

    def append(self, fault: Fault) -> None:
        """Add a fault; refuse the file if there are too many."""
        super().append(fault)
        if len(self) >= MAX_FAULTS:
            raise Refused(self)

    def extend(self, faults: Iterable[Fault]) -> None:
        """Add faults one by one; refuse the file as soon as there are too many."""
        for fault in faults:
            self.append(fault)

    def raise_if_any(self) -> None:
        """Refuse the file if it has any fault."""
        if self:
            raise Refused(self)


def _printable(text: str) -> str:
    """Return a text shortened, with unprintable characters escaped."""
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in shown
    )
