"""The facts of a journal: what happened. State is replayed from them.

Each class has the rules that refuse it (``problems``) and its effect (``apply``). A problem that
only the box could know better is overruled by a written reason.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Line
from campaign.rules.core.entries import At, Few, Name, Text
from campaign.rules.core.facts import FIRST, THIRD, Ended, Fact, Noted
from campaign.rules.core.facts import Settled as CoreSettled
from campaign.rules.core.keys import Key, is_typed, typed_key
from campaign.rules.core.problems import Detail, Problem
from campaign.rules.journal.box import lost_parts
from campaign.rules.journal.description import (
    MAX_COUNT,
    Addition,
    Mode,
    Thing,
    contents_of,
)
from campaign.rules.journal.faults import Known, addition_faults
from campaign.rules.journal.progress import due_seals, expected_chapters
from campaign.rules.journal.state import GameState, Outcome, Placed, SeatNumber, State

Place = Annotated[str, Line(sizes.NAME)]
Change = Annotated[int, Limit(-MAX_COUNT, MAX_COUNT)]


@dataclass(frozen=True, slots=True)
class JournalFact(Fact):
    """The base of the facts of a journal."""

    @abstractmethod
    def problems(self, state: State) -> Iterator[Problem]:
        """Yield everything that stands against it."""

    @abstractmethod
    def apply(self, state: State) -> State:
        """Return the state after it."""


@dataclass(frozen=True, slots=True)
class Playing:
    """Who plays, and with what: the key of a thing, or "" for nothing in particular."""

    seat: SeatNumber
    thing: Annotated[str, Line(sizes.KEY)] = ""


@dataclass(frozen=True, slots=True)
class NewThing:
    """A thing that the group names itself."""

    kind: Key
    name: Name

    @property
    def thing(self) -> Thing:
        """Return it as a thing of the box."""
        return Thing(typed_key(self.name), self.kind, self.name)


@dataclass(frozen=True, slots=True)
class Planned(JournalFact, kind="planned", rank=FIRST):
    """A game of a chapter is planned; ``brings`` are new things that somebody plays."""

    chapter: Annotated[str, Line(sizes.KEY)] = ""
    playing: Few[Playing] = ()
    brings: Few[NewThing] = ()

    def problems(self, state: State) -> Iterator[Problem]:
        latest = state.latest
        if latest is not None and not latest.is_settled:
            yield Problem("journal.not_settled", {"game": latest.number})
        yield from self._chapter_problems(state)
        for new in self.brings:
            yield from _new_thing_problems(new, state, "brings")
        yield from self._seat_problems(state)

    def _chapter_problems(self, state: State) -> Iterator[Problem]:
        chapters = state.box.chapters
        if self.chapter and self.chapter not in chapters:
            yield Problem("journal.chapter_unknown", path="chapter")
        expected = expected_chapters(state)
        if chapters and self.chapter not in expected:
            names = tuple(chapters[key].name for key in expected if key in chapters)
            yield Problem("journal.chapter_unexpected", {"names": names}, "chapter", True)
        for seal in due_seals(state, self.chapter):
            found = state.box.seals[seal]
            labels = {"kind": found.kind, "label": found.label}
            yield Problem("journal.seal_due", labels, "chapter", overrulable=True)

    def _seat_problems(self, state: State) -> Iterator[Problem]:
        seats = [held.seat for held in self.playing]
        least, most = state.description.players
        if not least <= len(seats) <= most:
            size = {"least": least, "most": most, "actual": len(seats)}
            yield Problem("journal.party_size", size, "playing", overrulable=True)
        known = {seat.number for seat in state.seats}
        if len(set(seats)) < len(seats) or not known.issuperset(seats):
            yield Problem("journal.seat_unknown", path="playing")
        box = state.box
        for new in self.brings:
            box = box.with_thing(new.thing)
        things = [held.thing for held in self.playing if held.thing]
        for thing in things:
            kind = box.kind_of(thing)
            if kind is None:
                yield Problem("journal.thing_unknown", path="playing")
            elif not kind.played:
                name = box.things[thing].name
                yield Problem("journal.not_played", {"thing": name}, "playing", overrulable=True)
        if len(set(things)) < len(things):
            yield Problem("journal.thing_twice", path="playing", overrulable=True)

    def apply(self, state: State) -> State:
        for new in self.brings:
            state = replace(state, box=state.box.with_thing(new.thing))
        playing = {held.seat: held.thing for held in self.playing}
        game = GameState(len(state.games) + 1, self.chapter, playing)
        return replace(state, games=(*state.games, game))


@dataclass(frozen=True, slots=True)
class Played(Ended, JournalFact):
    """A game ended."""

    outcome: Annotated[Outcome, At("")] = field(default_factory=Outcome)

    def problems(self, state: State) -> Iterator[Problem]:
        game, outcome = state.latest, self.outcome
        if game is None:
            return
        if game.outcome is not None:
            yield Problem("journal.played_already", {"game": game.number})
        said = {
            Mode.TOGETHER: outcome.result is not None,
            Mode.SCORES: all(outcome.score(seat) is not None for seat in game.playing),
            Mode.RANKS: all(outcome.rank(seat) is not None for seat in game.playing),
            Mode.SIDES: bool(outcome.winners) and outcome.winners <= set(game.playing),
            Mode.SAVED: True,
        }
        mode = state.description.result.mode
        if not said[mode]:
            yield Problem(f"journal.result_{mode.value}", path="outcome")
        spoken = {
            Mode.TOGETHER: outcome.result is not None,
            Mode.SCORES: bool(outcome.scores),
            Mode.RANKS: bool(outcome.ranks),
            Mode.SIDES: bool(outcome.winners),
        }
        if any(is_said for other, is_said in spoken.items() if other is not mode):
            yield Problem("journal.result_mode", path="outcome")

    def apply(self, state: State) -> State:
        game = state.latest
        return state.with_latest(replace(game, outcome=self.outcome)) if game else state


@dataclass(frozen=True, slots=True)
class Chosen(JournalFact, kind="chosen", rank=THIRD):
    """The group chose which chapter comes next."""

    chapter: Key

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return the choice: a game has one."""
        return frozenset({"chosen"})

    def problems(self, state: State) -> Iterator[Problem]:
        if self.chapter not in state.box.chapters:
            yield Problem("journal.chapter_unknown", path="chapter")
        elif self.chapter not in expected_chapters(state):
            yield Problem("journal.not_asked", path="chapter", overrulable=True)

    def apply(self, state: State) -> State:
        game = state.latest
        return state.with_latest(replace(game, chosen=self.chapter)) if game else state


