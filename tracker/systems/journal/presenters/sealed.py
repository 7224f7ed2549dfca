"""Seals: what is printed on them, and which are open. What lies behind a shut one is not read."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from campaign.rules.journal.description import Addition, contents_of
from campaign.rules.journal.state import State
from tracker.systems.journal.words.record import seal_name
from tracker.words import series


@dataclass(frozen=True, slots=True)
class SealView:
    """A seal of the box."""

    key: str
    kind: str
    label: str
    name: str
    when: str
    is_open: bool
    brought: str  # what came out of it; "" while it is shut


@dataclass(frozen=True, slots=True)
class SealGroup:
    """The seals of one kind."""

    kind: str
    seals: tuple[SealView, ...]

    @property
    def open_count(self) -> int:
        """Return how many are open."""
        return sum(seal.is_open for seal in self.seals)


def seal_groups(state: State) -> tuple[SealGroup, ...]:
    """Return the seals, kind by kind."""
    views = sorted(seal_views(state), key=lambda seal: seal.kind)
    return tuple(
        SealGroup(kind, tuple(seals)) for kind, seals in groupby(views, key=lambda seal: seal.kind)
    )


def seal_views(state: State) -> tuple[SealView, ...]:
    """Return every seal that is known."""
    return tuple(
        SealView(
            key=key,
            kind=seal.kind,
            label=seal.label,
            name=seal_name(seal.kind, seal.label),
            when=seal.when,
            is_open=key in state.opened,
            brought=series(_brought(state, key)) if key in state.opened else "",
        )
        for key, seal in state.box.seals.items()
    )


def _brought(state: State, key: str) -> Iterator[str]:
    """Yield the names of what came out of an open seal."""
    yield from _names(contents_of(state.box.seals[key]))
    for find in state.finds:
        if find.seal == key:
            yield from _names(find.addition)


def _names(addition: Addition) -> Iterator[str]:
    for part in (addition.things, addition.kinds, addition.marks, addition.counters):
        yield from (each.name for each in part)
    yield from (seal_name(seal.kind, seal.label) for seal in addition.seals)
    yield from (chapter.name for chapter in addition.chapters)
