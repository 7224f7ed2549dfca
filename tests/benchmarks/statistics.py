"""Statistics over a hundred thousand games of one person, on both databases.

SQLite is measured in a file of its own; PostgreSQL in a database of its own, if a server answers at
BREACHKEEPER_BENCH_POSTGRES or on 127.0.0.1:5432. ``python -m tests.benchmarks --plans`` prints the
query plans as well.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg

from tests.benchmarks.figures import Figure, measures

FEW, MANY = 1_000, 100_000
TIMES = 30
SERVER = os.environ.get("BREACHKEEPER_BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432")
ROOT = Path(__file__).resolve().parents[2]


@measures
def statistics() -> Iterator[Figure]:
    """Measure the statistics of few and of many games, and how the two compare."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _figures("SQLite", f"sqlite:///{folder}/bench.sqlite3", folder)
        with _postgres() as url:
            if url:
                yield from _figures("PostgreSQL", url, folder)


def _figures(name: str, url: str, folder: str) -> Iterator[Figure]:
    answer = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.benchmarks._statistics", str(FEW), str(MANY)],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tracker.settings",
            "DATABASE_URL": url,
            "BREACHKEEPER_DATA_DIR": folder,
            "BREACHKEEPER_DEBUG": "false",
            "BREACHKEEPER_HTTPS": "false",
            "BREACHKEEPER_LOG_LEVEL": "ERROR",
            "BREACHKEEPER_SECRET_KEY": f"{uuid4().hex}{uuid4().hex}",
        },
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
    )
    told = json.loads(answer.stdout)
    few, many = told["few"], told["many"]
    yield Figure(f"{name}: statistics page of {FEW:,} games", few["page"], "ms")
    yield Figure(f"{name}: statistics page of {MANY:,} games", many["page"], "ms")
    ratio = many["page"] / few["page"]
    yield Figure(f"{name}: {MANY:,} games against {FEW:,}", ratio, "×", at_most=TIMES)
    yield Figure(f"{name}: the counting alone, {FEW:,} games", few["reading"], "ms")
    yield Figure(f"{name}: the counting alone, {MANY:,} games", many["reading"], "ms")
    ratio = many["reading"] / few["reading"]
    yield Figure(f"{name}: the counting alone, {MANY:,} against {FEW:,}", ratio, "×")
    if "--plans" in sys.argv:
        print("\n".join(f"    {line}" for line in told["plan"]))


@contextmanager
def _postgres() -> Iterator[str]:
    """Make a database and drop it afterwards; without a server there is nothing to measure."""
    name = f"breachkeeper_bench_{uuid4().hex[:8]}"
    try:
        server = psycopg.connect(f"{SERVER}/postgres", autocommit=True, connect_timeout=2)
    except psycopg.OperationalError:
        yield ""
        return
    with server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{SERVER}/{name}"
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
