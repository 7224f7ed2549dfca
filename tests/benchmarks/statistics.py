"""Statistics over a hundred thousand games of one person, on both databases.

The games are written by the database itself, by one statement a table, so that building them takes
seconds. SQLite is measured in a file of its own; PostgreSQL if one answers where
BREACHKEEPER_BENCH_POSTGRES says, or on 127.0.0.1:5432. Run with ``--plans`` the query plans are
printed as well: ``python -m tests.benchmarks --plans``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

from tests.benchmarks.figures import Figure, measures

FEW, MANY = 1_000, 100_000
MOST = 30
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
ROOT = Path(__file__).resolve().parents[2]


@measures
def statistics() -> Iterator[Figure]:
    """Measure the statistics of few and of many games, and how the two compare."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _measured("SQLite", f"sqlite:///{folder}/bench.sqlite3", folder)
        with _postgres() as url:
            if url:
                yield from _measured("PostgreSQL", url, folder)


def _measured(name: str, url: str, folder: str) -> Iterator[Figure]:
    """Measure in a process of its own: Django has one database configured for good."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.statistics_of", str(FEW), str(MANY)],
        env={**os.environ, "DATABASE_URL": url, "BREACHKEEPER_DATA_DIR": folder},
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    figures = dict(line.split("=") for line in told.splitlines() if "=" in line[:12])
