"""The values that statistics are told in."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from campaign.statistics.interval import Interval, wilson

FEW = 5  # fewer games than this say next to nothing


@dataclass(frozen=True, slots=True)
class Score:
    """How many games were won and lost."""

    won: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return self.won + self.lost

    @property
    def share(self) -> float:
        """Return the share of games won."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """Return where the share lies in 95 of 100 cases."""
        return wilson(self.won, self.games)

    @property
    def is_few(self) -> bool:
        """Say whether there are too few games to conclude anything."""
        return self.games < FEW

    def __add__(self, other: Score) -> Score:
        return Score(self.won + other.won, self.lost + other.lost)


@dataclass(frozen=True, slots=True)
class Share:
    """The score of one nemesis, mage, difficulty, pile: whatever ``name`` names."""

    key: str
    name: str
    score: Score


@dataclass(frozen=True, slots=True)
class Month:
    """The score of a month, named by its first day."""

    first: datetime.date
    score: Score


@dataclass(frozen=True, slots=True)
class Spread:
    """How often each number was noted, the lowest first."""

    counts: tuple[tuple[int, int], ...] = ()

    @property
    def total(self) -> int:
        """Return how many numbers were noted."""
        return sum(times for _value, times in self.counts)

    def at(self, part: float) -> float:
        """Return the number below which a part of all lies; halfway between two for the median."""
        total = self.total
        if not total:
            raise ValueError("nothing was noted")
        place = (total - 1) * part
        low = self._nth(int(place))
        high = self._nth(min(int(place) + 1, total - 1))
        return low + (high - low) * (place - int(place))

    @property
    def median(self) -> float:
        """Return the number in the middle."""
        return self.at(0.5)

    @property
    def lowest(self) -> int:
        """Return the lowest number."""
        return self.counts[0][0]

    @property
    def highest(self) -> int:
        """Return the highest number."""
        return self.counts[-1][0]

    def _nth(self, place: int) -> int:
        seen = 0
        for value, times in self.counts:
            seen += times
            if place < seen:
                return value
        raise IndexError(place)


@dataclass(frozen=True, slots=True)
class Tellings:
    """What a dial showed at the end, apart for games won and lost."""

    won: Spread = field(default_factory=Spread)
    lost: Spread = field(default_factory=Spread)

    @property
    def total(self) -> int:
        """Return how many games noted it."""
        return self.won.total + self.lost.total


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the games add up to; each list has the most played first where order says nothing."""

    score: Score
    months: tuple[Month, ...]
    undated: int
    nemeses: tuple[Share, ...]
    mages: tuple[Share, ...]
    mage_counts: tuple[Share, ...]
    difficulties: tuple[Share, ...]
    chapters: tuple[Share, ...]
    piles: tuple[Share, ...]
    gravehold: Tellings
    nemesis_life: Tellings
    minutes: Spread


def scores(counted: Iterable[tuple[str, str, int]]) -> dict[str, Score]:
    """Add up counted games by key; the second of each is "win" or "loss"."""
    found: dict[str, Score] = {}
    for key, result, games in counted:
        more = Score(won=games) if result == "win" else Score(lost=games)
        found[key] = found.get(key, Score()) + more
    return found


def most_played(found: Mapping[str, Score], names: Mapping[str, str]) -> tuple[Share, ...]:
    """Return shares, the most played first and then by name."""
    shares = [Share(key, names.get(key, key), score) for key, score in found.items()]
    return tuple(sorted(shares, key=lambda share: (-share.score.games, share.name.casefold())))
