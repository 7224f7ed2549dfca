"""Levels of a nemesis: for trophies (p. 11), and what lies beyond the ninth (p. 13)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.board import MAX_TROPHIES, Board
from campaign.rules.relic_nemesis.infamy import with_infamy

POINTS = 6  # of trophies for a level (p. 11)
MAX_LEVEL = 9
MAX_OFFERED = 5  # ways to spend trophies that are offered at once


@dataclass(frozen=True, slots=True)
class Spending:
    """Trophies that are discarded together, and the levels that they make."""

    trophies: tuple[int, ...]

    @property
    def levels(self) -> int:
        """Return one level for every six points; the remainder is lost (p. 11)."""
        return sum(self.trophies) // POINTS


def with_levels(board: Board, levels: int) -> Board:
    """Return a board with more levels; beyond the ninth each is one infamy instead (p. 13)."""
    gained = min(levels, MAX_LEVEL - board.level)
    return with_infamy(replace(board, level=board.level + gained), levels - gained)


def with_trophies_spent(board: Board, trophies: tuple[int, ...]) -> Board:
    """Return a board after trophies were discarded for levels."""
    return with_levels(board.without_trophies(trophies), Spending(trophies).levels)


def spendings(trophies: tuple[int, ...]) -> tuple[Spending, ...]:
    """Return, for a few numbers of levels that can be bought, the trophies that lose least."""
    by_levels: dict[int, Spending] = {}
    for total, chosen in sorted(_totals(trophies).items()):
        spending = Spending(chosen)
        if total >= POINTS:
            by_levels.setdefault(spending.levels, spending)
    return tuple(by_levels.values())[:MAX_OFFERED]


def _most_needed(trophies: tuple[int, ...]) -> int:
    """Return a total up to which as many numbers of levels can be bought as are offered."""
    levels: set[int] = set()
    for total in accumulate(sorted(trophies)):
        levels.add(total // POINTS)
        if len(levels - {0}) == MAX_OFFERED:
            return total
    return sum(trophies)


def _totals(trophies: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Return the fewest trophies that add up to each total that an offer can need."""
    most = _most_needed(trophies)
    by_total: dict[int, tuple[int, ...]] = {0: ()}
    for value in trophies:
        for total, chosen in list(by_total.items()):
            more = (*chosen, value)
            known = by_total.get(total + value)
            if total + value <= most and (known is None or len(more) < len(known)):
                by_total[total + value] = more
    return by_total


def trophy_problems(board: Board, more: int) -> Iterator[Problem]:
    """Yield why so many more trophies have no room."""
    if more and len(board.trophies) + more > MAX_TROPHIES:
        yield Problem("table.trophies_full", {"most": MAX_TROPHIES}, "trophies")


def spending_problems(board: Board, trophies: tuple[int, ...]) -> Iterator[Problem]:
    """Yield why these trophies cannot be discarded for a level."""
    left = list(board.trophies)
    for value in trophies:
        if value not in left:
            yield Problem("table.no_trophy", {"value": value}, "trophies")
            return
        left.remove(value)
    if sum(trophies) < POINTS:
        details = {"points": POINTS, "actual": sum(trophies)}
        yield Problem("table.too_few_points", details, "trophies")
