"""A benchmark is a function that measures figures, which are compared with budgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from statistics import median
from time import process_time

Measure = Callable[[], Iterable["Figure"]]

MEASURES: list[Measure] = []
ONLY_BY_NAME: list[Measure] = []


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number; without a budget it is only shown."""

    what: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def within(self) -> bool:
        """Whether the figure is within its budget."""
        low = self.at_least is None or self.value >= self.at_least
        return low and (self.at_most is None or self.value <= self.at_most)

    @property
    def budget(self) -> str:
        """Return the budget as the table shows it."""
        if self.at_most is not None:
            return f"≤ {self.at_most:g}"
        return f"≥ {self.at_least:g}" if self.at_least is not None else ""


def measures(function: Measure) -> Measure:
    """Register a function that yields figures."""
    MEASURES.append(function)
    return function


def measures_if_named(function: Measure) -> Measure:
    """Register a function that takes minutes and runs only when named."""
    ONLY_BY_NAME.append(function)
    return measures(function)


def seconds(
    action: Callable[[], object], *, rounds: int = 7, clock: Callable[[], float] = process_time
) -> float:
    """Return the median time of an action after a warm-up run; CPU time by default."""
    action()

    def timed() -> float:
        start = clock()
        action()
        return clock() - start

    return median(timed() for _ in range(rounds))


def least_in_turns(
    one: Callable[[], object], other: Callable[[], object], *, rounds: int = 15
) -> tuple[float, float]:
    """Return the minimum CPU times of two actions that take turns: other load only adds."""
    one(), other()

    def timed(action: Callable[[], object]) -> float:
        start = process_time()
        action()
        return process_time() - start

    times = [(timed(one), timed(other)) for _ in range(rounds)]
    return min(a for a, _b in times), min(b for _a, b in times)


def per_second(action: Callable[[], object], *, for_seconds: float = 1.0) -> float:
    """Return how often an action runs in a second."""
    action()
    done = 0
    start = process_time()
    while (elapsed := process_time() - start) < for_seconds:
        action()
        done += 1
    return done / elapsed


def table(figures: Iterable[Figure]) -> Iterator[str]:
    """Yield the lines of the table, each as soon as its figure is measured."""
    yield f"{'what':<52} {'figure':>12} {'':<6} {'budget':>9}"
    for figure in figures:
        verdict = "" if not figure.budget else "OK" if figure.within else "OVER"
        number = f"{figure.value:,.1f}" if figure.value < 1000 else f"{figure.value:,.0f}"
        line = f"{figure.what:<52} {number:>12} {figure.unit:<6} {figure.budget:>9}  {verdict}"
        yield line.rstrip()
