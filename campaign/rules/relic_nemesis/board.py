"""The board of a nemesis: life, attribute, level, infamy and trophies (pp. 6-7)."""

from dataclasses import dataclass, replace
from typing import Annotated

from campaign.rules.core.constraints import Most

MAX_ROUNDS = 200
MAX_TROPHIES = 40  # of a nemesis; whoever has so many has long spent most of them


@dataclass(frozen=True, slots=True)
class Board:
    """The state of a nemesis; ``life`` and ``attribute`` are None until they are entered."""

    seat: int
    life: int | None = None
    start_life: int | None = None
    attribute: int | None = None
    level: int = 0
    infamy: int = 0
    trophies: Annotated[tuple[int, ...], Most(MAX_TROPHIES)] = ()
    defeats: int = 0
    curve: Annotated[tuple[int, ...], Most(MAX_ROUNDS)] = ()  # infamy at the end of each round

    @property
    def is_down(self) -> bool:
        """Say whether it has no life left, and its defeat is to be entered."""
        return self.life == 0

    @property
    def points(self) -> int:
        """Return what its trophies are worth."""
        return sum(self.trophies)

    def with_trophies(self, taken: tuple[int, ...]) -> "Board":
        """Return the board with more trophies."""
        return replace(self, trophies=tuple(sorted((*self.trophies, *taken))))

    def without_trophies(self, given_up: tuple[int, ...]) -> "Board":
        """Return the board without some of its trophies."""
        left = list(self.trophies)
        for value in given_up:
            left.remove(value)
        return replace(self, trophies=tuple(left))
