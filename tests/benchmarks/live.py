"""Live games: a move, from the tap to the last of four phones, with many games at a time.

PostgreSQL as a busy site has it: a process for the streams, two for the moves. SQLite as at
home: one process for everything. The phones are on the same machine and take their share of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks._databases import on_each
from tests.benchmarks.figures import Figure, measures

SHAPES = {"SQLite": ("50", "20"), "PostgreSQL": ("1000", "100")}  # games, moves a second
SECONDS = "8"
MOST = 100  # ms that 95 of 100 moves take at most


@measures
def live() -> Iterator[Figure]:
    """Measure moves until they are seen by all, what streams cost, and what got lost."""
    for name, told in on_each("_live", *SHAPES["SQLite"], *SHAPES["PostgreSQL"], SECONDS):
        games = told["games"]
        what = f"{name}: {games:,.0f} games, four phones each, {told['rate']:.0f} moves a second"
        yield Figure(f"{what}, median", told["p50"], "ms")
        yield Figure(f"{what}, 95th", told["p95"], "ms", at_most=MOST)
        yield Figure(f"{what}, 99th", told["p99"], "ms")
        yield Figure(f"{name}: moves that all have seen", told["seen"], "")
        yield Figure(f"{name}: gaps", told["gaps"], "", at_most=0)
        yield Figure(f"{name}: duplicates", told["duplicates"], "", at_most=0)
        yield Figure(f"{name}: processor of the servers", told["cpu"], "% of a core")
        yield Figure(f"{name}: memory of a stream", told["memory"], "KB")
