"""Boxes that a game system keeps from some people, whoever would be let in otherwise.

A system with such boxes says so by :func:`admit_by`.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from campaign.models import Campaign, Game, Person, Record
from campaign.records import SetupLost
from campaign.selectors.plays import boxes_shared_with

NO_BOX: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Admission:
    """What one system says of its boxes."""

    boxes_of_game: Callable[[Game], Collection[str]]  # that are in a one-off game
    boxes_of_campaign: Callable[[Campaign], Collection[str]]
    # Returns which of some boxes somebody must not see yet; None is an anonymous visitor.
    closed_boxes: Callable[[Person | None, Collection[str]], frozenset[str]]


_BY_SYSTEM: dict[str, Admission] = {}


def admit_by(system: str, admission: Admission) -> None:
    """Let a system decide who may see its boxes."""
    _BY_SYSTEM[system] = admission


def closed_in(record: Record, people: Iterable[Person | None]) -> frozenset[str]:
    """Return the boxes in a record that one of some people must not see yet."""
    admission = _BY_SYSTEM.get(record.system)
    if admission is None:
        return NO_BOX
    match record:
        case Game():
            boxes = admission.boxes_of_game(record)
        case Campaign():
            boxes = admission.boxes_of_campaign(record)
        case _:
            raise TypeError(f"{record!r} is no record")
    return NO_BOX.union(*(admission.closed_boxes(person, boxes) for person in people))


def game_is_closed_to(game: Game, person: Person) -> bool:
    """Say whether a box in somebody else's one-off game is still closed to a person."""
    if game.owner_id == person.pk:
        return False
    try:
        return bool(closed_in(game, [person]))
    except SetupLost:
        return False  # nothing of it can be shown


def boxes_closed_to(person: Person) -> frozenset[str]:
    """Return the boxes in games shared with somebody that they must not see yet."""
    shared = boxes_shared_with(person)
    if not shared:
        return NO_BOX
    return NO_BOX.union(
        *(admission.closed_boxes(person, shared) for admission in _BY_SYSTEM.values())
    )
