"""Run every benchmark of this package, or those named; the exit code says whether budgets are kept.

``python -m tests.benchmarks pages log`` measures the pages and the play log alone.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator

import tests.benchmarks
from tests.benchmarks.figures import MEASURES, Figure, table


def main(*only: str) -> int:
    """Print the table, and return 1 if a figure is over its budget."""
    for module in pkgutil.iter_modules(tests.benchmarks.__path__):
        if not module.name.startswith(("_", "test_")):
            importlib.import_module(f"tests.benchmarks.{module.name}")
    seen: list[Figure] = []
    for line in table(_measured(seen, only)):
        print(line, flush=True)
    return 0 if all(figure.within for figure in seen) else 1


def _measured(seen: list[Figure], only: tuple[str, ...]) -> Iterator[Figure]:
    for measure in MEASURES:
        if only and measure.__name__ not in only:
            continue
        for figure in measure():
            seen.append(figure)
            yield figure


if __name__ == "__main__":
    sys.exit(main(*(name for name in sys.argv[1:] if not name.startswith("-"))))
