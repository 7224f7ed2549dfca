"""Convert dataclasses to plain JSON values and back, for everything that is stored or exchanged.

Dataclasses are the schema. A field that holds its default is left out, and read back as that
default: what is stored is small, and stays readable when a field with a default is added.
Reading is strict otherwise: unknown keys are refused, and every fault has its path. What comes in
has bounds too, see :class:`Most`; what is stored already is read without them (``from_stored``), so
that a bound that comes later leaves old rows readable.
"""

import dataclasses
import json
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cache
from itertools import repeat
from typing import Annotated, Any, Final, TypeVar

from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.rules.core.texts import shows_something, text_problems

T = TypeVar("T")

Where = tuple[Any, str | int] | None  # the place above and the key within it; None: the top
Reader = Callable[[Any, Where, list["Fault"]], Any]

BAD: Final[Any] = object()  # what a reader returns once it has noted a fault
DIFFERENT: Final = "a list of different things"
MAX_UNKNOWN: Final = 20  # keys of an object that are named: nobody reads the twenty-first
_SHOWN: Final = 60  # characters of a faulty text that a message repeats
_TIME_FORMAT: Final = "%Y-%m-%dT%H:%M:%S.%fZ"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a document: where, what was expected, what was found."""

    path: str
    expected: str
    got: str
    # For a translated sentence, where the document comes from players.
    code: str = ""
    details: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    problem: Problem | None = None  # what the rules or the services say of an entry

    def __str__(self) -> str:
        return f"{self.path or '(top)'}: expected {self.expected}, got {self.got}"


class SerializeError(ValueError):
    """Raised for plain values that are not of the type asked for; carries every fault."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


@dataclass(frozen=True, slots=True, eq=False)
class Reads:
    """A custom reader, for ``Annotated``: for a value that can be written in several ways."""

    read: Reader


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """A constraint beyond the type, for ``Annotated``: ``Annotated[int, between(1, 9)]``."""

    holds: Callable[[Any], bool]
    expected: str
    code: str = ""
    details: tuple[tuple[str, str | int], ...] = ()
    new_only: bool = False  # what is stored already is read without it


@dataclass(frozen=True, slots=True, eq=False)
class Most:
    """The most items of a list or an object, for ``Annotated``; ``once``: each of them once.

    Every list and object that players can send has one. Texts and numbers without bounds of their
    own have those of ``sizes``.
    """

    items: int
    code: str = "file.too_many"  # of the fault
    once: bool = False
    pieces: bool = False  # of an object of numbers: their sum is bounded

    def counted(self, value: Any) -> int:
        """Return how many items, or pieces, a list or an object has; nothing else has any."""
        if not isinstance(value, list | tuple | frozenset | Mapping):
            return 0
        if self.pieces and isinstance(value, Mapping):
            return sum(abs(number) for number in value.values() if isinstance(number, int))
        return len(value)


def between(low: int, high: int) -> Check:
    """Return the check of a whole number within bounds."""
    expected = str(low) if low == high else f"a whole number from {low} to {high}"
    bounds = (("low", low), ("high", high))
    return Check(lambda value: low <= value <= high, expected, "file.number_between", bounds)


