"""Pages of campaigns of 10, 100 and 1,000 games, cold and warm, against an empty view."""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks._databases import on_sqlite
from tests.benchmarks.figures import Figure, measures

TIMES = 25  # a warm page against an empty view, as in ``pages``
TIMES_LONG = 40  # the same with 1,000 games, which no group has played yet
COLD_LONG = 20  # a cold page of 1,000 games against the same page of 10 games
COLD = 3  # a cold page of 100 games against the same page of 10 games


@measures
def lengths() -> Iterator[Figure]:
    """Measure how pages grow with a campaign."""
    told = on_sqlite("_lengths")
    for games, pages in told["warm"].items():
        for name, times in pages.items():
            most = TIMES if games != "1000" else TIMES_LONG
            yield Figure(f"{name}, {games} games, warm / empty view", times, "×", at_most=most)
    for games, pages in told["cold"].items():
        for name, times in pages.items():
            yield Figure(f"{name}, {games} games, cold / empty view", times, "×")
    for name, cold in told["cold"]["100"].items():
        growth = cold / told["cold"]["10"][name]
        yield Figure(f"{name}, cold: 100 games / 10 games", growth, "×", at_most=COLD)
    for name, cold in told["cold"]["1000"].items():
        growth = cold / told["cold"]["10"][name]
        yield Figure(f"{name}, cold: 1,000 games / 10 games", growth, "×", at_most=COLD_LONG)
    for name, asked in told["queries"]["1000"].items():
        more = asked - told["queries"]["10"][name]
        yield Figure(f"{name}: queries for 1,000 games more than for 10", more, "", at_most=0)
