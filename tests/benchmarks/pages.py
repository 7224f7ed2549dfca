"""Every page: its server time against an empty view, its queries, the bytes of its first load.

``tests/benchmarks/_pages.py`` says how it is measured, ``_site.py`` which pages there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from tests.benchmarks._databases import on_sqlite
from tests.benchmarks.figures import Figure, measures

ROUNDS = 4
TIMES = 25  # of one page
FINDING, TIMES_FINDING = "find a card", 10  # at every pause in typing; with two dozen cards drawn
MEDIAN = 10  # of all pages
QUERIES = 12
KILOBYTES = 80


@measures
def pages() -> Iterator[Figure]:
    """Measure all pages in one run."""
    told = on_sqlite("_pages", str(ROUNDS))
    yield Figure("an empty view", told["empty"] * 1000, "ms")
    for name, status in told["broken"].items():
        yield Figure(f"{name}: answers {status}", 1, "", at_most=0)
    free = told["unbudgeted"]
    for name, times in told["processor"].items():
        most = None if name in free else TIMES_FINDING if name.startswith(FINDING) else TIMES
        yield Figure(f"{name} / empty view", times, "×", at_most=most)
    budgeted = [times for name, times in told["processor"].items() if name not in free]
    yield Figure("median of all pages / empty view", median(budgeted), "×", at_most=MEDIAN)
    for name, asked in told["queries"].items():
        most = None if name in free else QUERIES
        yield Figure(f"{name}: queries", asked, "", at_most=most)
    for name, size in told["bytes"].items():
        most = None if name in free else KILOBYTES
        yield Figure(f"{name}: first load", size / 1000, "kB", at_most=most)
