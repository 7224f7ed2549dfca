"""What to set up: seals that are due, then what differs from print; and what to restore."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from campaign.rules.core.sheet import Line, SetupSheet, Value, plain
from campaign.rules.journal.description import Thing
from campaign.rules.journal.live_start import JournalStart, live_start
from campaign.rules.journal.progress import due_seals
from campaign.rules.journal.state import State

SEALS, NUMBERS, PLAYERS = "seals", "numbers", "players"


@dataclass(frozen=True, slots=True)
class SheetMark:
    """A mark on a thing."""

    slot: str
    name: str
    text: str

    @property
    def said(self) -> str:
        """Return its name, with what the group wrote beside it."""
        return f"{self.name} – {self.text}" if self.text else self.name


@dataclass(frozen=True, slots=True)
class SheetThing:
    """A thing that differs from print."""

    key: str
    kind: str
    name: str
    place: str
    is_moved: bool
    marks: tuple[SheetMark, ...] = ()
    counts: tuple[tuple[str, str], ...] = ()  # the name of a counter, and what it shows
    printed: str = ""  # what the box calls it, where the group gave it another name


@dataclass(frozen=True, slots=True)
class JournalBody:
    """The game of one evening."""

    chapter: str
    playing: tuple[tuple[str, str], ...]  # a player, and the name of what they play
    things: tuple[SheetThing, ...]
    live: JournalStart

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "chapter": self.chapter,
            "playing": plain(self.playing),
            "things": plain(self.things),
        }


def setup_sheet(
    state: State, version: int, *, before: State | None, language: str, system: str
) -> SetupSheet[JournalBody]:
    """Return the sheet of the latest game."""
    game = state.latest
    if game is None:
        raise ValueError("There is no game to set up.")
    chapter = state.box.chapters.get(game.chapter)
    names = {seat.number: seat.name for seat in state.seats}
    playing = tuple(
        (names[seat], state.name(thing) if thing else "") for seat, thing in game.playing.items()
    )
    things = tuple(changed_things(state))
    return SetupSheet(
        system=system,
        pack_version=version,
        language=language,
        players=len(game.playing),
        game=game.number,
        body=JournalBody(chapter.name if chapter else "", playing, things, live_start(state, game)),
        before=tuple(_before(state, game.chapter)),
        steps=tuple(_steps(state, things, before)),
        restore=tuple(_restore(state, things)),
        put_away=tuple(_seal_lines(state, "put_away.seal", state.shut)),
    )


def changed_things(state: State) -> Iterator[SheetThing]:
    """Yield the things that differ from print, kind by kind."""
    for kind in state.box.kinds:
        for thing in state.box.of_kind(kind):
            shown = _sheet_thing(state, thing)
            if shown.is_moved or shown.marks or shown.counts or shown.printed:
                yield shown


def _sheet_thing(state: State, thing: Thing) -> SheetThing:
    kind = state.box.kinds[thing.kind]
    slots = {slot.id: slot.name for slot in kind.slots}
    counts = [
        (counter.name, counter.steps.get(count, str(count)))
        for counter, owner, count in state.counted()
        if counter.of == kind.id and owner == thing.id and count != counter.start
    ]
    return SheetThing(
        key=thing.id,
        kind=kind.name,
        name=state.name(thing.id),
        place=state.place(thing.id),
        is_moved=state.is_moved(thing.id),
        marks=tuple(
            SheetMark(slots.get(placed.slot, ""), state.mark_name(placed), placed.text)
            for placed in state.marks_on(thing.id)
        ),
        counts=tuple(counts),
        printed=thing.name if state.name(thing.id) != thing.name else "",
    )


def _steps(state: State, things: tuple[SheetThing, ...], before: State | None) -> Iterator[Line]:
    earlier = {thing.key: thing for thing in changed_things(before)} if before else {}
    for thing in things:
        changed = before is not None and earlier.get(thing.key) != thing
        yield _thing_line("step.thing", thing, changed=changed)
    for counter, owner, count in state.counted():
        if counter.of in state.box.kinds:
            continue  # said with its thing
        shown = counter.steps.get(count, str(count))
        changed = before is not None and (
            counter.id not in before.box.counters or before.count(counter, owner) != count
        )
        values = {"counter": counter.name, "count": shown, "owner": _owner(state, owner)}
        yield Line(NUMBERS, "step.count", values, changed)


def _restore(state: State, things: tuple[SheetThing, ...]) -> Iterator[Line]:
    """Yield how the box is put back as it was: what differs, the numbers, the open seals."""
    for thing in things:
        yield _thing_line("restore.thing", thing)
    for counter, owner, count in state.counted():
        if counter.of not in state.box.kinds and count != counter.start:
            shown = counter.steps.get(count, str(count))
            values = {"counter": counter.name, "count": shown, "owner": _owner(state, owner)}
            yield Line(NUMBERS, "restore.count", values)
    for key in state.opened:
        seal = state.box.seals[key]
        yield Line(SEALS, "restore.open", {"kind": seal.kind, "label": seal.label})


def _thing_line(code: str, thing: SheetThing, *, changed: bool = False) -> Line:
    values: dict[str, Value] = {
        "name": thing.name,
        "printed": thing.printed,
        "place": thing.place if thing.is_moved else "",
        "slots": tuple(mark.slot for mark in thing.marks),
        "marks": tuple(mark.said for mark in thing.marks),
        "counters": tuple(name for name, _count in thing.counts),
        "counts": tuple(count for _name, count in thing.counts),
    }
    return Line(thing.kind, code, values, changed)


def _before(state: State, chapter: str) -> Iterator[Line]:
    """Yield what is done before a chapter is set up: seals that are due, and reminders."""
    yield from _seal_lines(state, "before.seal", due_seals(state, chapter))
    for text in state.reminders_for(chapter):
        yield Line(SEALS, "before.reminder", {"text": text})


def _seal_lines(state: State, code: str, seals: tuple[str, ...]) -> Iterator[Line]:
    for key in seals:
        seal = state.box.seals[key]
        yield Line(SEALS, code, {"kind": seal.kind, "label": seal.label, "when": seal.when})


def _owner(state: State, owner: str) -> str:
    """Return the name of a player who has a counter; "" for the group."""
    return next((seat.name for seat in state.seats if str(seat.number) == owner), "")
