"""Entries before they are recorded: their types say what texts and numbers they can hold.

``Annotated`` fields carry notes: ``Line`` and ``Prose`` how a text is written and how long it may
be, :class:`Limit` what a number can be, :class:`At` by which path a form knows a field.
"""

import dataclasses
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Annotated, Any, TypeVar

from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import between
from campaign.rules.core.texts import one_line, prose, text_problems

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """How long a text may be, and what puts it in the form in which it is recorded."""

    most: int
    tidy: Callable[[str], str]


Line = partial(Written, tidy=one_line)
Prose = partial(Written, tidy=prose)  # several lines
Verbatim = partial(Written, tidy=str)  # a key, which was made from a text that is tidy already


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """A number of which a form is told at once, whatever it would mean to the rules."""

    low: int
    high: int
    or_less: bool = False  # what is below is for the rules to refuse


@dataclass(frozen=True, slots=True, eq=False)
class At:
    """The path by which forms know a field; "" for that of what it stands in.

    ``first`` numbers the items of a list of texts or numbers; without it they share one path.
    """

    path: str
    first: int | None = None


ELSEWHERE = object()  # the note of a field that is tidied and judged in another place

Rule = Written | Limit
Reason = Annotated[str, Line(sizes.REASON)]
Note = Annotated[str, Prose(sizes.NOTE)]
Name = Annotated[str, Line(sizes.NAME)]
Text = Annotated[str, Prose(sizes.TEXT)]
Short = Annotated[str, Line(sizes.SHORT)]
PersonName = Annotated[str, Line(sizes.PERSON_NAME)]
# On a dial, a mat or a card: files say no more than forms take.
Number = Annotated[int, between(0, sizes.NUMBER_MOST), Limit(0, sizes.NUMBER_MOST)]


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    rule: Rule | None
    at: At


def tidied(value: T) -> T:
    """Return a value in the one form in which it is recorded and read back.

    A dataclass whose form is more than that of its texts has a method ``tidied`` of its own.
    """
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return value
    changes = {}
    for each in _fields(type(value)):
        held = getattr(value, each.name)
        tidy = _tidied(held, each.rule)
        if tidy != held:
            changes[each.name] = tidy
    tidy = replace(value, **changes) if changes else value
    own = getattr(tidy, "tidied", None)
    return own() if own else tidy


def entry_problems(value: Any, path: str = "") -> tuple[Problem, ...]:
    """Return every text and number of a value that no column can hold."""
    found: dict[tuple[str, str], Problem] = {}
    for problem in _problems(value, path):  # a typed key repeats its name, and its problems
        found.setdefault((problem.code, problem.path), problem)
    return tuple(found.values())


@cache
def _fields(kind: type) -> tuple[_Field, ...]:
    hints = typing.get_type_hints(kind, include_extras=True)
    found = []
    for each in dataclasses.fields(kind):
        notes = list(_notes(hints[each.name]))
        if each.init and ELSEWHERE not in notes:
            rule = next((note for note in notes if isinstance(note, Rule)), None)
            at = next((note for note in notes if isinstance(note, At)), At(each.name))
            found.append(_Field(each.name, rule, at))
    return tuple(found)


def _notes(hint: Any) -> Iterator[object]:
    """Yield the notes of an annotation, the outer ones first, as deep as they are."""
    inner = typing.get_args(hint)
    if typing.get_origin(hint) is Annotated:
        yield from inner[1:]
        inner = inner[:1]
    for each in inner:
        yield from _notes(each)


def _tidied(held: Any, rule: Rule | None) -> Any:
    if isinstance(held, str):
        return rule.tidy(held) if isinstance(rule, Written) else held
    if isinstance(held, tuple):
        return tuple(_tidied(item, rule) for item in held)
    return tidied(held)


def _problems(value: Any, path: str) -> Iterator[Problem]:
    kind: Any = type(value)
    for each in _fields(kind):
        held = getattr(value, each.name)
        here = ".".join(part for part in (path, each.at.path) if part)
        if not isinstance(held, tuple):
            yield from _leaf(held, each.rule, here)
            continue
        first = each.at.first
        for place, item in enumerate(held, start=first or 0):
            numbered = first is not None or dataclasses.is_dataclass(item)
            yield from _leaf(item, each.rule, f"{here}.{place}" if numbered else here)


def _leaf(held: Any, rule: Rule | None, path: str) -> Iterator[Problem]:
    if isinstance(held, str) and isinstance(rule, Written):
        yield from text_problems(path, held, rule.most)
    elif isinstance(held, int) and isinstance(rule, Limit):
        if held > rule.high or (held < rule.low and not rule.or_less):
            details = {"least": rule.low, "most": rule.high, "actual": held}
            yield Problem("number.out_of_range", details, path)
    elif dataclasses.is_dataclass(held):
        yield from _problems(held, path)
