"""What changes in the box: places, marks, counters, names."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Line
from campaign.rules.core.entries import Name, Text
from campaign.rules.core.keys import Key, is_typed, typed_key
from campaign.rules.core.problems import Detail, Problem
from campaign.rules.journal.description import MAX_COUNT, Addition
from campaign.rules.journal.fact import JournalFact, NewThing, new_thing_problems
from campaign.rules.journal.state import Placed, State

Spot = Annotated[str, Line(sizes.NAME)]
Change = Annotated[int, Limit(-MAX_COUNT, MAX_COUNT)]


@dataclass(frozen=True, slots=True)
class Moved(JournalFact, kind="moved"):
    """A thing is somewhere else now; with ``new`` it is a thing that the group met and named."""

    thing: Key
    place: Spot
    new: NewThing | None = None

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return the thing."""
        return frozenset({f"thing:{self.thing}"})

    def problems(self, state: State) -> Iterator[Problem]:
        if self.new is not None:
            yield from new_thing_problems(self.new, state, "new")
            if self.thing != self.new.thing.id:
                yield Problem("journal.thing_unknown", path="thing")
            kind = state.box.kinds.get(self.new.kind)
        else:
            kind = state.box.kind_of(self.thing)
            if kind is None:
                yield Problem("journal.thing_unknown", path="thing")
        if kind is not None and self.place not in kind.places:
            yield Problem("journal.place_unknown", {"places": kind.places}, "place")

    def apply(self, state: State) -> State:
        if self.new is not None:
            state = state.with_find(self.new.seal, Addition(things=(self.new.thing,)))
        return replace(state, places={**state.places, self.thing: self.place})


@dataclass(frozen=True, slots=True)
class Marked(JournalFact, kind="marked"):
    """A mark was put on a slot: one of the box, or one in the group's own words."""

    thing: Key
    slot: Key
    mark: Key
    name: Name = ""
    text: Text = ""

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return the slot."""
        return frozenset({f"slot:{self.thing}:{self.slot}"})

    def problems(self, state: State) -> Iterator[Problem]:
        slot = state.box.slot(self.thing, self.slot)
        if self.thing not in state.box.things:
            yield Problem("journal.thing_unknown", path="thing")
            return
        if slot is None:
            yield Problem("journal.slot_unknown", path="slot")
            return
        if len(state.marks_on(self.thing, self.slot)) >= slot.room:
            room: dict[str, Detail] = {"slot": slot.name, "room": slot.room}
            yield Problem("journal.slot_full", room, "slot", overrulable=True)
        yield from self._mark_problems(state)

    def _mark_problems(self, state: State) -> Iterator[Problem]:
        mark = state.box.marks.get(self.mark)
        if mark is None:
            if not is_typed(self.mark) or self.mark != typed_key(self.name):
                yield Problem("journal.mark_unknown", path="mark")
            return
        kind = state.box.kind_of(self.thing)
        if mark.on and kind is not None and f"{kind.id}/{self.slot}" not in mark.on:
            yield Problem("journal.mark_elsewhere", {"mark": mark.name}, "mark", overrulable=True)
        used = sum(placed.mark == self.mark for placed in state.marks)
        if mark.copies is not None and used >= mark.copies:
            copies: dict[str, Detail] = {"mark": mark.name, "copies": mark.copies}
            yield Problem("journal.mark_used_up", copies, "mark", overrulable=True)

    def apply(self, state: State) -> State:
        game = len(state.games)
        placed = Placed(self.thing, self.slot, self.mark, self.name, self.text, game)
        return replace(state, marks=(*state.marks, placed))


@dataclass(frozen=True, slots=True)
class Unmarked(JournalFact, kind="unmarked"):
    """A mark was taken off."""

    thing: Key
    slot: Key
    mark: Key

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return the slot."""
        return frozenset({f"slot:{self.thing}:{self.slot}"})

    def _found(self, state: State) -> Placed | None:
        """Return the mark, the latest of several that are alike."""
        marks = state.marks_on(self.thing, self.slot)
        return next((placed for placed in reversed(marks) if placed.mark == self.mark), None)

    def problems(self, state: State) -> Iterator[Problem]:
        if self._found(state) is None:
            yield Problem("journal.mark_missing", path="mark")

    def apply(self, state: State) -> State:
        gone = self._found(state)
        return replace(state, marks=tuple(mark for mark in state.marks if mark is not gone))


@dataclass(frozen=True, slots=True)
class Counted(JournalFact, kind="counted"):
    """A counter was changed by so much: two phones that count at once both count."""

    counter: Key
    by: Change
    owner: Annotated[str, Line(sizes.KEY)] = ""  # "" for the group, a seat's number, a thing's key

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return nothing: a change is relative."""
        return frozenset()

    def problems(self, state: State) -> Iterator[Problem]:
        counter = state.box.counters.get(self.counter)
        if counter is None:
            yield Problem("journal.counter_unknown", path="counter")
            return
        if self.owner not in state.box.owners(counter, (seat.number for seat in state.seats)):
            yield Problem("journal.owner_unknown", {"counter": counter.name}, "owner")
        shows = state.count(counter, self.owner) + self.by
        if not counter.low <= shows <= counter.high:
            bounds: dict[str, Detail] = {
                "counter": counter.name,
                "low": counter.low,
                "high": counter.high,
            }
            fits = abs(shows) <= MAX_COUNT
            yield Problem("journal.counter_bounds", bounds, "by", overrulable=fits)

    def apply(self, state: State) -> State:
        counter = state.box.counters[self.counter]
        shows = state.count(counter, self.owner) + self.by
        return replace(state, counts={**state.counts, (self.counter, self.owner): shows})


@dataclass(frozen=True, slots=True)
class Named(JournalFact, kind="named"):
    """The group gave a thing a name."""

    thing: Key
    name: Name

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return the name."""
        return frozenset({f"name:{self.thing}"})

    def problems(self, state: State) -> Iterator[Problem]:
        if self.thing not in state.box.things:
            yield Problem("journal.thing_unknown", path="thing")
        if not self.name.strip():
            yield Problem("journal.name_empty", path="name")

    def apply(self, state: State) -> State:
        return replace(state, names={**state.names, self.thing: self.name})
