"""The busiest hour of 10,000 groups, scaled down: more and more tables play on this machine.

PostgreSQL holds the games of all groups. The phones, the readers and the database share the cores
with the servers, so that what is found here is the least that such a machine carries.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks._databases import PATIENCE, on_postgresql
from tests.benchmarks.figures import Figure, measures_if_named

GROUPS = 10_000
TABLES = (125, 250, 500)  # that play at once
SECONDS = 60


@measures_if_named
def rehearsal() -> Iterator[Figure]:
    """Measure moves, pages and entries while so many tables play."""
    numbers = [str(number) for number in (GROUPS, SECONDS, *TABLES)]
    for told in on_postgresql("_rehearsal", *numbers, within=PATIENCE):
        what = f"{GROUPS:,} groups, {told['games']:,.0f} tables play"
        yield Figure(f"{what}: a move until all see it, median", told["p50"], "ms")
        yield Figure(f"{what}: a move until all see it, 95th", told["p95"], "ms")
        yield Figure(f"{what}: a page, median", told["page"], "ms")
        yield Figure(f"{what}: a page, 95th", told["page95"], "ms")
        yield Figure(f"{what}: an entry, 95th", told["entry95"], "ms")
        yield Figure(f"{what}: gaps", told["gaps"], "", at_most=0)
        yield Figure(f"{what}: duplicates", told["duplicates"], "", at_most=0)
        yield Figure(f"{what}: streams asked to come later", told["refused"], "")
        yield Figure(f"{what}: processor of the servers", told["cpu"], "% of a core")
        yield Figure(f"{what}: memory of a stream", told["memory"], "KB")
