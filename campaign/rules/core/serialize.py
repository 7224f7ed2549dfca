"""Convert dataclasses to plain JSON values and back, for everything that is stored or exchanged.

Dataclasses are the schema. A field that holds its default is left out, and read back as that
default: what is stored is small, and stays readable when a field with a default is added.
Reading is strict otherwise: unknown keys are refused, and every problem has its path. What comes in
must keep the constraints of its annotations; what is stored already is read without them
(``from_stored``).
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cache
from itertools import repeat
from typing import Annotated, Any, Final, TypeVar

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Constraint, Limit, Most, Verbatim, repeated, shown
from campaign.rules.core.problems import UNFIT, Problem, mismatch
from campaign.rules.core.texts import shows_something, text_problems

T = TypeVar("T")

Where = tuple[Any, str | int] | None  # the place above and the key within it; None: the top
Reader = Callable[[Any, Where, list[Problem]], Any]

BAD: Final[Any] = object()  # what a reader returns once it has noted a problem
# Marks a text as the name of a player: stored is the number of a member (see ``players``).
PLAYER: Final = object()
MAX_UNKNOWN: Final = 20  # keys of an object that are named: nobody reads the twenty-first
_TIME_FORMAT: Final = "%Y-%m-%dT%H:%M:%S.%fZ"


class SerializeError(ValueError):
    """Raised for plain values that are not of the type asked for; carries every problem."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


@dataclass(frozen=True, slots=True, eq=False)
class Reads:
    """A custom reader, for ``Annotated``: for a value that can be written in several ways."""

    read: Reader


def to_plain(value: Any, *, defaults: bool = False) -> Any:
    """Return a value as JSON has it; ``from_plain`` reads it back unchanged.

    ``defaults`` writes every field, including those that hold their defaults.
    """
    if value is None or isinstance(value, str | int):  # the common case first
        return value.value if isinstance(value, StrEnum) else value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            name: to_plain(content, defaults=defaults)
            for name, default in _defaults(type(value))
            if (content := getattr(value, name)) != default() or defaults
        }
    if isinstance(value, Mapping):
        return {str(key): to_plain(item, defaults=defaults) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_plain(item, defaults=defaults) for item in value]
    if isinstance(value, frozenset | set):
        return [to_plain(item, defaults=defaults) for item in sorted(value)]
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime(_TIME_FORMAT)
    return value.isoformat() if isinstance(value, date) else value


def from_plain(
    kind: type[T], value: Any, disagreements: Callable[[T], Iterable[Problem]] | None = None
) -> T:
    """Return the value of a type, or raise :class:`SerializeError` with every problem.

    A generic dataclass is asked for with its types: ``from_plain(Planned[Choices, Setup], …)``.
    ``disagreements`` checks the parts against each other once each of them is well-formed.
    """
    problems: list[Problem] = []
    read: T = reader_of(kind)(value, None, problems)
    if disagreements and not problems:
        problems += disagreements(read)
    if problems:
        raise SerializeError(problems)
    return read


def from_stored(kind: type[T], value: Any) -> T:
    """Return the value of a type from our own database, however large."""
    problems: list[Problem] = []
    read: T = reader_of(kind, stored=True)(value, None, problems)
    if problems:
        raise SerializeError(problems)
    return read


@cache
def _defaults(kind: type) -> tuple[tuple[str, Callable[[], Any]], ...]:
    def default(entry: dataclasses.Field[Any]) -> Callable[[], Any]:
        if entry.default_factory is not dataclasses.MISSING:
            return entry.default_factory
        return lambda: entry.default

    return tuple((entry.name, default(entry)) for entry in dataclasses.fields(kind) if entry.init)


def reader_of(kind: Any, *, stored: bool = False) -> Reader:
    """Return the reader of a type; a stored value is read without bounds of size."""
    return _reader_of(kind, stored)


