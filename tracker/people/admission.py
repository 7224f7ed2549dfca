"""From whom a game system keeps its one-off games, whoever would be let in otherwise.

A system with boxes that some people must not see yet says so here: ``tracker.systems.installed``
calls :func:`admit_by`.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from campaign.models import Game, Person
from campaign.selectors.plays import boxes_shared_with

People = Iterable[Person | None]  # None is an anonymous visitor


def _nobody_is_kept_out(_game: Game, _people: People) -> str:
    return ""


def _no_box_is_closed(_person: Person, _boxes: Collection[str]) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Admission:
    """The rules of one system."""

    # Returns why a game must not be shown to some people; "" if it may.
    kept_from: Callable[[Game, People], str] = _nobody_is_kept_out
    # Returns which of some boxes somebody must not see yet.
    closed_boxes: Callable[[Person, Collection[str]], Iterable[str]] = _no_box_is_closed


_BY_SYSTEM: dict[str, Admission] = {}
_EVERYBODY = Admission()


def admit_by(system: str, admission: Admission) -> None:
    """Let a system decide who may see its games."""
    _BY_SYSTEM[system] = admission


def admission_of(game: Game) -> Admission:
    """Return the rules of a game's system."""
    return _BY_SYSTEM.get(game.system, _EVERYBODY)


def boxes_closed_to(person: Person) -> frozenset[str]:
    """Return the boxes in games shared with somebody that they must not see yet."""
    shared = boxes_shared_with(person)
    if not shared:
        return frozenset()
    return frozenset().union(
        *(admission.closed_boxes(person, shared) for admission in _BY_SYSTEM.values())
    )
