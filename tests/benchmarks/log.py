"""The play log and statistics of somebody with 3,000 games, on both databases.

That is a game every evening for eight years. A page may cost more where there is more to count, but
far less than in proportion; a download takes no more memory for many games than for few.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks._databases import on_each
from tests.benchmarks.figures import Figure, measures

FEW, MANY = 100, 3_000
TIMES = 9
MEGABYTES = 8


@measures
def log() -> Iterator[Figure]:
    """Measure the pages of the log, its statistics and its spreadsheet, for few games and many."""
    for name, told in on_each("_log", str(FEW), str(MANY)):
        few, many = told["few"], told["many"]
        growth = many.pop("csv memory")
        for what, cost in many.items():
            yield Figure(f"{name}: {what}, {MANY:,} games", cost, "ms")
            # Every line of a spreadsheet is written: that is in proportion, and has no budget.
            most = None if what == "csv" else TIMES
            yield Figure(f"{name}: {what}, against {FEW:,}", cost / few[what], "×", at_most=most)
        yield Figure(f"{name}: csv, the process grows by", growth, "MB", at_most=MEGABYTES)
