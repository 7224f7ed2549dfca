"""A typed walk through a JSON document that collects every fault by its path."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import StrEnum
from typing import Final, TypeVar

from campaign.rules.core.serialize import Fault as Fault
from campaign.rules.core.serialize import shown as shown

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")

_IDENTIFIER: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_ABSENT: Final = object()  # not in the document; whoever asked for the key has said so already


class Cursor:
    """A place in a document.

    Reading never raises: a fault is noted and a harmless value of the right type comes back, so
    that one pass finds every fault. What is absent reads as its default without another fault.
    """

    __slots__ = ("_value", "faults", "path")

    def __init__(self, value: object, path: str = "", faults: list[Fault] | None = None) -> None:
        self._value = value
        self.path = path
        self.faults: list[Fault] = [] if faults is None else faults

    def __getitem__(self, key: str) -> Cursor:
        value = self._value.get(key, _ABSENT) if isinstance(self._value, Mapping) else _ABSENT
        return Cursor(value, f"{self.path}.{key}" if self.path else key, self.faults)

    def fault(
        self, expected: str, got: str | None = None, *, code: str = "", **details: str | int
    ) -> None:
        """Note a fault at this place."""
        found = shown(self._value) if got is None else got
        self.faults.append(Fault(self.path, expected, found, code, details))

    @property
    def absent(self) -> bool:
        """Say whether the document has no such place."""
        return self._value is _ABSENT

    @property
    def empty(self) -> bool:
        """Say whether nothing stands here: absent, or null."""
        return self._value is _ABSENT or self._value is None

    def record(self, required: Collection[str], optional: Collection[str] = ()) -> Cursor:
        """Return this place once it is known to be an object with these keys and no others."""
        if self._value is _ABSENT:
            return self
        if not isinstance(self._value, Mapping):
            self.fault("an object", code="file.object")
            return self
        accepted = (*required, *optional)
        for key in required:
            if key not in self._value:
                self.fault(f'the key "{key}"', "none", code="file.key_missing", key=key)
        for key in self._value:
            if key not in accepted:
                expected = f"one of the keys {', '.join(accepted)}"
                there = self[str(key)]
                there.fault(expected, f'"{key}"', code="file.key_unknown", key=str(key))
        return self

    def items(self, length: int | None = None) -> Iterator[Cursor]:
        """Yield the places of a list, of a given length where one is asked for."""
        if self._value is _ABSENT:
            return
        if not isinstance(self._value, list | tuple):
            self.fault("a list", code="file.list")
            return
        if length is not None and len(self._value) != length:
            self.fault(f"a list of {length}")
        for position, value in enumerate(self._value):
            yield Cursor(value, f"{self.path}[{position}]", self.faults)

    def keys(self) -> tuple[str, ...]:
        """Return the keys of an object."""
        if self._value is _ABSENT:
            return ()
        if not isinstance(self._value, Mapping):
            self.fault("an object")
            return ()
        return tuple(str(key) for key in self._value)

    def is_object(self) -> bool:
        """Say whether an object stands here."""
        return isinstance(self._value, Mapping)

    def is_list(self) -> bool:
        """Say whether a list stands here."""
        return isinstance(self._value, list | tuple)

    def peek(self) -> object:
        """Return what stands here, unread; None where nothing does."""
        return None if self._value is _ABSENT else self._value

    def maybe(self, read: Callable[[Cursor], T]) -> T | None:
        """Read this place, or return None where nothing stands here."""
        return None if self.empty else read(self)

    def text(self, default: str = "") -> str:
        """Read a text that says something, without spaces around it."""
        if self._value is _ABSENT:
            return default
        value = self._value
        if isinstance(value, str) and value and value == value.strip():
            return value
        self.fault("a text" if not isinstance(value, str) else "a text without spaces around it")
        return default

    def identifier(self) -> str:
        """Read an id: small letters, digits and single hyphens."""
        if self._value is _ABSENT:
            return ""
        if isinstance(self._value, str) and _IDENTIFIER.fullmatch(self._value):
            return self._value
        self.fault("an id of small letters, digits and hyphens")
        return ""

    def reference(self, ids: Collection[str], what: str) -> str:
        """Read the id of something that the document must hold."""
        if self._value is _ABSENT:
            return ""
        if isinstance(self._value, str) and self._value in ids:
            return self._value
        self.fault(f"the id of {what}")
        return ""

    def integer(self, low: int = 0, high: int = 999, default: int = 0) -> int:
        """Read a whole number within bounds; true and false are none."""
        if self._value is _ABSENT:
            return default
        value = self._value
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault("a whole number", code="file.number")
            return default
        if not low <= value <= high:
            expected = str(low) if low == high else f"a whole number from {low} to {high}"
            self.fault(expected, code="file.number_between", low=low, high=high)
            return default
        return value

    def flag(self, default: bool = False) -> bool:
        """Read true or false."""
        if self._value is _ABSENT:
            return default
        if isinstance(self._value, bool):
            return self._value
        self.fault("true or false", code="file.flag")
        return default

    def choice(self, values: type[E]) -> E:
        """Read one of an enumeration's values."""
        members = tuple(values)
        if self._value is _ABSENT:
            return members[0]
        for member in members:
            if self._value == member.value:
                return member
        allowed = ", ".join(member.value for member in members)
        self.fault(f"one of {allowed}", code="file.choice", allowed=allowed)
        return members[0]
