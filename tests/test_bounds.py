"""Nothing that anybody can send is without an upper bound: no list, no text, no number.

Every type is walked that a form, a file, an address or a live move is read into: the facts,
choices, set-ups, results and moves of all registered systems, what people save, and the documents
of exports.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import pytest

from campaign.exchange.document import KINDS
from campaign.rules.ashes.deck import Deck
from campaign.rules.core.constraints import Most
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import reader_of
from campaign.rules.core.system import CampaignRules, OneOff
from campaign.rules.registry import SYSTEMS
from tracker.systems.aeons_end.one_off.shared_setups import SharedTable
from tracker.systems.aeons_end.shared import shelf

MAX_ITEMS = 60_000  # the facts of the largest campaign; everything else is far below it
COLLECTIONS = (tuple, frozenset, Mapping, dict)
TOO_LONG = "x" * 10_000
TOO_HIGH = 10**12


def roots() -> Iterator[tuple[str, Any]]:
    """Yield everything that is read from outside, with a name."""
    for system in SYSTEMS.values():
        parts: list[OneOff[Any, Any, Any, Any] | CampaignRules[Any, Any, Any]]
        parts = [part for part in (system.one_off, system.campaign) if part is not None]
        for rules in parts:
            yield from ((f"{system.slug} {kind}", fact) for kind, fact in rules.facts.items())
        if system.campaign is not None:
            yield f"{system.slug} party", system.campaign.seat
            if system.campaign.opening is not None:
                yield f"{system.slug} opening", system.campaign.opening
        if system.live is not None:
            yield f"{system.slug} live", system.live.start
            yield from ((f"{system.slug} {move.kind}", move) for move in system.live.all_moves)
        for name, phase in system.phases.items():
            yield f"{system.slug} {name}", phase.start
            yield from ((f"{system.slug} {move.kind}", move) for move in phase.all_moves)
    yield "deck", Deck
    yield "shared set-up", SharedTable
    yield from ((kind, of) for of, kind in shelf.KINDS.items())
    yield from KINDS.items()


def walk(kind: Any, path: str, seen: set[Any]) -> Iterator[tuple[str, Any]]:
    """Yield every type within a type, annotations included, with the path to it."""
    yield path, kind
    base = base_of(kind)
    origin, inner = typing.get_origin(base), typing.get_args(base)
    if dataclasses.is_dataclass(origin or base):
        if base not in seen:
            seen.add(base)
            for name, hint in fields_of(origin or base, inner):
                yield from walk(hint, f"{path}.{name}", seen)
        return
    if origin in COLLECTIONS:
        path = f"{path}[]"
    if origin in (*COLLECTIONS, types.UnionType, typing.Union):
        for each in inner:
            if each is not Ellipsis:
                yield from walk(each, path, seen)


def fields_of(of: Any, inner: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a dataclass with their types."""
    given = dict(zip(getattr(of, "__parameters__", ()), inner, strict=False))
    hints = typing.get_type_hints(of, include_extras=True)
    for each in dataclasses.fields(of):
        if each.init:
            yield each.name, filled(hints[each.name], given)


def filled(hint: Any, given: Mapping[Any, Any]) -> Any:
    """Return an annotation with the arguments of a generic dataclass filled in."""
    parameters = getattr(hint, "__parameters__", ())
    if isinstance(hint, typing.TypeVar):
        return given[hint]
    return hint[tuple(given[each] for each in parameters)] if parameters else hint


def bound_of(kind: Any) -> int | None:
    """Return the most items of a collection; None if it has no bound."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        own = [note.items for note in inner[1:] if isinstance(note, Most)]
        return min(own, default=bound_of(inner[0]))
    if origin is tuple and inner[-1] is not Ellipsis:
        return len(inner)
    return None


def base_of(kind: Any) -> Any:
    return base_of(typing.get_args(kind)[0]) if typing.get_origin(kind) is Annotated else kind


ROOTS = list(roots())


@pytest.mark.parametrize(("name", "root"), ROOTS, ids=[name for name, _root in ROOTS])
def test_everything_that_comes_in_has_an_upper_bound(name: str, root: Any) -> None:
    without = []
    for path, kind in walk(root, name, set()):
        base = base_of(kind)
        if typing.get_origin(base) in COLLECTIONS:
            bound = bound_of(kind)
            if bound is None or bound > MAX_ITEMS:
                without.append(f"{path}: {kind}")
        elif base in (str, int):
            faults: list[Problem] = []
            reader_of(kind)(TOO_LONG if base is str else TOO_HIGH, None, faults)
            if not faults:
                without.append(f"{path}: {kind}")
        elif base in (list, set):  # no reader has them
            without.append(f"{path}: {kind}")
    assert not without, "\n".join(without)
