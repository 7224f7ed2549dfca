"""A newer edition of a description, as an addition to a journal that is being kept."""

from collections.abc import Iterable, Iterator, Mapping

from campaign.rules.journal.box import Item
from campaign.rules.journal.description import Addition, Description, contents_of
from campaign.rules.journal.state import State


def newer_parts(state: State, description: Description) -> Addition:
    """Return what an edition has that this group does not know yet, or knows otherwise.

    Of a seal that is open, what is behind it counts as well; nothing is ever taken away.
    """
    box = state.box
    additions = tuple(_open_parts(state, description.begins))
    seals = (seal for each in additions for seal in each.seals if seal.id not in state.opened)
    return Addition(
        kinds=_new(box.kinds, (kind for each in additions for kind in each.kinds)),
        things=_new(box.things, (thing for each in additions for thing in each.things)),
        marks=_new(box.marks, (mark for each in additions for mark in each.marks)),
        counters=_new(box.counters, (counter for each in additions for counter in each.counters)),
        seals=_new(box.seals, seals),
        chapters=_new(box.chapters, (chapter for each in additions for chapter in each.chapters)),
    )


def _open_parts(state: State, addition: Addition) -> Iterator[Addition]:
    """Yield an addition, and what is behind those of its seals that are open."""
    yield addition
    for seal in addition.seals:
        if seal.id in state.opened:
            yield from _open_parts(state, contents_of(seal))


def _new(known: Mapping[str, Item], found: Iterable[Item]) -> tuple[Item, ...]:
    return tuple(item for item in found if known.get(item.id) != item)
