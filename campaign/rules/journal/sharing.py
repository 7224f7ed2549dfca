"""A description to share: bare, or with what this group found put back behind its seals."""

import re
import unicodedata
from collections.abc import Iterable
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
    return _shared(state, replace(begins, seals=tuple(map(_emptied, begins.seals))))


def full_description(state: State) -> Description:
    """Return the description with all that is known; what came out of a seal is wrapped in it."""
    own = (find.addition for find in state.finds if not find.seal)
    begins = _together(state.description.begins, *own)
    seals = tuple(_filled(state, seal) for seal in begins.seals)
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
    return replace(state.description, edition=state.edition, begins=_with_ids(begins))


def _emptied(seal: Seal) -> Seal:
    return replace(seal, inside=None)


def _filled(state: State, seal: Seal) -> Seal:
    """Return a seal with what its author and this group know of its contents."""
    found = (find.addition for find in state.finds if find.seal == seal.id)
    known = contents_of(seal)
    inside = _together(known, *found)
    if inside == Addition():
        return seal
    inside = replace(inside, seals=tuple(_filled(state, each) for each in inside.seals))
    return replace(seal, inside=wrap(to_plain(_with_ids(inside))))


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


def _with_ids(addition: Addition) -> Addition:
    """Return an addition in which things that the group named have ids as files write them."""
    taken = {thing.id for thing in addition.things}
    things: list[Thing] = []
    for thing in addition.things:
        if is_typed(thing.id):
            thing = replace(thing, id=new_id(thing.name, taken))
            taken.add(thing.id)
        things.append(thing)
    return replace(addition, things=tuple(things))
