"""Whom a game system lets see its one-off games, beside their owner and whom they are shared with.

A system whose games have seats of their own, or boxes that some people must not see yet, says so
here: ``tracker.systems.installed`` calls :func:`admit_by`.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from campaign.models import Game, Person
from campaign.selectors.plays import boxes_shared_with

People = Iterable[Person | None]  # None is an anonymous visitor


def _nobody_is_kept_out(_game: Game, _people: People) -> str:
    return ""


def _nobody_else_plays(_game: Game, _person: Person) -> bool:
    return False


def _no_box_is_closed(_person: Person, _boxes: Collection[str]) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Admission:
    """The rules of one system."""

    # Returns why a game must not be shown to some people; "" if it may.
    kept_from: Callable[[Game, People], str] = _nobody_is_kept_out
    # Says whether somebody other than its owner plays in a game, and so may record it.
    plays_in: Callable[[Game, Person], bool] = _nobody_else_plays
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
