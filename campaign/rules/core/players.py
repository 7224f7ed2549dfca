"""Names of players in stored values: only the numbers of members are stored.

Annotations mark the fields that name a player (``PlayerName``). Rules and pages work with names;
what is stored holds the number of a member of the record, so that a name stands in one place.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Line
from campaign.rules.core.serialize import PLAYER, fields_of

PlayerName = Annotated[str, Line(sizes.PERSON_NAME), PLAYER]

# The name of somebody whose account was deleted; pages say "a former player" in their language.
FORMER: Final = "——"

Change = Callable[[Any], Any]  # of one name, or of the number that is stored for it
Visitor = Callable[[Any, Change], Any]


def with_players(kind: Any, plain: Any, change: Change) -> Any:
    """Return plain values of a type with every player's name, or its number, changed."""
    visit = _visitor(kind)
    return plain if visit is None else visit(plain, change)


@cache
def _visitor(kind: Any) -> Visitor | None:
    """Return what changes the names in plain values of a type; None if it names no player."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(origin or kind):
        return _visitor_of_fields(kind)
    if origin is Annotated:
        return _changed if PLAYER in inner[1:] else _visitor(inner[0])
    if origin in (types.UnionType, typing.Union):
        return _visitor_of_all(list(filter(None, map(_visitor, inner))))
    if origin in (tuple, frozenset, list):
        return _visitor_of_items(_visitor(inner[0]))
    if origin in (Mapping, dict):
        return _visitor_of_values(_visitor(inner[1]))
    return None


def _changed(plain: Any, change: Change) -> Any:
    return change(plain) if plain else plain


def _visitor_of_fields(kind: Any) -> Visitor | None:
    found = {field.name: _visitor(field.hint) for field in fields_of(kind)}
    visitors = {name: visit for name, visit in found.items() if visit is not None}

    def visit_fields(plain: Any, change: Change) -> Any:
        if not isinstance(plain, Mapping):
            return plain
        named = {key: visitors[key](plain[key], change) for key in visitors if key in plain}
        return {**plain, **named}

    return visit_fields if visitors else None


def _visitor_of_all(visitors: list[Visitor]) -> Visitor | None:
    if not visitors:
        return None

    def visit(plain: Any, change: Change) -> Any:
        for each in visitors:
            plain = each(plain, change)
        return plain

    return visit


def _visitor_of_items(visit_item: Visitor | None) -> Visitor | None:
    if visit_item is None:
        return None

    def visit(plain: Any, change: Change) -> Any:
        if not isinstance(plain, list | tuple):
            return plain
        return [visit_item(item, change) for item in plain]

    return visit


def _visitor_of_values(visit_value: Visitor | None) -> Visitor | None:
    if visit_value is None:
        return None

    def visit(plain: Any, change: Change) -> Any:
        if not isinstance(plain, Mapping):
            return plain
        return {key: visit_value(value, change) for key, value in plain.items()}

    return visit