@dataclass(frozen=True, slots=True)
class Opened(JournalFact, kind="opened"):
    """A seal was opened: what its author put behind it joins the box."""

    seal: Key

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return the seal."""
        return frozenset({f"seal:{self.seal}"})

    def problems(self, state: State) -> Iterator[Problem]:
        seal = state.box.seals.get(self.seal)
        if seal is None:
            yield Problem("journal.seal_unknown", path="seal")
        elif self.seal in state.opened:
            yield Problem("journal.seal_open", {"kind": seal.kind, "label": seal.label}, "seal")
        else:
            yield from lost_parts(state.box, contents_of(seal), state.places)

    def apply(self, state: State) -> State:
        inside = contents_of(state.box.seals[self.seal])
        return replace(state.with_addition(inside), opened=(*state.opened, self.seal))


@dataclass(frozen=True, slots=True)
class Moved(JournalFact, kind="moved"):
    """A thing is somewhere else now; with ``new`` it is a thing that the group met and named."""

    thing: Key
    place: Place
    new: NewThing | None = None

    @property
    def conflict_keys(self) -> frozenset[str]:
        """Return the thing."""
        return frozenset({f"thing:{self.thing}"})

    def problems(self, state: State) -> Iterator[Problem]:
        if self.new is not None:
            yield from _new_thing_problems(self.new, state, "new")
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
            state = replace(state, box=state.box.with_thing(self.new.thing))
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
            yield Problem("journal.counter_bounds", bounds, "by", overrulable=True)

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


@dataclass(frozen=True, slots=True)
class Described(JournalFact, kind="described"):
    """More of the box is described: met while playing, or by a newer edition of the file."""

    addition: Addition
    edition: Annotated[int, Limit(0, 9999)] = 0  # 0: by the group itself

    def problems(self, state: State) -> Iterator[Problem]:
        box = state.box
        known = Known(box.kinds, frozenset(box.chapters), frozenset(box.seals))
        for fault in addition_faults(self.addition, known, "addition"):
            yield _fault_problem(fault)
        yield from lost_parts(box, self.addition, state.places)
        reopened = {seal.id for seal in self.addition.seals} & set(state.opened)
        for seal in sorted(reopened):
            labels = {"kind": box.seals[seal].kind, "label": box.seals[seal].label}
            yield Problem("journal.seal_open", labels, "addition")

    def apply(self, state: State) -> State:
        return state.with_addition(self.addition)


@dataclass(frozen=True, slots=True)
class Settled(CoreSettled, JournalFact):
    """The aftermath is entered: the next game can be planned."""

    def problems(self, state: State) -> Iterator[Problem]:
        game = state.latest
        if game is None or game.outcome is None:
            yield Problem("journal.not_finished")

    def apply(self, state: State) -> State:
        game = state.latest
        if game is None:
            return state
        kept = {
            key: count
            for key, count in state.counts.items()
            if not state.box.counters[key[0]].every_game
        }
        return replace(state.with_latest(replace(game, is_settled=True)), counts=kept)


def _new_thing_problems(new: NewThing, state: State, path: str) -> Iterator[Problem]:
    if new.kind not in state.box.kinds:
        yield Problem("journal.kind_unknown", path=path)
    if not new.name.strip():
        yield Problem("journal.name_empty", path=path)
    elif new.thing.id in state.box.things:
        yield Problem("journal.thing_known", {"name": new.name}, path)


def _fault_problem(fault: Problem) -> Problem:
    return Problem(
        "journal.description",
        {"path": fault.path, "found": str(fault.details.get("got", ""))},
        "addition",
    )


FACTS: Mapping[str, type[Fact]] = {
    fact.kind: fact
    for fact in (
        Planned,
        Played,
        Chosen,
        Opened,
        Moved,
        Marked,
        Unmarked,
        Counted,
        Named,
        Described,
        Noted,
        Settled,
    )
}
ONCE_PER_GAME = frozenset({Planned.kind, Played.kind, Chosen.kind, Settled.kind})
