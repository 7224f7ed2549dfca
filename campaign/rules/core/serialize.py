"""Typed values as plain JSON and back, for what is kept longer than the code that wrote it.

A field that holds its default is left out, and read back as that default: what is kept is small,
and a field that is added later with a default does not make it unreadable.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


class PlainError(ValueError):
    """What was kept is not of the kind that was asked for."""


def to_plain(value: Any) -> Any:
    """Return a value as JSON has it; ``from_plain`` reads it back unchanged."""
    if isinstance(value, StrEnum):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: to_plain(held)
            for field in dataclasses.fields(value)
            if field.init and (held := getattr(value, field.name)) != _default(field)
        }
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    return value


def from_plain(kind: type[T], held: Any) -> T:
    """Return the value of a dataclass that was kept, or raise :class:`PlainError`."""
    try:
        value: T = _reader(kind)(held)  # type: ignore[arg-type] # every class has a hash
    except PlainError:
        raise
    except (TypeError, ValueError) as error:
        raise PlainError(str(error)) from error
    return value


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """Return what reads a kind: its annotations are looked at once, and values many times."""
    if dataclasses.is_dataclass(kind):
        return _dataclass_reader(kind)  # type: ignore[arg-type] # a class, here
    origin = typing.get_origin(kind)
    inner = typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        (some,) = (each for each in inner if each is not types.NoneType)
        read = _reader(some)
        return lambda held: None if held is None else read(held)
    if origin is tuple and inner[-1] is Ellipsis:
        read = _reader(inner[0])
        return lambda held: tuple([read(item) for item in _of(list, held)])
    if origin is Mapping:
        read = _reader(inner[1])
        return lambda held: {key: read(item) for key, item in _of(dict, held).items()}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind
    return lambda held: _of(kind, held)


def _dataclass_reader(kind: type) -> Callable[[Any], Any]:
    hints = typing.get_type_hints(kind)
    readers = {f.name: _reader(hints[f.name]) for f in dataclasses.fields(kind) if f.init}

    def read(held: Any) -> Any:
        given = _of(dict, held)
        return kind(
            **{name: readers[name](item) for name, item in given.items() if name in readers}
        )

    return read


def _of(kind: type[T], held: Any) -> T:
    if type(held) is not kind:
        raise PlainError(f"{held!r:.80} is no {kind.__name__}")
    return held
