"""The box: what is in it, kind by kind, and one thing with all that can change on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from campaign.models import Campaign
from campaign.rules.journal.description import GROUP, PLAYER, Counter, Kind, Slot, Thing
from campaign.rules.journal.state import State
from tracker.systems.journal.words.record import JournalWords

FOLDED = 12  # a kind with more things is folded


@dataclass(frozen=True, slots=True)
class NumberView:
    """What a counter shows, and whose it is."""

    counter: str  # its key
    owner: str  # its key
    name: str
    owner_name: str  # "" for the group's
    count: int
    shown: str  # the name of the step, or the number
    low: int
    high: int

    @property
    def may_fall(self) -> bool:
        """Say whether one less is possible."""
        return self.count > self.low

    @property
    def may_rise(self) -> bool:
        """Say whether one more is possible."""
        return self.count < self.high


@dataclass(frozen=True, slots=True)
class MarkView:
    """A mark on a thing."""

    key: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SlotView:
    """A spot for marks: those on it, and those that can still go there."""

    key: str
    name: str
    marks: tuple[MarkView, ...]
    is_full: bool
    offered: tuple[MarkView, ...]


@dataclass(frozen=True, slots=True)
class ThingView:
    """A thing in the box."""

    key: str
    name: str
    printed: str  # its name in the box, where the group has another for it
    place: str
    is_moved: bool
    url: str
    marks: tuple[str, ...]
    numbers: tuple[NumberView, ...]

    @property
    def is_changed(self) -> bool:
        """Say whether it differs from print."""
        return bool(self.is_moved or self.marks or self.printed)


@dataclass(frozen=True, slots=True)
class KindView:
    """The things of a kind."""

    name: str
    things: tuple[ThingView, ...]

    @property
    def is_folded(self) -> bool:
        """Say whether there are many."""
        return len(self.things) > FOLDED


@dataclass(frozen=True, slots=True)
class ThingPage:
    """A thing with all that can change on it."""

    thing: ThingView
    kind: str
    places: tuple[str, ...]  # other ones
    slots: tuple[SlotView, ...]


def kinds_of(state: State, campaign: Campaign) -> tuple[KindView, ...]:
    """Return everything in the box, kind by kind; kinds without things are left out."""
    presenter = _Things(state, campaign)
    kinds = (
        KindView(kind.name, tuple(map(presenter.view, state.box.of_kind(key))))
        for key, kind in state.box.kinds.items()
    )
    return tuple(kind for kind in kinds if kind.things)


def thing_page(state: State, campaign: Campaign, key: str) -> ThingPage | None:
    """Return one thing; None if it is not in the box."""
    thing, kind = state.box.things.get(key), state.box.kind_of(key)
    if thing is None or kind is None:
        return None
    return ThingPage(
        thing=_Things(state, campaign).view(thing),
        kind=kind.name,
        places=tuple(place for place in kind.places if place != state.place(key)),
        slots=tuple(_slot(state, key, kind, slot) for slot in kind.slots),
    )


def group_numbers(state: State, *, every_game: bool = False) -> tuple[NumberView, ...]:
    """Return the numbers of the group and of each player."""
    words = JournalWords(state)
    return tuple(
        _number(state, words, counter, owner)
        for counter in state.box.counters.values()
        if counter.of in (GROUP, PLAYER) and (every_game or not counter.every_game)
        for owner in state.box.owners(counter, (seat.number for seat in state.seats))
    )


class _Things:
    """Presents things; what all of them need is found once."""

    def __init__(self, state: State, campaign: Campaign) -> None:
        self.state, self.words = state, JournalWords(state)
        self.page = reverse("journal_thing", args=[campaign.code])
        self.marks: dict[str, list[str]] = {}
        for placed in state.marks:
            self.marks.setdefault(placed.thing, []).append(state.mark_name(placed))
        self.counters: dict[str, list[Counter]] = {}
        for counter in state.box.counters.values():
            self.counters.setdefault(counter.of, []).append(counter)

    def view(self, thing: Thing) -> ThingView:
        key, state = thing.id, self.state
        name = state.name(key)
        return ThingView(
            key=key,
            name=name,
            printed=thing.name if thing.name != name else "",
            place=state.place(key),
            is_moved=state.is_moved(key),
            url=f"{self.page}?{urlencode({'thing': key})}",
            marks=tuple(self.marks.get(key, ())),
            numbers=tuple(
                _number(state, self.words, counter, key)
                for counter in self.counters.get(thing.kind, ())
            ),
        )


def _number(state: State, words: JournalWords, counter: Counter, owner: str) -> NumberView:
    count = state.count(counter, owner)
    return NumberView(
        counter=counter.id,
        owner=owner,
        name=counter.name,
        owner_name=words.owner(owner),
        count=count,
        shown=counter.steps.get(count, str(count)),
        low=counter.low,
        high=counter.high,
    )


def _slot(state: State, key: str, kind: Kind, slot: Slot) -> SlotView:
    placed = state.marks_on(key, slot.id)
    return SlotView(
        key=slot.id,
        name=slot.name,
        marks=tuple(MarkView(each.mark, state.mark_name(each), each.text) for each in placed),
        is_full=len(placed) >= slot.room,
        offered=tuple(_offered(state, kind, slot)),
    )


def _offered(state: State, kind: Kind, slot: Slot) -> Iterator[MarkView]:
    """Yield the marks that fit a slot, as far as there are copies left."""
    for mark in state.box.marks.values():
        used = sum(placed.mark == mark.id for placed in state.marks)
        if mark.on and f"{kind.id}/{slot.id}" not in mark.on:
            continue
        if mark.copies is None or used < mark.copies:
            yield MarkView(mark.id, mark.name, "")
