"""The main pages on a slow phone: first paint and layout shift.

``tests/benchmarks/_paint.py`` says what is measured and how.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks._databases import on_sqlite
from tests.benchmarks.figures import Figure, measures

ROUNDS = 2
# The bare page is there after one way to the server and back. Ours needs a second for its one file
# of styles, which makes it two; the longest sheet may take as long again to come and to be drawn.
TIMES = 4


@measures
def paint() -> Iterator[Figure]:
    """Measure the pages that are opened at the table."""
    told = on_sqlite("_paint", str(ROUNDS))
    yield Figure("pages that were not seen in time", len(told.pop("unseen")), "", at_most=0)
    bare = told.pop("bare")
    yield Figure("a bare page on a slow phone: first paint", bare["paint"], "ms")
    for name, seen in told.items():
        yield Figure(f"{name}: first paint / bare page", seen["paint"] / bare["paint"], "×", TIMES)
    for name, seen in told.items():
        yield Figure(f"{name}: layout shift", seen["shift"], "", at_most=0)
    strangers = sum(seen["strangers"] for seen in told.values())
    yield Figure("requests to anybody else", strangers, "", at_most=0)