@cache  # annotations are inspected once, values read often
def _reader_of(kind: Any, stored: bool) -> Reader:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(origin or kind):
        return _dataclass_reader(kind, stored)
    if origin is Annotated:
        return _checked_reader(_reader_of(inner[0], stored), inner[1:], stored)
    if origin in (types.UnionType, typing.Union):
        return _union_reader(inner, stored)
    if origin is tuple and inner[-1] is not Ellipsis:
        return _list_reader(tuple, [_reader_of(part, stored) for part in inner], len(inner))
    if origin in (tuple, frozenset):
        return _list_reader(origin, repeat(_reader_of(inner[0], stored)))
    if origin in (Mapping, dict):
        return _mapping_reader(inner[0], _reader_of(inner[1], stored), stored)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _enum_reader(kind)
    if kind is date:
        return _time_reader(date.fromisoformat, "a day", "file.day", "2026-05-01")
    if kind is datetime:
        return _time_reader(_datetime, "a time", "file.time", "2026-05-01T19:30:00.000000Z")
    if kind is Any:
        return lambda given, _where, _problems: given
    return _scalar_reader(kind, stored)


def _path(where: Where) -> str:
    if where is None:
        return ""
    above, key = _path(where[0]), where[1]
    if isinstance(key, int):
        return f"{above}[{key}]"
    return f"{above}.{key}" if above else key


