"""Names of players in stored values: only the numbers of members are stored.

Annotations mark the fields that name a player (``PlayerName``). Rules and pages work with names;
what is stored holds the number of a member of the record, so that a name stands in one place.
"""

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Collection, Mapping
from functools import cache
from itertools import count
from typing import Annotated, Any, Final

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Line
from campaign.rules.core.serialize import PLAYER, fields_of

PlayerName = Annotated[str, Line(sizes.PERSON_NAME), PLAYER]

# Stored as the name of somebody whose account was deleted: the number among the former players of
# a record, between two characters that nobody types. Pages say "a former player" instead.
_OPENS, _CLOSES = "\ue000", "\ue001"
FORMER: Final = re.compile(f"{_OPENS}([0-9]*){_CLOSES}?")
# In a file the first of a record is "——", the second "—— 2".
_IN_A_FILE: Final = re.compile("——(?: ([0-9]{1,4}))?")

Change = Callable[[Any], Any]  # of one name, or of the number that is stored for it
Visitor = Callable[[Any, Change], Any]


def former(number: int) -> str:
    """Return what is stored as the name of a former player: the first of a record, the second …"""
    return f"{_OPENS}{number}{_CLOSES}"


def is_former(name: str) -> bool:
    """Say whether a name is that of a former player."""
    return name.startswith(_OPENS)


def next_former(names: Collection[str]) -> str:
    """Return the name of one more former player among these names."""
    return next(name for name in map(former, count(1)) if name not in names)


def written_to_file(text: str) -> str:
    """Return the text of a file with its former players as people read and write them."""

    def written(found: re.Match[str]) -> str:
        return "——" if found[1] == "1" else f"—— {found[1]}"

    return FORMER.sub(written, text)


def read_from_file(name: str) -> str:
    """Return a name out of a file as it is stored."""
    found = _IN_A_FILE.fullmatch(name)
    return former(int(found[1] or 1)) if found else name


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
