"""The faults of a description, each by its path in the file."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from campaign.rules.core.constraints import Limit
from campaign.rules.core.problems import Problem, mismatch
from campaign.rules.core.serialize import SerializeError, from_plain
from campaign.rules.journal.description import (
    GROUP,
    MAX_DEPTH,
    PLAYER,
    Addition,
    Chapter,
    Counter,
    Description,
    Kind,
    Mark,
    Seal,
    Thing,
)
from campaign.rules.journal.sealed import unwrap


def description_faults(description: Description, *, author: bool = False) -> Iterator[Problem]:
    """Yield every disagreement between the parts of a description.

    Faults behind a seal are counted; only an ``author`` is told which they are.
    """
    least, most = description.players
    if least > most:
        yield mismatch("players", "the smaller number first", f"{least}, {most}", "journal.order")
    yield from addition_faults(description.begins, Known(), "begins", author=author)


@dataclass(frozen=True, slots=True)
class Known:
    """The kinds and seals that an addition can build on."""

    kinds: Mapping[str, Kind] = field(default_factory=dict)
    chapters: frozenset[str] = frozenset()
    seals: frozenset[str] = frozenset()

    def and_(self, addition: Addition) -> "Known":
        """Return what is known together with an addition."""
        return Known(
            {**self.kinds, **{kind.id: kind for kind in addition.kinds}},
            self.chapters | {chapter.id for chapter in addition.chapters},
            self.seals | {seal.id for seal in addition.seals},
        )


def addition_faults(
    addition: Addition, before: Known, path: str, *, author: bool = False, depth: int = 0
) -> Iterator[Problem]:
    """Yield the faults of an addition to what is known already."""
    for part in ("kinds", "things", "marks", "counters", "seals", "chapters"):
        yield from _repeated(f"{path}.{part}", getattr(addition, part))
    known = before.and_(addition)
    for number, kind in enumerate(addition.kinds):
        yield from _kind_faults(kind, f"{path}.kinds[{number}]")
    for number, thing in enumerate(addition.things):
        yield from _thing_faults(thing, known, f"{path}.things[{number}]")
    for number, mark in enumerate(addition.marks):
        yield from _mark_faults(mark, known, f"{path}.marks[{number}]")
    for number, counter in enumerate(addition.counters):
        yield from _counter_faults(counter, known, f"{path}.counters[{number}]")
    for number, chapter in enumerate(addition.chapters):
        yield from _chapter_faults(chapter, known, f"{path}.chapters[{number}]")
    for number, seal in enumerate(addition.seals):
        where = f"{path}.seals[{number}].inside"
        found = list(_contents_faults(seal, known, where, author=author, depth=depth + 1))
        if author or not found:
            yield from found
        else:
            count = f"{len(found)} fault{'' if len(found) == 1 else 's'}"
            told = {"number": len(found)}
            yield mismatch(where, "contents without a fault", count, "journal.sealed", **told)


def _contents_faults(
    seal: Seal, known: Known, path: str, *, author: bool, depth: int
) -> Iterator[Problem]:
    if seal.inside is None:
        return
    if depth > MAX_DEPTH:
        yield mismatch(path, f"{MAX_DEPTH} seals within each other at most", "more", "journal.deep")
        return
    try:
        inside = from_plain(Addition, unwrap(seal.inside))
    except SerializeError as error:
        for fault in error.problems:
            yield replace(fault, path=f"{path}.{fault.path}" if fault.path else path)
    except (ValueError, RecursionError) as error:
        yield mismatch(path, "contents that can be unwrapped", str(error), "journal.damaged")
    else:
        yield from addition_faults(inside, known, path, author=author, depth=depth)


class _Named(Protocol):
    @property
    def id(self) -> str: ...


def _repeated(path: str, items: Iterable[_Named]) -> Iterator[Problem]:
    counts = Tally(item.id for item in items)
    for found, count in counts.items():
        if count > 1:
            yield mismatch(path, "ids that are all different", f'"{found}" twice', "list.twice")


def _unknown(path: str, what: str, found: str) -> Problem:
    return mismatch(path, f"the id of {what}", f'"{found}"', "journal.reference", id=found)


def _kind_faults(kind: Kind, path: str) -> Iterator[Problem]:
    if not kind.places:
        yield mismatch(f"{path}.places", "a place at least", "none", "file.text_empty")
    yield from _repeated(f"{path}.slots", kind.slots)


def _thing_faults(thing: Thing, known: Known, path: str) -> Iterator[Problem]:
    kind = known.kinds.get(thing.kind)
    if kind is None:
        yield _unknown(f"{path}.kind", "a kind", thing.kind)
    elif thing.place and thing.place not in kind.places:
        allowed = ", ".join(kind.places)
        got = f'"{thing.place}"'
        yield mismatch(f"{path}.place", f"one of {allowed}", got, "file.choice", allowed=allowed)


def _mark_faults(mark: Mark, known: Known, path: str) -> Iterator[Problem]:
    for number, target in enumerate(mark.on):
        kind, _slash, slot = target.partition("/")
        if kind not in known.kinds or known.kinds[kind].slot(slot) is None:
            yield _unknown(f"{path}.on[{number}]", "a slot, as kind/slot", target)


def _counter_faults(counter: Counter, known: Known, path: str) -> Iterator[Problem]:
    if counter.of not in (GROUP, PLAYER) and counter.of not in known.kinds:
        yield _unknown(f"{path}.of", "a kind, or player", counter.of)
    if not counter.low <= counter.start <= counter.high:
        yield from Limit(counter.low, counter.high).problems(counter.start, f"{path}.start")


def _chapter_faults(chapter: Chapter, known: Known, path: str) -> Iterator[Problem]:
    for number, chapter_id in enumerate(chapter.next or ()):
        if chapter_id not in known.chapters:
            yield _unknown(f"{path}.next[{number}]", "a chapter", chapter_id)
    for number, seal in enumerate(chapter.opens):
        if seal not in known.seals:
            yield _unknown(f"{path}.opens[{number}]", "a seal", seal)
