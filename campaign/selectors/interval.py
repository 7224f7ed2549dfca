"""How sure a share is: the interval that few games leave wide and many make narrow."""

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054  # of the normal distribution: 95 of 100 lie within


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a share lies, from 0 to 1."""

    low: float
    high: float


def wilson(wins: int, games: int, z: float = Z95) -> Interval:
    """Return Wilson's score interval; without a game, anything is possible.

    E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference" (1927).
    Unlike the textbook's ± it stays between 0 and 1, and says something about one game.
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins of {games} games")
    if games == 0:
        return Interval(0.0, 1.0)
    share = wins / games
    spread = 1 + z * z / games
    middle = (share + z * z / (2 * games)) / spread
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / spread
    # The ends are exact where nothing or everything was won; rounding must not pass them.
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    high = 1.0 if wins == games else min(1.0, middle + half)
    return Interval(low, high)
