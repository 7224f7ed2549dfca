"""A description to share: bare, or with what this group found put back behind its seals."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from campaign.rules.core.keys import is_typed
from campaign.rules.core.serialize import to_plain
from campaign.rules.journal.description import Addition, Description, Seal, Thing, contents_of
from campaign.rules.journal.sealed import wrap
from campaign.rules.journal.state import State

_NOT_IN_AN_ID: Final = re.compile(r"[^a-z0-9]+")


def bare_description(state: State) -> Description:
    """Return the description without anything that was or is behind a seal.

    What the group described itself is in it as far as it came out of no seal, without things: their
    names could tell what happens.
    """
    own = (replace(find.addition, things=()) for find in state.finds if not find.seal)
    begins = _together(state.description.begins, *own)
    begins = replace(begins, seals=tuple(map(_emptied, begins.seals)))
    return _shared(state, _with_ids(begins, set(_ids_within(begins))))


def full_description(state: State) -> Description:
    """Return the description with all that is known; what came out of a seal is wrapped in it."""
    own = (find.addition for find in state.finds if not find.seal)
    begins = _together(state.description.begins, *own)
    taken = set(_ids_within(state.description.begins))
    begins = _with_ids(begins, taken)
    seals = tuple(_filled(state, seal, taken) for seal in begins.seals)
    return _shared(state, replace(begins, seals=seals))


def new_id(name: str, known: Iterable[str]) -> str:
    """Return an id for something that a group named, which nothing else has."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = _NOT_IN_AN_ID.sub("-", ascii_name).strip("-")[:40].strip("-") or "own"
    taken, number = set(known), 1
    while (found := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return found


def _shared(state: State, begins: Addition) -> Description:
    return replace(state.description, edition=state.edition, begins=begins)


def _emptied(seal: Seal) -> Seal:
    return replace(seal, inside=None)


def _filled(state: State, seal: Seal, taken: set[str]) -> Seal:
    """Return a seal with what its author and this group know of its contents."""
    found = (find.addition for find in state.finds if find.seal == seal.id)
    known = contents_of(seal)
    inside = _together(known, *found)
    if inside == Addition():
        return seal
    inside = _with_ids(inside, taken)
    inside = replace(inside, seals=tuple(_filled(state, each, taken) for each in inside.seals))
    return replace(seal, inside=wrap(to_plain(inside)))


def _together(first: Addition, *others: Addition) -> Addition:
    """Return additions as one; of what has the same id, the last counts."""
    return Addition(
        kinds=tuple({each.id: each for part in (first, *others) for each in part.kinds}.values()),
        things=tuple({each.id: each for part in (first, *others) for each in part.things}.values()),
        marks=tuple({each.id: each for part in (first, *others) for each in part.marks}.values()),
        counters=tuple(
            {each.id: each for part in (first, *others) for each in part.counters}.values()
        ),
        seals=tuple({each.id: each for part in (first, *others) for each in part.seals}.values()),
        chapters=tuple(
            {each.id: each for part in (first, *others) for each in part.chapters}.values()
        ),
    )


def _ids_within(addition: Addition) -> Iterator[str]:
    """Yield the ids of things, those behind seals too: of two things none may become the other."""
    yield from (thing.id for thing in addition.things)
    for seal in addition.seals:
        yield from _ids_within(contents_of(seal))


def _with_ids(addition: Addition, taken: set[str]) -> Addition:
    """Return an addition in which things that the group named have ids as files write them.

    ``taken`` are the ids that other things have; the new ones are added to it.
    """
    things: list[Thing] = []
    for thing in addition.things:
        if is_typed(thing.id):
            thing = replace(thing, id=new_id(thing.name, taken))
            taken.add(thing.id)
        things.append(thing)
    return replace(addition, things=tuple(things))
