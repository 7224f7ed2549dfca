"""Run every benchmark of this package, or those named, and print one table.

``python -m tests.benchmarks pages log`` measures the pages and the play log alone; ``live_full``
runs only by its name. A benchmark that breaks gets its line too, and the others go on; the exit
code is 1 if a figure is over its budget or a benchmark broke.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from time import perf_counter

import tests.benchmarks
from tests.benchmarks.figures import MEASURES, ONLY_BY_NAME, Figure, Measure, table


def main(*only: str) -> int:
    """Print the table, and return 1 if a figure exceeds its budget."""
    for module in pkgutil.iter_modules(tests.benchmarks.__path__):
        if not module.name.startswith(("_", "test_")):
            importlib.import_module(f"tests.benchmarks.{module.name}")
    seen: list[Figure] = []
    for line in table(_measured(seen, only)):
        print(line, flush=True)
    return 0 if all(figure.within for figure in seen) else 1


def _measured(seen: list[Figure], only: tuple[str, ...]) -> Iterator[Figure]:
    for measure in MEASURES:
        if measure.__name__ not in only and (only or measure in ONLY_BY_NAME):
            continue
        start = perf_counter()
        for figure in _figures(measure):
            seen.append(figure)
            yield figure
        took = Figure(f"({measure.__name__} took)", perf_counter() - start, "s")
        seen.append(took)
        yield took


def _figures(measure: Measure) -> Iterator[Figure]:
    """Yield a benchmark's figures, and a last line if it breaks."""
    try:
        yield from measure()
    except Exception as error:  # whatever breaks one, the others are measured
        print(f"{measure.__name__}: {error!r}", file=sys.stderr)
        yield Figure(f"{measure.__name__} broke: {type(error).__name__}", 1, "", at_most=0)


if __name__ == "__main__":
    sys.exit(main(*(name for name in sys.argv[1:] if not name.startswith("-"))))
