"""The JSON Schema of a dataclass, from the annotations by which ``serialize`` reads it.

It has every limit that JSON Schema can say: what it refuses, ``from_plain`` refuses too. A
``Check`` may refuse more.
"""

import dataclasses
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, Final

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Check, Limit, Most, Written
from campaign.rules.core.serialize import Reads, fields_of

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

# What ``text_problems`` allows: no control characters but line ends and tabs, no bidi overrides.
_PRINTABLE: Final = (
    "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$"
)
_DAY: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME: Final = f"{_DAY}T[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}\\.[0-9]{{6}}Z"
_LIMITS: Final = {"minimum": -sizes.MAX_INTEGER, "maximum": sizes.MAX_INTEGER}
_SCALARS: Final[Mapping[Any, Schema]] = {
    str: {"type": "string", "maxLength": sizes.MAX_TEXT, "pattern": _PRINTABLE},
    int: {"type": "integer", **_LIMITS},
    bool: {"type": "boolean"},
    date: {"type": "string", "format": "date", "pattern": f"^{_DAY}$"},
    datetime: {"type": "string", "format": "date-time", "pattern": f"^{_TIME}$"},
    types.NoneType: {"type": "null"},
    Any: {},
}


@dataclass(frozen=True, slots=True)
class Definitions:
    """The schemas of dataclasses by name, each with the dataclass that it was made of."""

    schemas: dict[str, Schema] = field(default_factory=dict)
    kinds: dict[str, Any] = field(default_factory=dict)

    def name(self, kind: Any) -> str:
        """Return the name of a dataclass; the second one that is called ``Pile`` is ``Pile_2``."""
        first = name = _name(kind)
        number = 2
        while self.kinds.setdefault(name, kind) != kind:
            name = f"{first}_{number}"
            number += 1
        return name


def schema_of(kind: Any, title: str = "") -> Schema:
    """Return the schema of a dataclass; the dataclasses within it are its ``$defs``."""
    definitions = Definitions()
    return whole(part_of(kind, definitions), definitions, title)


def whole(schema: Schema, definitions: Definitions, title: str = "") -> Schema:
    """Return a schema that stands alone, with what it refers to."""
    heading = {"$schema": DIALECT, **({"title": title} if title else {})}
    return {**heading, **schema, "$defs": definitions.schemas}


def part_of(kind: Any, definitions: Definitions) -> Schema:
    """Return the schema of a type; the dataclasses within it are added to ``definitions``."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(origin or kind):
        return _reference(kind, definitions)
    if origin is Annotated:
        return _limited(inner[0], inner[1:], definitions)
    if origin in (types.UnionType, typing.Union):
        return {"anyOf": [part_of(part, definitions) for part in inner]}
    if origin is tuple and inner[-1] is not Ellipsis:
        places = [part_of(part, definitions) for part in inner]
        return {"type": "array", "prefixItems": places, "items": False, "minItems": len(places)}
    if origin in (tuple, frozenset):
        once = {"uniqueItems": True} if origin is frozenset else {}
        return {"type": "array", "items": part_of(inner[0], definitions), **once}
    if origin in (Mapping, dict):
        return {
            "type": "object",
            "propertyNames": _key_schema(inner[0]),
            "additionalProperties": part_of(inner[1], definitions),
        }
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": [member.value for member in kind]}
    return dict(_SCALARS[kind])


def _reference(kind: Any, definitions: Definitions) -> Schema:
    """Return a reference to the definition of a dataclass, which is made once."""
    name = definitions.name(kind)
    if name not in definitions.schemas:
        definitions.schemas[name] = {}  # before its fields: one of them may be of its own type
        fields = fields_of(kind)
        definitions.schemas[name] = {
            "type": "object",
            "properties": {each.name: part_of(each.hint, definitions) for each in fields},
            "required": [each.name for each in fields if each.required],
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{name}"}


def _name(kind: Any) -> str:
    """Return the name of a definition: ``Planned_Choices_Setup`` for a generic dataclass."""
    of = typing.get_origin(kind) or kind
    return "_".join([of.__qualname__, *(_name(part) for part in typing.get_args(kind))])


def _limited(kind: Any, metadata: tuple[object, ...], definitions: Definitions) -> Schema:
    if any(isinstance(each, Reads) for each in metadata):
        return {}  # it is written in several ways
    schema = part_of(kind, definitions)
    for each in metadata:
        match each:
            case Limit(low, high):
                schema |= {"minimum": low, "maximum": high}
            case Written(max_length):
                schema |= {"maxLength": max_length}
            case Most(items, pieces=False) if schema["type"] == "object":
                schema |= {"maxProperties": items}
            case Most(items, once=once, pieces=False):
                schema |= {"maxItems": items, **({"uniqueItems": True} if once else {})}
            case Check(schema=own) if own:
                schema |= own
    return schema


def _key_schema(kind: Any) -> Schema:
    """Return the schema of the keys of an object, which are always texts in JSON."""
    if kind is int:
        return {"pattern": r"^(0|-?[1-9][0-9]*)$"}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": [member.value for member in kind]}
    return {"minLength": 1, "maxLength": sizes.KEY, "pattern": _PRINTABLE}
