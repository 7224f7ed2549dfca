"""How a game ended, as a value that fits co-operative games, duels, teams and races."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, in seats and numbers; all or none win a co-operative game."""

    ending: str = ""  # the system's code; "" where it was not noted
    winners: frozenset[int] = frozenset()  # seats
    dials: Mapping[str, int] = field(default_factory=dict, hash=False)  # what was noted
    places: Mapping[int, int] = field(default_factory=dict, hash=False)  # seat → place in a race
