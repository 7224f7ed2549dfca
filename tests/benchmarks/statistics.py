"""Statistics over a hundred thousand games of one person, filtered or not, on both databases.

Everything is counted anew, as after a write; who only looks again is shown what was drawn before.

``python -m tests.benchmarks statistics --plans`` prints the query plans as well.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tests.benchmarks._databases import on_each
from tests.benchmarks.figures import Figure, measures

FEW, MANY = 1_000, 100_000
TIMES = 30


@measures
def statistics() -> Iterator[Figure]:
    """Measure the statistics of few and of many games, and how the two compare."""
    for name, told in on_each("_statistics", str(FEW), str(MANY)):
        few, many = told["few"], told["many"]
        for what, cost in many["pages"].items():
            page = f"{name}: statistics, {what}"
            yield Figure(f"{page}, {MANY:,} games", cost, "ms")
            ratio = cost / few["pages"][what]
            yield Figure(f"{page}, against {FEW:,}", ratio, "×", at_most=TIMES)
        yield Figure(f"{name}: the counting alone, {FEW:,} games", few["reading"], "ms")
        yield Figure(f"{name}: the counting alone, {MANY:,} games", many["reading"], "ms")
        ratio = many["reading"] / few["reading"]
        yield Figure(f"{name}: the counting alone, {MANY:,} against {FEW:,}", ratio, "×")
        if "--plans" in sys.argv:
            print("\n".join(f"    {line}" for line in told["plan"]))
