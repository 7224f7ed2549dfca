"""The box as a group knows it: what its description began with, and what was opened or added."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar

from campaign.rules.core.keys import is_typed
from campaign.rules.core.problems import Problem
from campaign.rules.journal.description import (
    GROUP,
    PLAYER,
    Addition,
    Chapter,
    Counter,
    Kind,
    Mark,
    Seal,
    Slot,
    Thing,
)

Item = TypeVar("Item", Chapter, Counter, Kind, Mark, Seal, Thing)


@dataclass(frozen=True, slots=True)
class Box:
    """Everything that is known, by id and in the order in which it came."""

    kinds: Mapping[str, Kind] = field(default_factory=dict)
    things: Mapping[str, Thing] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    counters: Mapping[str, Counter] = field(default_factory=dict)
    seals: Mapping[str, Seal] = field(default_factory=dict)
    chapters: Mapping[str, Chapter] = field(default_factory=dict)

    def with_addition(self, addition: Addition) -> Self:
        """Return the box with an addition; what has a known id takes its place.

        A kind keeps its places and slots: things may be there, and a group may have named it first.
        """
        kinds = (_joined(self.kinds.get(kind.id), kind) for kind in addition.kinds)
        return type(self)(
            _merged(self.kinds, kinds),
            _merged(self.things, addition.things),
            _merged(self.marks, addition.marks),
            _merged(self.counters, addition.counters),
            _merged(self.seals, addition.seals),
            _merged(self.chapters, addition.chapters),
        )

    def with_thing(self, thing: Thing) -> Self:
        """Return the box with one more thing."""
        return self.with_addition(Addition(things=(thing,)))

    def kind_of(self, thing: str) -> Kind | None:
        """Return the kind of a thing."""
        found = self.things.get(thing)
        return self.kinds.get(found.kind) if found else None

    def slot(self, thing: str, slot: str) -> Slot | None:
        """Return a slot of a thing."""
        kind = self.kind_of(thing)
        return kind.slot(slot) if kind else None

    def first_place(self, thing: Thing) -> str:
        """Return where a thing is before anybody moves it."""
        kind = self.kinds.get(thing.kind)
        return thing.place or (kind.places[0] if kind else "")

    def of_kind(self, kind: str) -> Iterator[Thing]:
        """Yield the things of a kind."""
        return (thing for thing in self.things.values() if thing.kind == kind)

    def owners(self, counter: Counter, seats: Iterable[int]) -> Iterator[str]:
        """Yield who or what has a counter: "" for the group, a seat's number, a thing's id."""
        if counter.of == GROUP:
            yield GROUP
        elif counter.of == PLAYER:
            yield from map(str, seats)
        else:
            yield from (thing.id for thing in self.of_kind(counter.of))

    @property
    def has_course(self) -> bool:
        """Say whether the description says which chapters there are."""
        return not all(map(is_typed, self.chapters))

    def following(self, chapter: str) -> tuple[str, ...]:
        """Return the chapters that can come after one; none after the last."""
        found = self.chapters.get(chapter)
        if found is not None and found.next is not None:
            return found.next
        order = [key for key in self.chapters if not is_typed(key)]
        later = order[order.index(chapter) + 1 :] if chapter in order else []
        return tuple(later[:1])


def _merged(known: Mapping[str, Item], added: Iterable[Item]) -> Mapping[str, Item]:
    more = {item.id: item for item in added}
    return {**known, **more} if more else known


def _joined(known: Kind | None, described: Kind) -> Kind:
    """Return a kind as it is described now, with the places and slots that it had before."""
    if known is None:
        return described
    places = dict.fromkeys((*known.places, *described.places))
    slots = {slot.id: slot for slot in (*known.slots, *described.slots)}
    return replace(described, places=tuple(places), slots=tuple(slots.values()))


def changed_kinds(box: Box, addition: Addition) -> Iterator[Problem]:
    """Yield the things of which an addition would make something else."""
    for thing in addition.things:
        before = box.things.get(thing.id)
        if before is not None and before.kind != thing.kind:
            yield Problem("journal.kind_changed", {"thing": before.name})
