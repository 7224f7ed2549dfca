"""Who looks at a game, and whose secrets they may see."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Audience:
    """Whoever looks at a game: the rules leave out what they may not see.

    ``seats`` are those whose secrets they may know. Once a game is ``over``, nothing is secret.
    """

    seats: frozenset[int] = frozenset()
    over: bool = False

    def may_see(self, seat: int) -> bool:
        """Say whether they may see what belongs to the player of a seat."""
        return self.over or seat in self.seats

    def only(self, seats: Iterable[int]) -> "Audience":
        """Return the same audience with the secrets of these seats at most."""
        return Audience(self.seats.intersection(seats), self.over)


PUBLIC: Final = Audience()  # everybody, while a game is played
EVERYTHING: Final = Audience(over=True)
