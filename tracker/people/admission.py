"""From whom a game system keeps its one-off games, whoever would be let in otherwise.

A system with boxes that stay sealed for some people says so here: ``tracker.systems.installed``
calls :func:`admit_by`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from campaign.models import Game, Person

People = Iterable[Person | None]  # None is an anonymous visitor


def _nobody_is_kept_out(_game: Game, _people: People) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Admission:
    """The rules of one system."""

    # Returns why a game must not be shown to some people; "" if it may.
    kept_from: Callable[[Game, People], str] = _nobody_is_kept_out


_BY_SYSTEM: dict[str, Admission] = {}
_EVERYBODY = Admission()


def admit_by(system: str, admission: Admission) -> None:
    """Let a system decide who may see its games."""
    _BY_SYSTEM[system] = admission


def admission_of(game: Game) -> Admission:
    """Return the rules of a game's system."""
    return _BY_SYSTEM.get(game.system, _EVERYBODY)
