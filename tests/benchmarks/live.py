"""Live games: the time of a move from the tap until the last of four phones shows it.

PostgreSQL as a busy site has it: a process for the streams, two for the moves. SQLite as at
home: one process for everything. The phones are on the same machine and take their share of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks._databases import on_each
from tests.benchmarks.figures import Figure, measures, measures_if_named

AT_HOME = ("50", "20")  # games, moves a second
SECONDS = "8"
MOST = 60  # ms that 95 of 100 moves take at most
MOST_OF_A_CORE = 7  # ms that making one move costs at most


@measures
def live() -> Iterator[Figure]:
    """Measure with a quarter of the tables, which are opened in a quarter of the time."""
    yield from _figures(games="250")


@measures_if_named
def live_full() -> Iterator[Figure]:
    """Measure with as many tables as two cores must handle."""
    yield from _figures(games="1000")


def _figures(*, games: str) -> Iterator[Figure]:
    """Measure the latency of moves, the cost of streams, and lost messages."""
    for name, told in on_each("_live", *AT_HOME, games, "100", SECONDS):
        count = told["games"]
        what = f"{name}: {count:,.0f} games, four phones each, {told['rate']:.0f} moves a second"
        yield Figure(f"{what}, median", told["p50"], "ms")
        yield Figure(f"{what}, 95th", told["p95"], "ms", at_most=MOST)
        yield Figure(f"{what}, 99th", told["p99"], "ms")
        yield Figure(f"{name}: moves that all have seen", told["seen"], "")
        yield Figure(f"{name}: gaps", told["gaps"], "", at_most=0)
        yield Figure(f"{name}: duplicates", told["duplicates"], "", at_most=0)
        yield Figure(f"{name}: processor of the servers", told["cpu"], "% of a core")
        # At home the same process draws the table for the phones: no budget for its moves alone.
        most = MOST_OF_A_CORE if name == "PostgreSQL" else None
        yield Figure(f"{name}: a move where it is made", told["move"], "ms of a core", at_most=most)
        yield Figure(f"{name}: memory of a stream", told["memory"], "KB")
