"""Normalise and validate entries before they are stored, by the annotations of their fields.

Their limits are those of ``constraints``, as in documents; :class:`At` is the path of a field in a
form.
"""

import dataclasses
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, TypeVar

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Line, Most, Prose, Written
from campaign.rules.core.problems import Problem
from campaign.rules.core.texts import text_problems

T = TypeVar("T")
K = TypeVar("K")


@dataclass(frozen=True, slots=True, eq=False)
class At:
    """The path of a field in a form; "" where it shares that of its parent.

    ``first`` is the number of the first item in a list of texts or numbers; without it, all items
    share one path.
    """

    path: str
    first: int | None = None


ELSEWHERE = object()  # marks a field that is normalised and validated elsewhere

Rule = Written | Limit
Reason = Annotated[str, Line(sizes.REASON)]
Note = Annotated[str, Prose(sizes.NOTE)]
Name = Annotated[str, Line(sizes.NAME)]
Text = Annotated[str, Prose(sizes.TEXT)]
Short = Annotated[str, Line(sizes.SHORT)]
PersonName = Annotated[str, Line(sizes.PERSON_NAME)]
Number = Annotated[int, Limit(0, sizes.MAX_NUMBER)]  # on a dial, a mat or a card


# Lists and objects with an upper bound: ``Few[Sticker]``.
Few = Annotated[tuple[T, ...], Most(sizes.SMALL)]
Many = Annotated[tuple[T, ...], Most(sizes.CARDS)]
BySeat = Annotated[tuple[T, ...], Most(sizes.SEATS)]
Keyed = Annotated[Mapping[K, T], Most(sizes.CARDS)]


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    rule: Rule | None
    at: At
    most: Most | None  # if it is a list


def tidied(value: T) -> T:
    """Return a value normalised, as it is stored and read back.

    A dataclass that normalises more than its texts has a ``tidied`` method of its own.
    """
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return value
    changes = {}
    for field in _fields(type(value)):
        content = getattr(value, field.name)
        tidy = _tidied(content, field.rule)
        if tidy != content:
            changes[field.name] = tidy
    tidy = replace(value, **changes) if changes else value
    own = getattr(tidy, "tidied", None)
    return own() if own else tidy


def entry_problems(value: Any, path: str = "") -> tuple[Problem, ...]:
    """Return a problem for every text, number and list of a value that cannot be stored."""
    problems: dict[tuple[str, str], Problem] = {}
    for problem in _problems(value, path):  # a typed key has the same problems as its name
        problems.setdefault((problem.code, problem.path), problem)
    return tuple(problems.values())


def bounds_of(kind: type, name: str) -> tuple[int, int]:
    """Return the lowest and the highest value of a number in a dataclass, for its form field."""
    rule = next(field.rule for field in _fields(kind) if field.name == name)
    if not isinstance(rule, Limit):
        raise TypeError(f"{kind.__name__}.{name} has no limit")
    return rule.low, rule.high


@cache
def _fields(kind: type) -> tuple[_Field, ...]:
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = []
    for field in dataclasses.fields(kind):
        metadata = list(_metadata(hints[field.name]))
        if field.init and ELSEWHERE not in metadata:
            rule = next((item for item in metadata if isinstance(item, Rule)), None)
            at = next((item for item in metadata if isinstance(item, At)), At(field.name))
            most = next((item for item in metadata if isinstance(item, Most)), None)
            fields.append(_Field(field.name, rule, at, most))
    return tuple(fields)


def _metadata(hint: Any) -> Iterator[object]:
    """Yield the metadata of an annotation and of the types within it, outermost first."""
    inner = typing.get_args(hint)
    if typing.get_origin(hint) is Annotated:
        yield from inner[1:]
        inner = inner[:1]
    for argument in inner:
        yield from _metadata(argument)


def _tidied(content: Any, rule: Rule | None) -> Any:
    if isinstance(content, str):
        return rule.tidy(content) if isinstance(rule, Written) else content
    if isinstance(content, tuple):
        return tuple(_tidied(item, rule) for item in content)
    return tidied(content)


def _problems(value: Any, path: str) -> Iterator[Problem]:
    kind: Any = type(value)
    for field in _fields(kind):
        content = getattr(value, field.name)
        here = ".".join(part for part in (path, field.at.path) if part)
        if field.most and (wrong := tuple(field.most.problems(content, here))):
            yield from wrong  # and nothing of its items
            continue
        if not isinstance(content, tuple):
            yield from _leaf(content, field.rule, here)
            continue
        first = field.at.first
        for place, item in enumerate(content, start=first or 0):
            numbered = first is not None or dataclasses.is_dataclass(item)
            yield from _leaf(item, field.rule, f"{here}.{place}" if numbered else here)


def _leaf(content: Any, rule: Rule | None, path: str) -> Iterator[Problem]:
    if isinstance(content, Mapping):
        for key in content:
            yield from text_problems(path, str(key), sizes.KEY)
    elif dataclasses.is_dataclass(content):
        yield from _problems(content, path)
    elif rule is not None and not (isinstance(rule, Limit) and rule.is_ruled(content)):
        yield from rule.problems(content, path)