def note(
    problems: list[Problem],
    where: Where,
    expected: str,
    given: object,
    code: str = UNFIT,
    **details: str | int,
) -> Any:
    """Record a problem at a place, and return ``BAD``."""
    problems.append(mismatch(_path(where), expected, shown(given), code, **details))
    return BAD


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a dataclass, as documents have it."""

    name: str
    hint: Any  # its annotation, with the type arguments of a generic dataclass filled in
    required: bool


def fields_of(kind: Any) -> tuple[Field, ...]:
    """Return the fields of a dataclass; of a generic one with its types: ``Crate[Coin]``."""
    of = typing.get_origin(kind) or kind
    given = dict(zip(getattr(of, "__parameters__", ()), typing.get_args(kind), strict=False))
    hints = typing.get_type_hints(of, include_extras=True)
    missing = dataclasses.MISSING
    return tuple(
        Field(
            entry.name,
            _filled(hints[entry.name], given),
            entry.default is missing and entry.default_factory is missing,
        )
        for entry in dataclasses.fields(of)
        if entry.init
    )


def _dataclass_reader(kind: Any, stored: bool) -> Reader:
    of, fields = typing.get_origin(kind) or kind, fields_of(kind)
    readers = {field.name: _reader_of(field.hint, stored) for field in fields}
    required = frozenset(field.name for field in fields if field.required)
    expected = f"one of the keys {', '.join(readers)}" if readers else "an object without keys"

    def read(given: Any, where: Where, problems: list[Problem]) -> Any:
        if not isinstance(given, Mapping):
            return note(problems, where, "an object", given, "file.object")
        before = len(problems)
        values, unknown = {}, 0
        for key, item in given.items():
            read_field = readers.get(key)
            if read_field is not None:
                values[key] = read_field(item, (where, key), problems)
            elif (unknown := unknown + 1) <= MAX_UNKNOWN:
                path = _path((where, str(key)))
                problems.append(mismatch(path, expected, f'"{key}"', "file.key_unknown", key=key))
        for key in readers if len(values) < len(readers) else ():
            if key in required and key not in values:
                expected_key = f'the key "{key}"'
                problems.append(
                    mismatch(_path(where), expected_key, "none", "file.key_missing", key=key)
                )
        return of(**values) if len(problems) == before else BAD

    return read


def _filled(hint: Any, given: Mapping[Any, Any]) -> Any:
    """Return an annotation with the type arguments of a generic dataclass filled in."""
    if isinstance(hint, TypeVar):
        return given.get(hint, Any)
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(given.get(name, Any) for name in parameters)] if parameters else hint


def _checked_reader(read_value: Reader, metadata: tuple[object, ...], stored: bool) -> Reader:
    own = next((each.read for each in metadata if isinstance(each, Reads)), read_value)
    if stored and PLAYER in metadata:
        return _player_reader(own)
    checks = () if stored else tuple(each for each in metadata if isinstance(each, Constraint))
    if not checks:
        return own
    most = next((each for each in checks if isinstance(each, Most)), None)

    def read(given: Any, where: Where, problems: list[Problem]) -> Any:
        if most and most.count(given) > most.items:  # read nothing of a list without end
            problems.extend(most.problems(given, _path(where)))
            return BAD
        value = own(given, where, problems)
        for check in checks if value is not BAD else ():
            for problem in check.problems(value):
                problems.append(replace(problem, path=_path(where)))
                return BAD
        return value

    return read


def _player_reader(read_name: Reader) -> Reader:
    """Return the reader of a stored name; a number that nobody has looked up names nobody."""
    return lambda given, where, problems: (
        "" if type(given) is int else read_name(given, where, problems)
    )


def _union_reader(inner: tuple[Any, ...], stored: bool) -> Reader:
    """Return the reader of alternatives: the first that fits, else the problems of the nearest."""
    readers = [_reader_of(part, stored) for part in inner if part is not types.NoneType]
    nullable = len(readers) < len(inner)

    def read(given: Any, where: Where, problems: list[Problem]) -> Any:
        if given is None and nullable:
            return None
        if len(readers) == 1:
            return readers[0](given, where, problems)
        tried: list[list[Problem]] = []
        for alternative in readers:
            own_problems: list[Problem] = []
            value = alternative(given, where, own_problems)
            if not own_problems:
                return value
            tried.append(own_problems)
        tried.sort(key=len)
        problems.extend(tried[0])
        return BAD

    return read


def _list_reader(kind: type, readers: Iterable[Reader], size: int | None = None) -> Reader:
    """Return the reader of a list, of any length unless it has a size; each item has a reader."""
    expected = "a list" if size is None else f"a list of {size}"

    def read(given: Any, where: Where, problems: list[Problem]) -> Any:
        if not isinstance(given, list | tuple) or size not in (None, len(given)):
            return note(problems, where, expected, given, "file.list")
        before = len(problems)
        pairs = enumerate(zip(readers, given, strict=False))
        items = [read(item, (where, place), problems) for place, (read, item) in pairs]
        if len(problems) > before:
            return BAD
        made = kind(items)
        if len(made) < len(items):
            problems.append(repeated(given, _path(where)))
            return BAD
        return made

    return read


def _mapping_reader(key_kind: Any, read_item: Reader, stored: bool) -> Reader:
    def read(given: Any, where: Where, problems: list[Problem]) -> Any:
        if not isinstance(given, Mapping):
            return note(problems, where, "an object", given, "file.object")
        before = len(problems)
        entries = {}
        for key, item in given.items():
            name = _key(key_kind, key)
            if name is None or not (stored or _can_be_stored(key)):
                expected = f"a key: {key_kind.__name__}"
                note(problems, (where, str(key)), expected, key, "file.key")
            else:
                entries[name] = read_item(item, (where, key), problems)
        return entries if len(problems) == before else BAD

    return read


def _key(kind: Any, key: Any) -> Any:
    try:
        read = kind(key)
    except ValueError:
        return None
    return read if str(read) == key else None


def _can_be_stored(key: str) -> bool:
    return shows_something(key) and not any(text_problems("", key, sizes.KEY))


def _enum_reader(kind: type[StrEnum]) -> Reader:
    members = {member.value: member for member in kind}
    allowed = ", ".join(members)

    def read(given: Any, where: Where, problems: list[Problem]) -> Any:
        if isinstance(given, str) and given in members:
            return members[given]
        return note(problems, where, f"one of {allowed}", given, "file.choice", allowed=allowed)

    return read


_SCALARS: Final[Mapping[Any, tuple[str, str, Constraint | None]]] = {
    str: ("a text", "file.text", Verbatim(sizes.MAX_TEXT)),
    int: ("a whole number", "file.number", Limit(-sizes.MAX_INTEGER, sizes.MAX_INTEGER)),
    bool: ("true or false", "file.flag", None),
}


def _scalar_reader(kind: Any, stored: bool) -> Reader:
    expected, code, limit = _SCALARS[kind]  # a type that is not here has no place in JSON

    def read(given: Any, where: Where, problems: list[Problem]) -> Any:
        # True is an int to Python, and never a number to us.
        if type(given) is not kind:
            return note(problems, where, expected, given, code)
        for problem in limit.problems(given) if limit and not stored else ():
            problems.append(replace(problem, path=_path(where)))
            return BAD
        return given

    return read


def _time_reader(parse: Callable[[str], date], what: str, code: str, example: str) -> Reader:
    def read(given: Any, where: Where, problems: list[Problem]) -> Any:
        try:
            at = parse(given)
            if to_plain(at) == given:  # Python reads weeks and dates without hyphens too
                return at
        except (TypeError, ValueError):
            pass
        return note(problems, where, f"{what} such as {example}", given, code, example=example)

    return read


def _datetime(text: str) -> datetime:
    return datetime.strptime(text, _TIME_FORMAT).replace(tzinfo=UTC)
