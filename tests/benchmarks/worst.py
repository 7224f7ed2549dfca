"""The largest of everything that somebody can send: what it costs, in time and memory.

Nothing that a stranger sends may take more than a second or 50 MB, wherever it comes in. Some
things are shown without a budget: pictures and sheets, which a process with limits of its own
makes; the import of a whole campaign of as many games as it may have; and the export of an
account, of which there are six an hour.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks._databases import PATIENCE, on_sqlite
from tests.benchmarks.figures import Figure, measures_if_named

SECONDS = 1.0
MEGABYTES = 50.0


@measures_if_named
def worst() -> Iterator[Figure]:
    """Send the largest allowed of everything; the slowest and the largest come last."""
    told = on_sqlite("_worst", within=PATIENCE)
    for name, (took, _grew, status) in told["shown"].items():
        yield Figure(f"{name}: {status}", took, "s")
    for name, (took, grew, status) in told["bounded"].items():
        yield Figure(f"{name}: {status}", took, "s", at_most=SECONDS)
        yield Figure("  at most, of memory", grew, "MB", at_most=MEGABYTES)
    slowest = max(told["bounded"].items(), key=lambda item: item[1][0])
    largest = max(told["bounded"].items(), key=lambda item: item[1][1])
    yield Figure(f"slowest: {slowest[0]}", slowest[1][0], "s", at_most=SECONDS)
    yield Figure(f"largest: {largest[0]}", largest[1][1], "MB", at_most=MEGABYTES)
