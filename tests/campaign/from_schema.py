"""Documents written from a JSON Schema alone, by somebody who knows nothing else of the format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]
DAY = "2026-05-01"
FORMATS = {"date": DAY, "date-time": f"{DAY}T19:30:00.000000Z"}


def smallest(schema: Schema, given: Mapping[str, Any] | None = None) -> Any:
    """Return the smallest value that a schema describes.

    ``given`` has values of some definitions, for what names things of a catalogue.
    """
    return _Writer(schema, given or {}).value(schema)


class _Writer:
    def __init__(self, schema: Schema, given: Mapping[str, Any]) -> None:
        self._definitions = {
            **schema.get("$defs", {}),
            **{name: {"const": value} for name, value in given.items()},
        }

    def value(self, schema: Schema) -> Any:
        """Return the smallest value of a part of the schema."""
        schema = self._merged(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        if "anyOf" in schema:
            return self.value({**schema["anyOf"][0], **_without(schema, "anyOf")})
        match schema.get("type"):
            case "object":
                properties = schema.get("properties", {})
                return {name: self.value(properties[name]) for name in schema.get("required", ())}
            case "array":
                return [self.value(each) for each in self._items(schema)]
            case "integer":
                return max(schema.get("minimum", 0), 0)
            case "string":
                return FORMATS.get(schema.get("format", ""), "a" * schema.get("minLength", 0))
            case "boolean":
                return False
        return None

    def _items(self, schema: Schema) -> list[Schema]:
        """Return the schemas of the items of the shortest list."""
        first = list(schema.get("prefixItems", ()))
        more = schema.get("minItems", 0) - len(first)
        return first[: max(schema.get("minItems", 0), 0)] + [schema.get("items", {})] * more

    def _merged(self, schema: Schema) -> Schema:
        """Return a schema with all that it refers to, and what has to hold besides."""
        if "$ref" in schema:
            found = self._definitions[schema["$ref"].rpartition("/")[2]]
            return self._merged({**found, **_without(schema, "$ref")})
        if "allOf" in schema:
            merged: dict[str, Any] = {}
            for part in schema["allOf"]:
                merged = self._both(merged, self._merged(part))
            return merged
        return schema

    def _both(self, one: Schema, other: Schema) -> dict[str, Any]:
        """Return what two schemas of an object say together; of several ways, the fitting one."""
        if "anyOf" in one:
            kind = other.get("properties", {}).get("kind")
            fitting = [way for way in one["anyOf"] if way["properties"]["kind"] == kind]
            one = (fitting or one["anyOf"])[0]
        properties = {**one.get("properties", {}), **other.get("properties", {})}
        required = list(dict.fromkeys((*one.get("required", ()), *other.get("required", ()))))
        return {**one, **other, "properties": properties, "required": required}


def _without(schema: Schema, name: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != name}
