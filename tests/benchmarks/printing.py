"""What a sheet costs, against an empty Typst page in the same run.

An empty page is what ``typst.compile(b"")`` makes, as the package comes: it looks for the system's
fonts, as whoever starts with it does. The same without them is shown beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks._databases import on_sqlite
from tests.benchmarks.figures import Figure, measures

SHEET = 5  # times an empty page
CHRONICLE = 15  # times a set-up sheet, for thirty games
GROWTH = 2.4  # sixty games against thirty: linear, with something for noise


@measures
def printing() -> Iterator[Figure]:
    """Measure every sheet, and how the chronicle grows."""
    told = on_sqlite("_printing")
    yield Figure("an empty Typst page", told["empty"], "ms")
    yield Figure("  the same without the system's fonts", told["bare"], "ms")
    for name, (empty, took) in told["sheets"].items():
        yield Figure(f"{name} ({took:.0f} ms) / empty page", took / empty, "×", at_most=SHEET)
    setup, thirty = told["chronicle"]
    named = f"chronicle, 30 games ({thirty:.0f} ms) / set-up sheet"
    yield Figure(named, thirty / setup, "×", at_most=CHRONICLE)
    thirty, sixty = told["growth"]
    yield Figure("chronicle, 60 games / 30 games", sixty / thirty, "×", at_most=GROWTH)