def shown(value: object) -> str:
    """Return a value as a fault message shows it."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


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
    kind: type[T], value: Any, disagreements: Callable[[T], Iterable[Fault]] | None = None
) -> T:
    """Return the value of a type, or raise :class:`SerializeError` with every fault.

    A generic dataclass is asked for with its types: ``from_plain(Planned[Choices, Setup], …)``.
    ``disagreements`` checks the parts against each other once each of them is well-formed.
    """
    faults: list[Fault] = []
    read: T = reader_of(kind)(value, None, faults)
    if disagreements and not faults:
        faults += disagreements(read)
    if faults:
        raise SerializeError(faults)
    return read


def from_stored(kind: type[T], value: Any) -> T:
    """Return the value of a type from our own database, however large."""
    faults: list[Fault] = []
    read: T = reader_of(kind, stored=True)(value, None, faults)
    if faults:
        raise SerializeError(faults)
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
        return _dataclass_reader(origin or kind, inner, stored)
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
        return lambda given, _where, _faults: given
    return _scalar_reader(kind, stored)


def _path(where: Where) -> str:
    if where is None:
        return ""
    above, key = _path(where[0]), where[1]
    if isinstance(key, int):
        return f"{above}[{key}]"
    return f"{above}.{key}" if above else key


def note_fault(
    faults: list[Fault],
    where: Where,
    expected: str,
    given: object,
    code: str = "",
    **details: str | int,
) -> Any:
    """Record a fault at a place, and return ``BAD``."""
    faults.append(Fault(_path(where), expected, shown(given), code, details))
    return BAD


def _dataclass_reader(kind: type, arguments: tuple[Any, ...], stored: bool) -> Reader:
    parameters = getattr(kind, "__parameters__", ())
    given = dict(zip(parameters, arguments, strict=False))
    hints = typing.get_type_hints(kind, include_extras=True)
    init = [entry for entry in dataclasses.fields(kind) if entry.init]
    readers = {entry.name: _reader_of(_filled(hints[entry.name], given), stored) for entry in init}
    missing = dataclasses.MISSING
    required = frozenset(
        entry.name
        for entry in init
        if entry.default is missing and entry.default_factory is missing
    )
    expected = f"one of the keys {', '.join(readers)}" if readers else "an object without keys"

    def read(given: Any, where: Where, faults: list[Fault]) -> Any:
        if not isinstance(given, Mapping):
            return note_fault(faults, where, "an object", given, "file.object")
        before = len(faults)
        values, unknown = {}, 0
        for key, item in given.items():
            read_field = readers.get(key)
            if read_field is not None:
                values[key] = read_field(item, (where, key), faults)
            elif (unknown := unknown + 1) <= MAX_UNKNOWN:
                path, details = _path((where, str(key))), {"key": key}
                faults.append(Fault(path, expected, f'"{key}"', "file.key_unknown", details))
        for key in readers if len(values) < len(readers) else ():
            if key in required and key not in values:
                details = {"key": key}
                fault = Fault(_path(where), f'the key "{key}"', "none", "file.key_missing", details)
                faults.append(fault)
        return kind(**values) if len(faults) == before else BAD

    return read


def _filled(hint: Any, given: Mapping[Any, Any]) -> Any:
    """Return an annotation with the type arguments of a generic dataclass filled in."""
    if isinstance(hint, TypeVar):
        return given.get(hint, Any)
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(given.get(name, Any) for name in parameters)] if parameters else hint


def _checked_reader(read_value: Reader, notes: tuple[object, ...], stored: bool) -> Reader:
    own = next((note.read for note in notes if isinstance(note, Reads)), read_value)
    checks = [note for note in notes if isinstance(note, Check) and not (stored and note.new_only)]
    most = None if stored else next((note for note in notes if isinstance(note, Most)), None)
    if not checks and most is None:
        return own

    def read(given: Any, where: Where, faults: list[Fault]) -> Any:
        if most and most.counted(given) > most.items:
            expected = f"{most.items} items at most"
            return note_fault(faults, where, expected, given, most.code, most=most.items)
        value = own(given, where, faults)
        if most and most.once and value is not BAD and len(set(value)) < len(value):
            return note_fault(faults, where, DIFFERENT, given, "file.twice")
        for check in checks if value is not BAD else ():
            if not check.holds(value):
                return note_fault(
                    faults, where, check.expected, given, check.code, **dict(check.details)
                )
        return value

    return read


def _union_reader(inner: tuple[Any, ...], stored: bool) -> Reader:
    """Return the reader of alternatives: the first that fits, else the faults of the nearest."""
    readers = [_reader_of(part, stored) for part in inner if part is not types.NoneType]
    nullable = len(readers) < len(inner)

    def read(given: Any, where: Where, faults: list[Fault]) -> Any:
        if given is None and nullable:
            return None
        if len(readers) == 1:
            return readers[0](given, where, faults)
        tried: list[list[Fault]] = []
        for alternative in readers:
            own_faults: list[Fault] = []
            value = alternative(given, where, own_faults)
            if not own_faults:
                return value
            tried.append(own_faults)
        tried.sort(key=len)
        faults.extend(tried[0])
        return BAD

    return read


def _list_reader(kind: type, readers: Iterable[Reader], size: int | None = None) -> Reader:
    """Return the reader of a list, of any length unless it has a size; each item has a reader."""
    expected = "a list" if size is None else f"a list of {size}"

    def read(given: Any, where: Where, faults: list[Fault]) -> Any:
        if not isinstance(given, list | tuple) or size not in (None, len(given)):
            return note_fault(faults, where, expected, given, "file.list")
        before = len(faults)
        pairs = enumerate(zip(readers, given, strict=False))
        items = [read(item, (where, place), faults) for place, (read, item) in pairs]
        if len(faults) > before:
            return BAD
        made = kind(items)
        if len(made) < len(items):
            return note_fault(faults, where, DIFFERENT, given, "file.twice")
        return made

    return read


def _mapping_reader(key_kind: Any, read_item: Reader, stored: bool) -> Reader:
    def read(given: Any, where: Where, faults: list[Fault]) -> Any:
        if not isinstance(given, Mapping):
            return note_fault(faults, where, "an object", given, "file.object")
        before = len(faults)
        entries = {}
        for key, item in given.items():
            name = _key(key_kind, key)
            if name is None or not (stored or _can_be_stored(key)):
                expected = f"a key: {key_kind.__name__}"
                note_fault(faults, (where, str(key)), expected, key, "file.key")
            else:
                entries[name] = read_item(item, (where, key), faults)
        return entries if len(faults) == before else BAD

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

    def read(given: Any, where: Where, faults: list[Fault]) -> Any:
        if isinstance(given, str) and given in members:
            return members[given]
        return note_fault(faults, where, f"one of {allowed}", given, "file.choice", allowed=allowed)

    return read


_SCALARS: Final[Mapping[Any, tuple[str, str]]] = {
    str: ("a text", "file.text"),
    int: ("a whole number", "file.number"),
    bool: ("true or false", "file.flag"),
}


def _scalar_reader(kind: Any, stored: bool) -> Reader:
    expected, code = _SCALARS[kind]  # a type that is not here has no place in JSON

    def read(given: Any, where: Where, faults: list[Fault]) -> Any:
        # True is an int to Python, and never a number to us.
        if type(given) is not kind:
            return note_fault(faults, where, expected, given, code)
        if stored:
            return given
        if kind is str and len(given) > sizes.MAX_TEXT:
            most = sizes.MAX_TEXT
            fewer = f"{most} characters at most"
            return note_fault(faults, where, fewer, given, "file.text_long", most=most)
        if kind is int and not -sizes.MAX_INTEGER <= given <= sizes.MAX_INTEGER:
            low, high = -sizes.MAX_INTEGER, sizes.MAX_INTEGER
            within = f"a whole number from {low} to {high}"
            return note_fault(
                faults, where, within, given, "file.number_between", low=low, high=high
            )
        return given

    return read


def _time_reader(parse: Callable[[str], date], what: str, code: str, example: str) -> Reader:
    def read(given: Any, where: Where, faults: list[Fault]) -> Any:
        try:
            at = parse(given)
            if to_plain(at) == given:  # Python reads weeks and dates without hyphens too
                return at
        except (TypeError, ValueError):
            pass
        return note_fault(faults, where, f"{what} such as {example}", given, code, example=example)

    return read


def _datetime(text: str) -> datetime:
    return datetime.strptime(text, _TIME_FORMAT).replace(tzinfo=UTC)
