"""Constraints of values beyond their types, as the metadata of ``Annotated``.

One vocabulary for everything that checks a value: the reader of documents (``serialize``), the
checks of what is entered (``entries``), forms, and the JSON Schema (``json_schema``). What is
stored already is read without any of them, so that a new constraint leaves old rows readable.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import partial
from typing import Any, Final

from campaign.rules.core.problems import Detail, Problem, mismatch
from campaign.rules.core.texts import one_line, prose, shows_something, text_problems

TOO_MANY: Final = "list.too_long"  # the code of a problem
_MAX_SHOWN: Final = 60  # characters of a wrong value that a message repeats


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """The lowest and the highest value of a whole number.

    ``ruled``: where it is entered, the rules refuse it in words of their own; ``ruled_below``: they
    refuse what is too low.
    """

    low: int
    high: int
    code: str = "number.out_of_range"
    ruled: bool = False
    ruled_below: bool = False

    def problems(self, value: Any, path: str = "") -> Iterator[Problem]:
        """Yield a problem if a number is out of range."""
        if isinstance(value, int) and not self.low <= value <= self.high:
            yield Problem(self.code, {"least": self.low, "most": self.high, "actual": value}, path)

    def is_ruled(self, value: Any) -> bool:
        """Say whether the rules have words of their own for this number, should it be refused."""
        return self.ruled or (self.ruled_below and isinstance(value, int) and value < self.low)


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """The maximum length of a text, and the function that normalises it before it is stored."""

    max_length: int
    tidy: Callable[[str], str]

    def problems(self, value: Any, path: str = "") -> Iterator[Problem]:
        """Yield what is wrong with a text, tidy or not."""
        if isinstance(value, str):
            yield from text_problems(path, value, self.max_length)


Line = partial(Written, tidy=one_line)
Prose = partial(Written, tidy=prose)  # several lines
Verbatim = partial(Written, tidy=str)  # a key, which is made from normalised text


@dataclass(frozen=True, slots=True, eq=False)
class Most:
    """The most items of a list or an object; ``once``: each of them once.

    Every list and object that players can send has one. Texts and numbers without constraints of
    their own have those of ``sizes``.
    """

    items: int
    code: str = TOO_MANY
    once: bool = False
    pieces: bool = False  # of an object of numbers: their sum is bounded

    def problems(self, value: Any, path: str = "") -> Iterator[Problem]:
        """Yield a problem if there are too many items, or one of them twice."""
        actual = self.count(value)
        if actual > self.items:
            yield Problem(self.code, {"most": self.items, "actual": actual}, path)
        elif self.once and isinstance(value, tuple) and len(set(value)) < actual:
            yield repeated(value, path)

    def count(self, value: Any) -> int:
        """Return how many items, or pieces, a list or an object has; nothing else has any."""
        if not isinstance(value, list | tuple | frozenset | Mapping):
            return 0
        if self.pieces and isinstance(value, Mapping):
            return sum(abs(number) for number in value.values() if isinstance(number, int))
        return len(value)


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """Any other constraint of a value in a document; the rules have their own words for entries.

    ``schema`` are the keywords of JSON Schema that say the same, as far as there are any.
    """

    holds: Callable[[Any], bool]
    expected: str
    code: str = "file.unfit"
    details: Mapping[str, Detail] | None = None
    schema: Mapping[str, Any] | None = None

    def problems(self, value: Any, path: str = "") -> Iterator[Problem]:
        """Yield a problem if the constraint does not hold."""
        if not self.holds(value):
            yield mismatch(path, self.expected, shown(value), self.code, **(self.details or {}))


Constraint = Limit | Written | Most | Check


def repeated(value: Any, path: str) -> Problem:
    """Return the problem of a list in which something appears twice."""
    return mismatch(path, "a list of different things", shown(value), "list.twice")


def one_of(*accepted: str) -> Check:
    """Return the check of a text that is one of a few."""
    allowed = ", ".join(accepted)
    return Check(
        lambda text: text in accepted,
        f"one of {allowed}",
        "file.choice",
        {"allowed": allowed},
        schema={"enum": list(accepted)},
    )


_SPACES = ("a text without spaces around it", "file.text_spaces")
ONE_LINE = Check(lambda text: one_line(text) == text, *_SPACES)
TRIMMED = Check(lambda text: text.strip() == text, *_SPACES)
VISIBLE = Check(
    shows_something, "a text that says something", "file.text_empty", schema={"minLength": 1}
)


def shown(value: object) -> str:
    """Return a value as the message of a problem shows it."""
    if isinstance(value, Mapping) or is_dataclass(value):
        return "an object"
    if isinstance(value, list | tuple | frozenset):
        return f"a list of {len(value)}"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"
