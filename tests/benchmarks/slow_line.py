"""How soon the others see a tap: three phones at one table, each on a line of 400 ms each way.

``tests/benchmarks/_slow_line.py`` says what is measured and how.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks._databases import on_sqlite
from tests.benchmarks.figures import Figure, measures

MOST = 2000  # ms until 95 of 100 taps are seen by the others


@measures
def slow_line() -> Iterator[Figure]:
    """Measure a line without delay, then the slow one."""
    for name, delay in {"a quiet line": "0", "a line of 400 ms": "400"}.items():
        told = on_sqlite("_slow_line", delay)
        yield Figure(f"{name}: taps of three phones", told["taps"], "")
        yield Figure(f"{name}: taps that others did not see", told["unseen"], "", at_most=0)
        yield Figure(f"{name}: others see a tap, median", told["p50"], "ms")
        yield Figure(f"{name}: others see a tap, 95th", told["p95"], "ms", at_most=MOST)
